/** Authorizes venue requests: 401 before 404, which would reveal existing venues. */
import { ASSUMED, orderErrorBody } from '../assumptions.ts';
import type { TokenBook } from '../tokens/token-book.ts';
import type { Venue, Venues } from '../venue/venues.ts';
import { type Incoming, Refusal } from '../wire/exchange.ts';

/** Throws the 401, 403 and 404 of section 7.2. `id`: from the path. */
export function venueFor(request: Incoming, id: string, { tokens, venues }: { tokens: TokenBook; venues: Venues }): Venue {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const allowed = token === undefined ? null : tokens.venuesOf(token);
  if (allowed === null)
    throw new Refusal(
      token === undefined ? 401 : tokens.refusalOf(token),
      orderErrorBody('UNAUTHORIZED', 'The access token is not valid.'),
    );
  const venue = venues.get(decodeURIComponent(id));
  if (!venue) throw new Refusal(404, orderErrorBody('VENUE_NOT_FOUND', 'Unknown venue id.'));
  if (!allowed.includes(venue.id))
    throw new Refusal(ASSUMED.statusOfForeignVenue, orderErrorBody('FORBIDDEN', 'Not a venue of this token.'));
  return venue;
}
