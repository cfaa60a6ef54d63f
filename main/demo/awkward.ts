/** The demo's awkward mode: configures the sandbox, and reconnects a revoked venue as staff would. */
import type { AppState, ClientFrame } from '../../contract/contract.ts';
import { systemTime } from '../../shared/time/system-time.ts';
import type { EmbeddedSandbox } from '../training/embedded-sandbox.ts';
import type { DemoVenue } from './venue.ts';

/** Ms before reconnecting again. */
const AGAIN_MS = 5_000;

/** Returns the seed. Throws if the sandbox refuses a fault's name. */
export async function makeAwkward(
  sandbox: EmbeddedSandbox,
  { seed, without }: { seed?: number | undefined; without?: string | undefined },
): Promise<number> {
  const view = await sandbox.control('/awkward', {
    ...(seed === undefined ? {} : { seed }),
    ...(without === undefined ? {} : { without: without.split(',').map((name) => name.trim()) }),
  });
  return Number(view.seed);
}

/** The result, called with each state, reconnects a revoked venue with a new code. */
export function connectAgain(sandbox: EmbeddedSandbox, venue: DemoVenue) {
  let askedAt = 0;
  return (state: AppState, call: (name: ClientFrame['call'], input: unknown) => void): void => {
    const isWell = Object.values(state.venues).every(({ state: is }) => is === 'connected');
    if (isWell || systemTime.wall() - askedAt < AGAIN_MS) return;
    askedAt = systemTime.wall();
    const { addresses } = sandbox;
    sandbox
      .control(`/venues/${venue.venueId}/authorization-code`, {})
      .then((grant) =>
        call('venue.connect', {
          environment: 'development',
          authUrl: addresses.auth_url,
          orderBaseUrl: addresses.order_base_url,
          deliveryBaseUrl: addresses.delivery_base_url,
          clientId: addresses.client_id,
          clientSecret: null,
          authorizationCode: String(grant.authorization_code),
          redirectUri: String(grant.redirect_uri),
        }),
      )
      // The demo is ending, and the sandbox is gone.
      .catch(() => undefined);
  };
}
