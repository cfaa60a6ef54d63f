/** A venue's kind, hours, online state, limits and delays. Its fields follow public sources. */
import { ASSUMED } from '../assumptions.ts';
import { type Fields, isFields, Refusal } from '../wire/exchange.ts';
import { optionalTime } from '../wire/request-bodies.ts';
import { isZone, localTime } from './local-time.ts';
import { isWithinSpecial, readSpecialDays, type SpecialDays } from './special-days.ts';
import { ALWAYS, isWithinWeek, readSpans, refuseOverlaps, type Span } from './week.ts';

const KINDS = ['restaurant', 'retail', 'full-assortment'] as const;
export type VenueKind = (typeof KINDS)[number];

const RETRY_AFTER = ['seconds', 'date', 'none'] as const;

/** Calls with a limit. The venue's status reports only the first three. */
const LIMITED = ['itemsUpdate', 'inventoryUpdate', 'getMenu', 'createMenu', 'optionValuesUpdate', 'online', 'openingTimes'] as const;
export const REPORTED_LIMITS = ['itemsUpdate', 'inventoryUpdate', 'getMenu'] as const;
export type Limited = (typeof LIMITED)[number];

export interface Limit {
  refresh_rate_in_minutes: number;
  limit: number;
}

export interface VenueState {
  kind: VenueKind;
  externalId: string | null;
  zone: string;
  week: Span[];
  special: SpecialDays[];
  /** Null: online. `until`: epoch ms, or null without end. */
  offline: { until: number | null } | null;
  isDeviceFree: boolean;
  menuEnabled: boolean;
  isDeleted: boolean;
  deliveryProvider: 'SERVICE' | 'SELF_DELIVERY';
  hasHybridDelivery: boolean;
  vatRates: readonly number[];
  limits: Partial<Record<Limited, Limit>>;
  retryAfter: (typeof RETRY_AFTER)[number];
  /** ms until changes show. */
  processing: { menu: number; updates: number; openingTimes: number; online: number; reading: number };
  /** How many of the next menu reads end in ERROR. */
  readingsThatFail: number;
}

export function newState(): VenueState {
  return {
    kind: 'restaurant',
    externalId: null,
    zone: ASSUMED.zone,
    week: ALWAYS,
    special: [],
    offline: null,
    isDeviceFree: true,
    menuEnabled: true,
    isDeleted: false,
    deliveryProvider: 'SERVICE',
    hasHybridDelivery: true,
    vatRates: ASSUMED.vatRates,
    limits: { ...ASSUMED.limits },
    retryAfter: 'seconds',
    processing: {
      menu: ASSUMED.menuAppliedAfterMs,
      updates: ASSUMED.updateAppliedAfterMs,
      openingTimes: ASSUMED.openingTimesAppliedAfterMs,
      online: ASSUMED.onlineAppliedAfterMs,
      reading: ASSUMED.menuPendingMs,
    },
    readingsThatFail: 0,
  };
}

export function changeState(state: VenueState, wishes: Fields): void {
  const set = <K extends keyof VenueState>(key: K, name: string, read: (value: unknown) => VenueState[K] | undefined): void => {
    if (wishes[name] === undefined) return;
    const value = read(wishes[name]);
    if (value === undefined) throw new Refusal(400, { reason: `"${name}" is wrong; see sandbox/README.md.` });
    state[key] = value;
  };
  set('kind', 'kind', oneOf(KINDS));
  set('externalId', 'external_venue_id', (value) => (value === null || typeof value === 'string' ? value : undefined));
  set('zone', 'zone', (value) => (typeof value === 'string' && isZone(value) ? value : undefined));
  set('week', 'opening_times', (value) => {
    const spans = readSpans(value, 'opening_times');
    refuseOverlaps(spans, 'opening_times');
    return spans;
  });
  set('special', 'special_opening_times', (value) => (isFields(value) ? readSpecialDays(value) : undefined));
  set('offline', 'is_online', (value) =>
    value === true ? null : value === false ? { until: optionalTime(wishes, 'offline_until') } : undefined,
  );
  set('isDeviceFree', 'is_device_free', yesOrNo);
  set('menuEnabled', 'menu_enabled', yesOrNo);
  set('isDeleted', 'is_deleted', yesOrNo);
  set('deliveryProvider', 'delivery_provider', oneOf(['SERVICE', 'SELF_DELIVERY'] as const));
  set('hasHybridDelivery', 'hybrid_delivery', yesOrNo);
  set('vatRates', 'vat_rates', (value) => (Array.isArray(value) && value.every(isAmount) ? value : undefined));
  set('limits', 'limits', (value) => readLimits(state, value));
  set('retryAfter', 'retry_after_form', oneOf(RETRY_AFTER));
  set('processing', 'processing_ms', (value) => readProcessing(state, value));
  set('readingsThatFail', 'readings_that_fail', (value) => (isAmount(value) ? value : undefined));
}

function oneOf<T>(allowed: readonly T[]): (value: unknown) => T | undefined {
  return (value) => allowed.find((one) => one === value);
}

function yesOrNo(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}

/** `{itemsUpdate: {refresh_rate_in_minutes, limit} | null}`; null removes one. */
function readLimits(state: VenueState, value: unknown): VenueState['limits'] | undefined {
  if (!isFields(value)) return undefined;
  const limits = { ...state.limits };
  for (const [name, wish] of Object.entries(value)) {
    const known = LIMITED.find((one) => one === name);
    if (!known) return undefined;
    if (wish === null) delete limits[known];
    else if (isFields(wish) && isAmount(wish.refresh_rate_in_minutes) && isAmount(wish.limit))
      limits[known] = { refresh_rate_in_minutes: wish.refresh_rate_in_minutes, limit: wish.limit };
    else return undefined;
  }
  return limits;
}

function readProcessing(state: VenueState, value: unknown): VenueState['processing'] | undefined {
  const names: Record<string, keyof VenueState['processing']> = {
    menu: 'menu',
    updates: 'updates',
    opening_times: 'openingTimes',
    online: 'online',
    reading: 'reading',
  };
  if (!isFields(value)) return undefined;
  const processing = { ...state.processing };
  for (const [name, ms] of Object.entries(value)) {
    const key = names[name];
    if (!key || !isAmount(ms)) return undefined;
    processing[key] = ms;
  }
  return processing;
}

/** `now`: epoch ms. */
export function isOnline(state: VenueState, now: number): boolean {
  return state.offline === null || (state.offline.until !== null && state.offline.until <= now);
}

export function isWithinHours(state: VenueState, now: number): boolean {
  const local = localTime(now, state.zone);
  return isWithinSpecial(state.special, local) ?? isWithinWeek(state.week, local);
}
