/** Tokens of a venue just granted by the sandbox, in a vault that lives as long as the test. */
import { english } from '../../../contract/english.ts';
import type { Http } from '../../../main/service/http.ts';
import { createTokenKeeper, type TokenEvents, type TokenKeeper } from '../../../main/service/tokens.ts';
import type { ServiceClock } from '../../../main/time/service-clock.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';

const ADDRESSES = { auth: 'http://127.0.0.1', order: 'http://127.0.0.1' };

/** `grant`: the answer to POST /venues. */
export async function connectedTokens(
  { sandbox, http, clock }: { sandbox: Sandbox; http: Http; clock: ServiceClock },
  grant: Record<string, unknown>,
  events: Partial<TokenEvents> = {},
): Promise<TokenKeeper> {
  const kept = new Map<string, string>();
  const credentials = {
    authUrl: sandbox.auth_url,
    clientId: sandbox.client_id,
    clientSecret: sandbox.client_secret,
    addresses: ADDRESSES,
  };
  const tokens = createTokenKeeper({
    http,
    clock,
    vault: { get: async (name) => kept.get(name) ?? null, set: async (name, value) => void kept.set(name, value) },
    credentials: async () => credentials,
    addresses: () => ADDRESSES,
    events: { connected: () => undefined, renewed: () => undefined, mustReconnect: () => undefined, ...events },
  });
  const granted = await tokens.exchangeWith(credentials, String(grant.authorization_code), String(grant.redirect_uri));
  if (!granted.ok) throw new Error(english(granted.problem.text));
  await tokens.replace(granted.value.venueId, async () => granted.value.pair);
  return tokens;
}
