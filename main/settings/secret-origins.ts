/** A secret with the addresses it was entered for; it's sent to no others. */
import * as v from 'valibot';
import { originOf } from '../../contract/address.ts';
import type { Settings } from '../../contract/settings/settings.ts';

const Origins = v.object({
  auth: v.nullable(v.string()),
  order: v.nullable(v.string()),
  delivery: v.nullable(v.string()),
  gateway: v.nullable(v.string()),
});
/** Scheme, host and port of each address; null without one. */
export type Origins = v.InferOutput<typeof Origins>;

type Addresses = Pick<Settings['service'], 'auth_url' | 'order_base_url' | 'delivery_base_url' | 'gateway_url'>;

const MARK = 'entered-for:';
const Kept = v.pipe(
  v.string(),
  v.startsWith(MARK),
  v.transform((text) => text.slice(MARK.length)),
  v.parseJson(),
  v.object({
    secret: v.string(),
    origins: Origins,
  }),
);

export interface EnteredSecret {
  secret: string;
  origins: Origins;
}

export function originsOf(service: Addresses): Origins {
  return {
    auth: originOf(service.auth_url),
    order: originOf(service.order_base_url),
    delivery: originOf(service.delivery_base_url),
    gateway: originOf(service.gateway_url),
  };
}

/** The vault entry: secret and addresses together. */
export function serializeSecret(secret: string, origins: Origins): string {
  return MARK + JSON.stringify({ secret, origins });
}

/** Null without a secret or its addresses. */
export function parseSecret(text: string | null): EnteredSecret | null {
  const kept = v.safeParse(Kept, text);
  return kept.success ? kept.output : null;
}
