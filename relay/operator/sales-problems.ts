/** Problems with sales, from counters' reports. */
import type { VenueReport } from '../../contract/relay/wire.ts';
import type { Presence } from '../give/hub.ts';
import { timeOf } from '../iso-time.ts';
import type { Counter } from '../store/registry.ts';

export type SalesCode = 'no-orders' | 'sold-out' | 'refused-changes';

/** Until then, a report may be from before the connection. */
export const REPORTED_AFTER_MS = 2 * 60_000;
const LEAST_QUIET_MS = 30 * 60_000;
const SOLD_OUT_MS = 3 * 24 * 3_600_000;

/** Reports of the venues that the counter may read. */
export function reportsOf({ venueIds }: Counter, { health }: Presence): VenueReport[] {
  return (health?.venues ?? []).filter(({ venueId }) => venueIds.includes(venueId));
}

/** When the last one came, if twice the usual time ago; else null. Epoch ms. */
export function quietSince({ usualGapMs, openSince }: VenueReport, lastAt: number | null, now: number): number | null {
  const open = timeOf(openSince);
  if (usualGapMs === null || open === null) return null;
  const since = Math.max(open, lastAt ?? open);
  return now - since >= Math.max(2 * usualGapMs, LEAST_QUIET_MS) ? since : null;
}

/** `now`, `since`: epoch ms. */
export function* salesProblems(
  counter: Counter,
  here: Presence,
  connectedMs: number,
  now: number,
): Generator<{ code: SalesCode; text: string; since: number | null; venueId: string }> {
  for (const report of reportsOf(counter, here)) {
    const { venueId, lastOrderAt, usualGapMs, soldOut, refusedChanges } = report;
    const name = (counter.label || counter.id) + (counter.venueIds.length > 1 ? ` (venue ${venueId})` : '');
    const quiet = connectedMs < REPORTED_AFTER_MS ? null : quietSince(report, timeOf(lastOrderAt), now);
    if (quiet !== null) {
      const usual = Math.max(1, Math.round((usualGapMs ?? 0) / 60_000));
      yield { code: 'no-orders', text: `${name} is open and gets no orders; usual now is one every ${usual} min.`, since: quiet, venueId };
    }
    const out = timeOf(soldOut?.since ?? null);
    if (soldOut !== null && out !== null && now - out >= SOLD_OUT_MS) {
      const text = `${name} has ${soldOut.count === 1 ? 'a dish' : `${soldOut.count} dishes`} sold out, for three days or longer.`;
      yield { code: 'sold-out', text, since: out, venueId };
    }
    if (refusedChanges !== null && refusedChanges > 0) {
      const count = refusedChanges === 1 ? 'a change' : `${refusedChanges} changes`;
      yield {
        code: 'refused-changes',
        text: `The service refused ${count} of ${name} to its menu, hours or sale: look at its screen.`,
        since: null,
        venueId,
      };
    }
  }
}
