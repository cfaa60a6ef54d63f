/** Parses a venue's status tolerantly: missing fields are null. Its fields follow public sources. Pure. */
import { asArray, asCount, asRecord, asText, type Fields } from '../orders/text/reading.ts';
import { type Span, type SpecialTime, spansIn, specialTimesIn } from './hours.ts';

export interface RateLimit {
  calls: number;
  everyMs: number;
}

export interface VenueStatus {
  /** Documented at the top level, observed under `status`. */
  isOpen: boolean | null;
  isOnline: boolean | null;
  week: Span[];
  specialTimes: SpecialTime[];
  isMenuEnabled: boolean | null;
  limits: { items: RateLimit | null; inventory: RateLimit | null; menu: RateLimit | null };
  acceptsItself: boolean | null;
  /** Seconds until the service rejects an unanswered order. */
  acceptWithinSeconds: number | null;
  /** Statuses of the last orders, newest first, lowercase. */
  lastOrders: string[];
}

/** Statuses of an unanswered order (section 2.5), as in `lastOrders`. */
export const UNANSWERED: ReadonlySet<string> = new Set(['received', 'fetched', 'acknowledged']);

const SANE_SECONDS = { least: 30, most: 3_600 };
/** Longer periods don't limit anything. */
const MOST_MINUTES = 24 * 60;

export function venueStatus(resource: Fields): VenueStatus {
  const status = asRecord(resource.status) ?? {};
  const config = asRecord(resource.venue_config) ?? {};
  const limits = asRecord(config.rate_limit_settings) ?? {};
  const handling = asRecord(resource.order_handling_configuration) ?? {};
  return {
    isOpen: flag(status.is_open) ?? flag(resource.is_open),
    isOnline: flag(status.is_online) ?? flag(resource.is_online),
    week: spansIn(resource.opening_times),
    specialTimes: specialTimesIn(resource.special_times),
    isMenuEnabled: flag(config.menu_api_enabled),
    limits: { items: limit(limits.itemsUpdate), inventory: limit(limits.inventoryUpdate), menu: limit(limits.getMenu) },
    acceptsItself: flag(handling.acceptance_by_service),
    acceptWithinSeconds: acceptWithin(config.max_acceptance_prep_time_duration),
    lastOrders: asArray(resource.last_three_orders_status).flatMap((one) => asText(one)?.toLowerCase() ?? []),
  };
}

/** Keeps limits and week of the earlier status if missing now: a missing field doesn't mean none. */
export function withKnown(resource: Fields, before: Fields | null): Fields {
  if (before === null) return resource;
  const merged = (now: unknown, then: unknown, keys: readonly string[]): unknown => {
    const [given, known] = [asRecord(now), asRecord(then)];
    if (!given || !known) return now ?? then;
    const kept = keys.filter((key) => given[key] == null && known[key] != null).map((key) => [key, known[key]]);
    return { ...given, ...Object.fromEntries(kept) };
  };
  const [config, configBefore] = [asRecord(resource.venue_config), asRecord(before.venue_config)];
  const limits = merged(config?.rate_limit_settings, configBefore?.rate_limit_settings, ['itemsUpdate', 'inventoryUpdate', 'getMenu']);
  const settings = merged(config, configBefore, ['menu_api_enabled', 'max_acceptance_prep_time_duration']);
  const week = resource.opening_times ?? before.opening_times;
  return {
    ...resource,
    ...(settings || limits ? { venue_config: { ...asRecord(settings), ...(limits ? { rate_limit_settings: limits } : {}) } } : {}),
    ...(week ? { opening_times: week } : {}),
  };
}

const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);

function limit(value: unknown): RateLimit | null {
  const fields = asRecord(value);
  const minutes = fields?.refresh_rate_in_minutes;
  const calls = asCount(fields?.limit);
  if (typeof minutes !== 'number' || !(minutes > 0 && minutes <= MOST_MINUTES) || calls === null || calls === 0) return null;
  return { calls, everyMs: minutes * 60_000 };
}

/** Only public sources have this field, in seconds; implausible values count as missing. */
function acceptWithin(seconds: unknown): number | null {
  return typeof seconds === 'number' && seconds >= SANE_SECONDS.least && seconds <= SANE_SECONDS.most ? seconds : null;
}
