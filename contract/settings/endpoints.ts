/** Menu and venue endpoints. The interface document omits their paths, methods and statuses; these are the publicly known ones. */
import * as v from 'valibot';
import { mistake } from '../mistake.ts';

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  statuses: number[];
}

/** `idempotent`: whether a request may be repeated. `create_menu` may not: the service refuses a second whole menu soon after the first. */
export const ENDPOINTS = {
  create_menu: { method: 'POST', path: '/v1/restaurants/{venue_id}/menu', statuses: [202], idempotent: false },
  get_menu: { method: 'GET', path: '/v2/venues/{venue_id}/menu', statuses: [202], idempotent: true },
  update_items: { method: 'PATCH', path: '/venues/{venue_id}/items', statuses: [202], idempotent: true },
  update_option_values: { method: 'PATCH', path: '/venues/{venue_id}/options/values', statuses: [202], idempotent: true },
  update_inventory: { method: 'PATCH', path: '/venues/{venue_id}/items/inventory', statuses: [202], idempotent: true },
  venue_status: { method: 'GET', path: '/venues/{venue_id}/status', statuses: [200], idempotent: true },
  set_online: { method: 'PATCH', path: '/venues/{venue_id}/online', statuses: [204], idempotent: true },
  set_opening_times: { method: 'PATCH', path: '/venues/{venue_id}/opening-times', statuses: [202], idempotent: true },
  set_special_times: { method: 'PUT', path: '/venues/{venue_id}/special-opening-times', statuses: [202], idempotent: true },
  get_delivery_provider: { method: 'GET', path: '/venues/{venue_id}/delivery-provider', statuses: [200], idempotent: true },
  set_delivery_provider: { method: 'PATCH', path: '/venues/{venue_id}/delivery-provider', statuses: [204], idempotent: true },
} as const satisfies Record<string, Omit<Endpoint, 'statuses'> & { statuses: readonly number[]; idempotent: boolean }>;
export type EndpointName = keyof typeof ENDPOINTS;
const NAMES = Object.keys(ENDPOINTS) as [EndpointName, ...EndpointName[]];

const Changed = v.strictObject({
  method: v.optional(v.picklist(['GET', 'POST', 'PUT', 'PATCH'])),
  path: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(500),
      v.check(
        (text) => /^\/.*\{venue_id\}/.test(text),
        mistake('field.pathNeedsVenueId', { part: '{venue_id}', example: '/venues/{venue_id}' }),
      ),
    ),
  ),
  statuses: v.optional(v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(299))), v.minLength(1), v.maxLength(10))),
});

export const EndpointSettings = v.pipe(
  v.optional(v.record(v.picklist(NAMES, NAMES.join(', ')), Changed), {}),
  v.description(
    `Menu and venue endpoints that differ from the public ones, by name: \`{"set_online": {"method": "PATCH", "path": "/venues/{venue_id}/online", "statuses": [204]}}\`; the rest stays. Names: ${NAMES.map((name) => `\`${name}\``).join(', ')}.`,
  ),
);
