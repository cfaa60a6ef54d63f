/** What notifications said of an order (section 6.1), held against what the order itself says. Pure. */
import type { Order } from './order.ts';
import { parseOrder } from './reading/parse-order.ts';
import { hasReached, isUndecided, type Stage } from './stage.ts';
import { asTime } from './text/reading.ts';

/**
 * Stands in for a status where the first that was heard of an order is that its courier is near. It asks nobody for an answer as long as
 * the order cannot be read; of where the order stands it says nothing, so any reading bears it out.
 */
export const COURIER_COMES = 'COURIER COMES';

/** So long an order that cannot be read is read again, and its card stands on the board. */
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

/** Where an order stands according to a notification's status; null for a status that says nothing of that. */
export function claimedStage(status: string | null): Stage | null {
  return CLAIMS.find(([name]) => name === status)?.[1] ?? null;
}

/** Whether an order at `stage` bears out what a notification said, or has gone beyond it. */
export function bearsOut(stage: Stage, status: string | null): boolean {
  const claimed = claimedStage(status);
  return claimed === null || status === COURIER_COMES || hasReached(stage, claimed);
}

/** Whether a notification of this status says that the order was answered, or has ended: then it asks for no answer, whatever was read. */
export function tellsOfAnswer(status: string | null): boolean {
  const claimed = claimedStage(status);
  return claimed !== null && !isUndecided(claimed);
}

/** The status that says more: notifications overtake each other, and an older one must not hide an end. */
export function furthest(before: string | null, after: string | null): string | null {
  const place = (status: string | null): number => CLAIMS.findIndex(([name]) => name === status);
  return place(after) >= place(before) ? after : before;
}

/** A notification is sent when its order is placed: a time that is further from its coming was not meant. */
const TOLD_WITHIN_MS = 24 * 3_600_000;

/** When an order that nobody could read was placed, epoch ms: as the notification says it, or when it came. */
export function toldPlacedAt(createdAt: string | null, noticedAt: number): number {
  const told = Date.parse(asTime(createdAt) ?? '');
  return Math.abs(told - noticedAt) <= TOLD_WITHIN_MS ? told : noticedAt;
}

/** What an order that nobody could read is called: the beginning of its id. */
export function unreadNumber(orderId: string): string {
  return `${orderId.slice(0, 4)}…`;
}

/** All that is known of an order that nobody could read, for a paper that sends to the screen. */
export function unreadOrder(orderId: string, venueId: string | null): Order {
  const parsed = parseOrder({}, venueId ?? 'unknown', orderId);
  if (!parsed.ok) throw new Error(parsed.why);
  return { ...parsed.order, number: unreadNumber(orderId) };
}
