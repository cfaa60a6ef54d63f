/** When one-tap auto-accept ends. Pure; times are epoch ms. */
import type { SaleView, VenueView } from '../../contract/contract.ts';

const HOUR_MS = 3_600_000;
const HALF_HOUR_MS = HOUR_MS / 2;
/** A venue that closes later than this counts as always open. */
const LONGEST_MS = 24 * HOUR_MS;

/** The next full or half hour at least an hour ahead, or an earlier closing time. `zoneMs`: offset from UTC. */
export function autoAcceptUntil(now: number, closing: number | null, zoneMs: number): number {
  const half = Math.ceil((now + HOUR_MS + zoneMs) / HALF_HOUR_MS) * HALF_HOUR_MS - zoneMs;
  return closing === null ? half : Math.min(half, closing);
}

/** When the last of the venues closes; null if one is closed now or unknown, or if that's more than a day ahead. */
export function closingTime(venues: readonly Pick<VenueView, 'sale'>[], now: number): number | null {
  const ends = venues.map(({ sale }) => (sale && endOf(sale, now)) ?? Number.POSITIVE_INFINITY);
  const last = Math.max(now, ...ends);
  return last === now || last - now > LONGEST_MS ? null : last;
}

function endOf({ today }: Pick<SaleView, 'today'>, now: number): number | null {
  const open = today.find(({ from, until }) => Date.parse(from) <= now && now < Date.parse(until));
  return open ? Date.parse(open.until) : null;
}
