/** Compares what notifications claimed about an order (section 6.1) with the order itself. Pure. */
import type { Order } from './order.ts';
import { parseOrder } from './reading/parse-order.ts';
import { hasReached, isUndecided, type Stage } from './stage.ts';
import { asTime } from './text/reading.ts';

/**
 * The claimed status of an order whose first notification says that its courier is near. It asks for no answer while the order can't be
 * read, and claims no stage, so any reading confirms it.
 */
export const COURIER_COMES = 'COURIER COMES';

/** How long an unreadable order is read again and shown on the board. */
export const LOOKED_FOR_MS = 12 * 3_600_000;

/** In the order in which they follow each other. CANCELED is not in section 6.1 but seen in the field, in both spellings. */
const CLAIMS: readonly (readonly [string, Stage])[] = [
  ['CREATED', 'awaiting-acceptance'],
  [COURIER_COMES, 'preparing'],
  ['PRODUCTION', 'preparing'],
  ['READY', 'ready'],
  ['DELIVERED', 'delivered'],
  ['CANCELED', 'rejected'],
  ['CANCELLED', 'rejected'],
];

/** The stage that a notification's status claims; null if it claims none. */
export function claimedStage(status: string | null): Stage | null {
  return CLAIMS.find(([name]) => name === status)?.[1] ?? null;
}

/** Whether an order at `stage` confirms what a notification claimed, or is past it. */
export function confirms(stage: Stage, status: string | null): boolean {
  const claimed = claimedStage(status);
  return claimed === null || status === COURIER_COMES || hasReached(stage, claimed);
}

/** Whether this status claims that the order was answered or has ended: then no answer is needed, whatever was read. */
export function isDecidedStatus(status: string | null): boolean {
  const claimed = claimedStage(status);
  return claimed !== null && !isUndecided(claimed);
}

/** The more advanced status: notifications can arrive out of order, and an older one must not hide an end. */
export function furthest(before: string | null, after: string | null): string | null {
  const place = (status: string | null): number => CLAIMS.findIndex(([name]) => name === status);
  return place(after) >= place(before) ? after : before;
}

/** A notification is sent when its order is placed: a time further from its arrival is wrong. */
const CREDIBLE_WITHIN_MS = 24 * 3_600_000;

/** When an unread order was placed, epoch ms: from the notification, or its arrival. */
export function placementTime(createdAt: string | null, noticedAt: number): number {
  const placed = Date.parse(asTime(createdAt) ?? '');
  return Math.abs(placed - noticedAt) <= CREDIBLE_WITHIN_MS ? placed : noticedAt;
}

/** The number shown for an unread order: the start of its ID. */
export function unreadNumber(orderId: string): string {
  return `${orderId.slice(0, 4)}…`;
}

/** A placeholder for an unread order, for a ticket that sends staff to the screen. */
export function unreadOrder(orderId: string, venueId: string | null): Order {
  const parsed = parseOrder({}, venueId ?? 'unknown', orderId);
  if (!parsed.ok) throw new Error(parsed.why);
  return { ...parsed.order, number: unreadNumber(orderId) };
}
