/** The venue resource (section 2.6) at a configured path, as the document shows none. */
import { orderErrorBody } from './assumptions.ts';
import type { Clock } from './clock.ts';
import type { OrderBook } from './orders/order-book.ts';
import type { TokenBook } from './tokens/token-book.ts';
import { isWithinHours } from './venue/venue-state.ts';
import type { Venues } from './venue/venues.ts';
import { venueFor } from './venue-api/admission.ts';
import { type Incoming, Refusal, type Reply } from './wire/exchange.ts';

/** Returns null for other paths. `path` contains `{venue_id}`. */
export function createVenueResource(options: { path: string | null; venues: Venues; book: OrderBook; tokens: TokenBook; clock: Clock }) {
  const pattern = options.path === null ? null : new RegExp(`^${options.path.replace('{venue_id}', '([^/]+)')}$`);
  return (request: Incoming): Reply | null => {
    const id = pattern?.exec(request.path)?.[1];
    if (id === undefined) return null;
    if (request.method !== 'GET') throw new Refusal(405, orderErrorBody('METHOD_NOT_ALLOWED', 'Use GET.'));
    const venue = venueFor(request, id, options);
    const last = options.book.all().filter((order) => order.venueId === venue.id);
    return {
      status: 200,
      body: {
        id: venue.id,
        is_open: venue.isOpen && isWithinHours(venue.state, options.clock.now()),
        order_handling_configuration: {
          acceptance_by_service: venue.autoAccepts,
          using_courier_arrival_notification: venue.announcesCourier,
        },
        ...(venue.tellsAcceptTime ? { venue_config: { max_acceptance_prep_time_duration: venue.acceptWithinSeconds } } : {}),
        last_three_orders_status: last
          .slice(-3)
          .reverse()
          .map((order) => order.body.order_status.toUpperCase()),
      },
    };
  };
}
