/** The venue resource (section 2.6), at the path that was set: the document shows its fields and no path. */
import { ASSUMED, orderErrorBody } from './assumptions.ts';
import type { OrderBook } from './orders/order-book.ts';
import type { TokenBook } from './tokens/token-book.ts';
import type { Venues } from './venues.ts';
import { type Incoming, Refusal, type Reply } from './wire/exchange.ts';

/** Answers a request for the resource, or null when the path is another. `path` holds `{venue_id}`. */
export function createVenueResource(options: { path: string | null; venues: Venues; book: OrderBook; tokens: TokenBook }) {
  const pattern = options.path === null ? null : new RegExp(`^${options.path.replace('{venue_id}', '([^/]+)')}$`);
  return (request: Incoming): Reply | null => {
    const id = pattern?.exec(request.path)?.[1];
    if (id === undefined) return null;
    if (request.method !== 'GET') throw new Refusal(405, orderErrorBody('METHOD_NOT_ALLOWED', 'Use GET.'));
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const allowed = token === undefined ? null : options.tokens.venuesOf(token);
    if (allowed === null)
      throw new Refusal(
        token === undefined ? 401 : options.tokens.refusalOf(token),
        orderErrorBody('UNAUTHORIZED', 'The access token is not valid.'),
      );
    const venue = options.venues.get(decodeURIComponent(id));
    if (!venue) throw new Refusal(404, orderErrorBody('VENUE_NOT_FOUND', 'Unknown venue id.'));
    if (!allowed.includes(venue.id))
      throw new Refusal(ASSUMED.statusOfForeignVenue, orderErrorBody('FORBIDDEN', 'Not a venue of this token.'));
    const last = options.book.all().filter((order) => order.venueId === venue.id);
    return {
      status: 200,
      body: {
        id: venue.id,
        is_open: venue.isOpen,
        order_handling_configuration: {
          acceptance_by_service: venue.autoAccepts,
          using_courier_arrival_notification: venue.announcesCourier,
        },
        ...(venue.tellsAcceptTime ? { venue_config: { max_acceptance_prep_time_duration: venue.acceptWithinSeconds } } : {}),
        last_three_orders_status: last
          .slice(-3)
          .reverse()
          .map((order) => order.body.order_status),
      },
    };
  };
}
