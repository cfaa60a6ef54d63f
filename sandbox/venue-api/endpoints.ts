/** The menu and venue endpoints as a table. Their undocumented methods, paths and statuses can be changed by the control API. */
import { orderErrorBody } from '../assumptions.ts';
import type { TokenBook } from '../tokens/token-book.ts';
import type { Limited } from '../venue/venue-state.ts';
import type { Venue, Venues } from '../venue/venues.ts';
import { type Fields, type Incoming, isFields, Refusal, type Reply } from '../wire/exchange.ts';
import { fieldsOf } from '../wire/request-bodies.ts';
import { venueFor } from './admission.ts';
import type { Limits } from './limits.ts';

export interface Call {
  venue: Venue;
  request: Incoming;
  /** Throws 400 if it's no JSON object. */
  body(): Fields;
  /** False if a fault suppresses the effect. */
  hasEffect: boolean;
}

export interface Endpoint {
  /** The endpoint's name in the interface document. */
  name: string;
  method: string;
  /** The path, with `{venue_id}`. */
  path: string;
  success: number;
  limited?: Limited;
  /** Needs the menu API enabled for the venue (7.3). */
  isOfMenu: boolean;
  /** False if a variant leaves this endpoint out. */
  isThere?(): boolean;
  /** Throws refusals; returns the body, if any. */
  serve(call: Call): unknown;
}

export interface VenueEndpoints {
  /** Null for other paths. */
  serve(request: Incoming): Reply | null;
  read(path: string, method: string): string | null;
  view(): Fields;
  /** `{name: {method?, path?, success?}}`; null resets. */
  move(wishes: Fields): void;
}

export function createVenueEndpoints(parts: {
  endpoints: readonly Endpoint[];
  tokens: TokenBook;
  venues: Venues;
  limits: Limits;
}): VenueEndpoints {
  const moved = new Map<string, Partial<Pick<Endpoint, 'method' | 'path' | 'success'>>>();
  const table = () => parts.endpoints.filter(({ isThere }) => isThere?.() ?? true).map((one) => ({ ...one, ...moved.get(one.name) }));
  const at = (path: string) =>
    table().flatMap((endpoint) => {
      const id = patternOf(endpoint.path).exec(path)?.[1];
      return id === undefined ? [] : [{ endpoint, id }];
    });

  return {
    serve(request) {
      const here = at(request.path);
      if (here.length === 0) return null;
      const found = here.find(({ endpoint }) => endpoint.method === request.method);
      if (!found) {
        const methods = here.map(({ endpoint }) => endpoint.method).join(' or ');
        throw new Refusal(405, orderErrorBody('METHOD_NOT_ALLOWED', `Use ${methods}.`));
      }
      const { endpoint, id } = found;
      const venue = venueFor(request, id, parts);
      if (venue.state.isDeleted) throw new Refusal(403, orderErrorBody('VENUE_DELETED', 'The venue is marked deleted.'));
      if (endpoint.isOfMenu && !venue.state.menuEnabled)
        throw new Refusal(401, orderErrorBody('MENU_API_NOT_ENABLED', 'The venue is not enabled for menu endpoints.'));
      if (endpoint.limited) parts.limits.require(venue, endpoint.limited);
      const body = endpoint.serve({
        venue,
        request,
        body: () => fieldsOf(request.body),
        hasEffect: !request.trouble.noEffect,
      });
      if (endpoint.limited) parts.limits.count(venue, endpoint.limited);
      return { status: endpoint.success, ...(body === undefined ? {} : { body }) };
    },
    read: (path, method) => {
      const here = at(path);
      return (here.find(({ endpoint }) => endpoint.method === method) ?? here[0])?.endpoint.name ?? null;
    },
    view: () => Object.fromEntries(table().map(({ name, method, path, success }) => [name, { method, path, success }])),
    move(wishes) {
      for (const [name, wish] of Object.entries(wishes)) {
        if (!parts.endpoints.some((one) => one.name === name))
          throw new Refusal(400, {
            reason: `There is no endpoint "${name}". There are: ${parts.endpoints.map((one) => one.name).join(', ')}.`,
          });
        if (wish === null) moved.delete(name);
        else moved.set(name, readPlace(isFields(wish) ? wish : {}));
      }
    },
  };
}

function readPlace({ method, path, success }: Fields): Partial<Endpoint> {
  if (path !== undefined && !(typeof path === 'string' && path.startsWith('/') && path.includes('{venue_id}')))
    throw new Refusal(400, { reason: '"path" must begin with / and hold {venue_id}.' });
  if (method !== undefined && !['GET', 'POST', 'PUT', 'PATCH'].includes(String(method)))
    throw new Refusal(400, { reason: '"method" must be GET, POST, PUT or PATCH.' });
  if (success !== undefined && !(typeof success === 'number' && success >= 200 && success < 300))
    throw new Refusal(400, { reason: '"success" must be a status from 200 to 299.' });
  return {
    ...(path === undefined ? {} : { path }),
    ...(method === undefined ? {} : { method: String(method) }),
    ...(success === undefined ? {} : { success }),
  };
}

const patterns = new Map<string, RegExp>();

function patternOf(path: string): RegExp {
  const known = patterns.get(path);
  if (known) return known;
  const [before = '', after = ''] = path.split('{venue_id}').map((part) => part.replace(/[.+?^${}()|[\]\\*]/g, '\\$&'));
  const pattern = new RegExp(`^${before}([^/]+)${after}$`);
  patterns.set(path, pattern);
  return pattern;
}
