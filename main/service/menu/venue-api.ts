/** Endpoints of sections 2.6 and 4.3. */
import type { Span, SpecialDays } from '../../menu/hours.ts';
import { asRecord, asText, type Fields } from '../../orders/text/reading.ts';
import { ok, type Result } from '../problem.ts';
import type { CallEndpoint } from './endpoints.ts';
import { none } from './menu-api.ts';

/** Fields of a venue status, in section 2.6 or in the service's public documentation; one suffices. */
const FIELDS_OF_VENUE = ['is_open', 'status', 'opening_times', 'venue_config', 'order_handling_configuration', 'last_three_orders_status'];

/** `until`: ISO UTC; null for no end. */
export type OnlineWish = { status: 'ONLINE' } | { status: 'OFFLINE'; until: string | null };

export interface VenueApi {
  /** GET venue status: the body as received. */
  status(venueId: string): Promise<Result<Fields>>;
  /** PATCH online or offline. */
  setOnline(venueId: string, wish: OnlineWish): Promise<Result<null>>;
  /** PATCH the whole week. */
  setOpeningTimes(venueId: string, week: readonly Span[]): Promise<Result<null>>;
  /** PUT all future special days. */
  setSpecialTimes(venueId: string, days: SpecialDays): Promise<Result<null>>;
  /** Who delivers: SERVICE, SELF_DELIVERY, or a later word. */
  deliveryProvider(venueId: string): Promise<Result<string>>;
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
