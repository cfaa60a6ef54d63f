/** An order's stage, named by staff's next step, and which of two reads of it is newer. */
import type { Order } from './order.ts';

export const STAGES = ['awaiting-acceptance', 'awaiting-confirmation', 'scheduled', 'preparing', 'ready', 'delivered', 'rejected'] as const;
export type Stage = (typeof STAGES)[number];

/** A map, not an object: a status may be any word, such as `constructor`. */
const BY_STATUS: ReadonlyMap<string, Stage> = new Map([
  ['production', 'preparing'],
  ['ready', 'ready'],
  ['delivered', 'delivered'],
  ['rejected', 'rejected'],
  // V1 only (section 2.4): refunded after the order ended.
  ['refunded', 'delivered'],
]);
const UNDECIDED = new Set(['received', 'fetched', 'acknowledged']);

/** Sections 2.5 and 3.1. An unknown status leaves the stage unchanged; a new order with one waits for an answer. */
export function stageOf(order: Order, before: Stage | null = null): Stage {
  const decided = BY_STATUS.get(order.status);
  if (decided) return decided;
  const isConfirmed = order.type === 'preorder' && order.preOrder?.status === 'confirmed';
  // A confirmed pre-order is scheduled, even if its status is unknown.
  if (isConfirmed && (before === null || isUndecided(before))) return 'scheduled';
  if (before && !UNDECIDED.has(order.status)) return before;
  if (order.type !== 'preorder') return 'awaiting-acceptance';
  return isConfirmed ? 'scheduled' : 'awaiting-confirmation';
}

/** Whether section 2.5 has this status. Unknown ones, and `other`, are shown as received. */
export function isKnownStatus(status: string): boolean {
  return BY_STATUS.has(status) || UNDECIDED.has(status);
}

const RANK: Record<Stage, number> = {
  'awaiting-acceptance': 0,
  'awaiting-confirmation': 0,
  scheduled: 1,
  preparing: 2,
  ready: 3,
  delivered: 4,
  rejected: 4,
};

export function isOpen(stage: Stage): boolean {
  return RANK[stage] < 4;
}

export function isUndecided(stage: Stage): boolean {
  return RANK[stage] === 0;
}

/** Also true for an ended order. */
export function hasReached(stage: Stage, claimed: Stage): boolean {
  return !isOpen(stage) || RANK[stage] >= RANK[claimed];
}

export function isBeingPrepared(stage: Stage): boolean {
  return stage === 'preparing' || stage === 'ready';
}

/** Readings can arrive out of order by seconds; larger gaps are wrong times. */
const OVERTAKEN_WITHIN_MS = 24 * 3_600_000;

/**
 * By `modified_at`; if equal or missing, by progress. A `modified_at` over a day later than the next reading's is wrong and must not block
 * later readings.
 */
export function isNewer(before: Order, after: Order): boolean {
  const was = before.modifiedAt ? Date.parse(before.modifiedAt) : Number.NaN;
  const is = after.modifiedAt ? Date.parse(after.modifiedAt) : Number.NaN;
  if (is > was) return true;
  if (was > is && was - is <= OVERTAKEN_WITHIN_MS) return false;
  const stage = stageOf(before);
  return RANK[stageOf(after, stage)] >= RANK[stage];
}
