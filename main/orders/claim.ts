/** Compares order statuses claimed by notifications (section 6.1) with the order. Pure. */
import type { Order } from './order.ts';
import { parseOrder } from './reading/parse-order.ts';
import { hasReached, isUndecided, type Stage } from './stage.ts';
import { asTime } from './text/reading.ts';

/** Claimed status of an order known only from a courier notification. It needs no answer; any read confirms it. */
export const COURIER_COMES = 'COURIER COMES';

/** How long an unreadable order is retried and shown on the board. */
export const UNREADABLE_RETRY_MS = 12 * 3_600_000;

/** In sequence. CANCELED isn't in section 6.1, but the service sends it, in both spellings. */
const CLAIMS: readonly (readonly [string, Stage])[] = [
  ['CREATED', 'awaiting-acceptance'],
  [COURIER_COMES, 'preparing'],
  ['PRODUCTION', 'preparing'],
  ['READY', 'ready'],
  ['DELIVERED', 'delivered'],
  ['CANCELED', 'rejected'],
  ['CANCELLED', 'rejected'],
];

export function claimedStage(status: string | null): Stage | null {
  return CLAIMS.find(([name]) => name === status)?.[1] ?? null;
}

/** Whether an order at `stage` matches the claimed status or is past it. */
export function confirms(stage: Stage, status: string | null): boolean {
  const claimed = claimedStage(status);
  return claimed === null || status === COURIER_COMES || hasReached(stage, claimed);
}

/** Whether the status claims an answered or ended order, which needs no answer. */
export function isDecidedStatus(status: string | null): boolean {
  const claimed = claimedStage(status);
  return claimed !== null && !isUndecided(claimed);
}

/** The more advanced status: notifications can arrive out of order, and an older one must not hide an end. */
export function furthest(before: string | null, after: string | null): string | null {
  const place = (status: string | null): number => CLAIMS.findIndex(([name]) => name === status);
  return place(after) >= place(before) ? after : before;
}

/** Notifications are sent at placement; a time further from their arrival is wrong. */
const CREDIBLE_WITHIN_MS = 24 * 3_600_000;

/** Placement time, epoch ms: from the notification, or its arrival. */
export function placementTime(createdAt: string | null, noticedAt: number): number {
  const placed = Date.parse(asTime(createdAt) ?? '');
  return Math.abs(placed - noticedAt) <= CREDIBLE_WITHIN_MS ? placed : noticedAt;
}

export function unreadNumber(orderId: string): string {
  return `${orderId.slice(0, 4)}…`;
}

/** Placeholder order for tickets that refer staff to the screen. */
export function unreadOrder(orderId: string, venueId: string | null): Order {
  const parsed = parseOrder({}, venueId ?? 'unknown', orderId);
  if (!parsed.ok) throw new Error(parsed.why);
  return { ...parsed.order, number: unreadNumber(orderId) };
}
