/** The venue endpoints (sections 2.6 and 4.3), one function each. */
import type { Span, SpecialDays } from '../../menu/hours.ts';
import { asRecord, asText, type Fields } from '../../orders/text/reading.ts';
import { ok, type Result } from '../problem.ts';
import type { CallEndpoint } from './endpoints.ts';
import { none } from './menu-api.ts';

/** 2.6, and the status as it is known in public. */
const FIELDS_OF_VENUE = ['is_open', 'status', 'opening_times', 'venue_config', 'order_handling_configuration', 'last_three_orders_status'];

/** `until`: ISO UTC, or null for no end; with OFFLINE alone. */
export type OnlineWish = { status: 'ONLINE' } | { status: 'OFFLINE'; until: string | null };

export interface VenueApi {
  /** GET get venue status: the body as received. */
  status(venueId: string): Promise<Result<Fields>>;
  /** PATCH set online or offline. */
  setOnline(venueId: string, wish: OnlineWish): Promise<Result<null>>;
  /** PATCH weekly opening times: the whole week. */
  setOpeningTimes(venueId: string, week: readonly Span[]): Promise<Result<null>>;
  /** PUT special opening times: all that are still to come. */
  setSpecialTimes(venueId: string, days: SpecialDays): Promise<Result<null>>;
  /** GET delivery provider: SERVICE, SELF_DELIVERY, or a word that this version does not know. */
  deliveryProvider(venueId: string): Promise<Result<string>>;
  /** PATCH delivery provider. */
  setDeliveryProvider(venueId: string, provider: string): Promise<Result<null>>;
}

export function createVenueApi(call: CallEndpoint): VenueApi {
  return {
    async status(venueId) {
      const fits = (body: unknown): boolean => FIELDS_OF_VENUE.some((name) => Object.hasOwn(asRecord(body) ?? {}, name));
      const answer = await call(venueId, 'venue_status', { fits });
      return answer.ok ? ok(asRecord(answer.value.body) ?? {}) : answer;
    },
    async setOnline(venueId, wish) {
      const body = wish.status === 'ONLINE' || wish.until === null ? { status: wish.status } : wish;
      return none(await call(venueId, 'set_online', { body }));
    },
    setOpeningTimes: async (venueId, week) => none(await call(venueId, 'set_opening_times', { body: { availability: week } })),
    setSpecialTimes: async (venueId, days) => none(await call(venueId, 'set_special_times', { body: days })),
    async deliveryProvider(venueId) {
      const fits = (body: unknown): boolean => asText(asRecord(body)?.delivery_provider) !== null;
      const answer = await call(venueId, 'get_delivery_provider', { fits });
      return answer.ok ? ok(asText(asRecord(answer.value.body)?.delivery_provider) ?? '') : answer;
    },
    setDeliveryProvider: async (venueId, provider) =>
      none(await call(venueId, 'set_delivery_provider', { body: { delivery_provider: provider } })),
  };
}
