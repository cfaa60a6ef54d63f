/** Calls of the menu and venue endpoints: where each is, as the settings have it, and how it waits when the service asks for it. */
import { ENDPOINTS, type Endpoint, type EndpointName } from '../../../contract/settings/endpoints.ts';
import type { Expected, HttpAnswer } from '../http.ts';
import type { Pace } from '../pace.ts';
import { failure, type Result } from '../problem.ts';
import type { CallOptions, VenueClient } from '../venue-client.ts';
import { menuProblem } from './menu-problem.ts';

/** As `service` of the settings has it. */
export interface Places {
  venue_path: string | null;
  endpoints: { [N in EndpointName]?: { [K in keyof Endpoint]?: Endpoint[K] | undefined } | undefined };
}

/** Where an endpoint is. The path of the venue that an installer set before there were others counts for the status. */
export function placeOf(name: EndpointName, { venue_path, endpoints }: Places): Endpoint {
  const { method, path, statuses }: Endpoint = { ...ENDPOINTS[name], statuses: [...ENDPOINTS[name].statuses] };
  const set = endpoints[name] ?? {};
  const elsewhere = name === 'venue_status' && venue_path !== null ? venue_path : path;
  return { method: set.method ?? method, path: set.path ?? elsewhere, statuses: set.statuses ?? statuses };
}

/** Those of a menu: a 401 says that the venue is not enabled for them (7.3). */
const OF_MENU: readonly EndpointName[] = ['create_menu', 'get_menu', 'update_items', 'update_option_values', 'update_inventory'];
/** A pause or its end goes out whatever else must wait. */
const AT_ONCE: readonly EndpointName[] = ['set_online'];
/** Where a 429 says nothing, ms. */
const UNSTATED_WAIT_MS = 120_000;

export type CallEndpoint = (
  venueId: string,
  name: EndpointName,
  options?: Pick<CallOptions, 'body' | 'totalMs'> & { fits?: Expected['body'] },
) => Promise<Result<HttpAnswer>>;

/** `client`: with a pace of these endpoints alone. `ofOrders`: what orders wait for is waited for here as well. */
export function createEndpoints(options: { client: VenueClient; ofOrders: Pace; places: () => Places }): CallEndpoint {
  return async (venueId, name, { fits, ...given } = {}) => {
    const { method, path, statuses } = placeOf(name, options.places());
    const { idempotent } = ENDPOINTS[name];
    const waiting = AT_ONCE.includes(name) ? null : options.ofOrders.mustWait(venueId, '');
    if (waiting) return failure(waiting);
    const asked = {
      method,
      path: path.replaceAll('{venue_id}', encodeURIComponent(venueId)),
      expects: { statuses, ...(fits ? { body: fits } : {}) },
      idempotent,
    };
    const answer = await options.client.call(venueId, asked, {
      ...given,
      paceOf: `${venueId} ${name}`,
      mayWaitLong: true,
      leastWaitMs: UNSTATED_WAIT_MS,
    });
    return answer.ok ? answer : failure(menuProblem(answer.problem, OF_MENU.includes(name)));
  };
}
