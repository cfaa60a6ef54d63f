import { ENDPOINTS, type Endpoint, type EndpointName } from '../../../contract/settings/endpoints.ts';
import type { Expected, HttpAnswer } from '../http.ts';
import type { Pace } from '../pace.ts';
import { failure, type Result } from '../problem.ts';
import type { CallOptions, VenueClient } from '../venue-client.ts';
import { menuProblem } from './menu-problem.ts';

/** The section `service` of the settings. */
export interface Places {
  venue_path: string | null;
  endpoints: { [N in EndpointName]?: { [K in keyof Endpoint]?: Endpoint[K] | undefined } | undefined };
}

/** An older setting, `venue_path`, still applies to the status. */
export function placeOf(name: EndpointName, { venue_path, endpoints }: Places): Endpoint {
  const { method, path, statuses }: Endpoint = { ...ENDPOINTS[name], statuses: [...ENDPOINTS[name].statuses] };
  const set = endpoints[name] ?? {};
  const elsewhere = name === 'venue_status' && venue_path !== null ? venue_path : path;
  return { method: set.method ?? method, path: set.path ?? elsewhere, statuses: set.statuses ?? statuses };
}

/** 401 means that the venue isn't enabled for menus (7.3). */
const OF_MENU: readonly EndpointName[] = ['create_menu', 'get_menu', 'update_items', 'update_option_values', 'update_inventory'];
/** Opening and pausing are never delayed by other limits. */
const AT_ONCE: readonly EndpointName[] = ['set_online'];
/** The pause after a 429 that states none, ms. */
const UNSTATED_WAIT_MS = 120_000;

export type CallEndpoint = (
  venueId: string,
  name: EndpointName,
  options?: Pick<CallOptions, 'body' | 'totalMs'> & { fits?: Expected['body'] },
) => Promise<Result<HttpAnswer>>;

/** `client`: its rate limit (the pace) is for these endpoints only. `ofOrders`: the pauses of order calls apply here, too. */
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
