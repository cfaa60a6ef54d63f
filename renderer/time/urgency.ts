import { ACCEPTING_ACTIONS, LATE_AFTER_MS, type OrderCard } from '../../contract/contract.ts';

/** In order of time; `over`: no time is left. */
export type RingPhase = 'calm' | 'soon' | 'urgent' | 'last' | 'over';

/** Whole seconds until `at` (ISO UTC), rounded up, at least 0. */
export function secondsLeft(at: string, now: number): number {
  const left = Math.ceil((Date.parse(at) - now) / 1000);
  return Number.isNaN(left) ? 0 : Math.max(0, left);
}

/** The phase with `left` of `total` seconds: thirds, and the last sixth (120, 60 and 30 s of 180). */
export function ringPhase(left: number, total: number): RingPhase {
  if (left <= 0) return 'over';
  if (left <= total / 6) return 'last';
  if (left <= total / 3) return 'urgent';
  if (left <= (total * 2) / 3) return 'soon';
  return 'calm';
}

/** Whether time is short and there's a button to decide with. */
export function isToDecideNow({ deadline, pending, actions, trouble }: OrderCard, now: number): boolean {
  if (deadline === null || pending !== null) return false;
  if (!actions.some(({ name }) => ACCEPTING_ACTIONS.includes(name))) return false;
  // In this case the card shows the contradicting notification instead.
  if (trouble.some(({ code }) => code === 'contradicted')) return false;
  const phase = ringPhase(secondsLeft(deadline.at, now), deadline.totalSeconds);
  return phase === 'urgent' || phase === 'last';
}

export type PickupPhase = 'unknown' | 'later' | 'soon' | 'late';
const SOON_MS = 5 * 60_000;

/** `soon`: at most five minutes before pickup. `late`: a minute after. */
export function pickupPhase(at: string | null, now: number): PickupPhase {
  const away = at === null ? Number.NaN : Date.parse(at) - now;
  if (Number.isNaN(away)) return 'unknown';
  if (away <= -LATE_AFTER_MS) return 'late';
  return away <= SOON_MS ? 'soon' : 'later';
}

/** `share`: length of the bar, 0 to 1. */
export interface Age {
  mood: 'green' | 'amber' | 'red';
  share: number;
}

/** The bar is green for this share of the preparation time. */
const GREEN_SHARE = 0.6;

/** Time left to answer, or preparation time passed; null if neither applies. */
export function ageOf(
  { column, deadline, placedAt, pickupAt }: Pick<OrderCard, 'column' | 'deadline' | 'placedAt' | 'pickupAt'>,
  now: number,
): Age | null {
  if (deadline) {
    const left = secondsLeft(deadline.at, now);
    return left <= 0 ? { mood: 'red', share: 1 } : { mood: 'amber', share: Math.min(1, left / Math.max(1, deadline.totalSeconds)) };
  }
  if (column !== 'preparing' || pickupAt === null) return null;
  const due = Date.parse(pickupAt);
  if (Number.isNaN(due)) return null;
  if (now >= due) return { mood: 'red', share: 1 };
  const from = placedAt === null ? Number.NaN : Date.parse(placedAt);
  const share = Number.isNaN(from) || from >= due ? 0 : Math.max(0, (now - from) / (due - from));
  return { mood: share <= GREEN_SHARE ? 'green' : 'amber', share };
}
