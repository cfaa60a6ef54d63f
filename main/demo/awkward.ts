/** The demo against an awkward service: what is asked of the sandbox, and what a person would do about a revoked access. */
import type { ClientFrame, CounterState } from '../../contract/contract.ts';
import { systemTime } from '../../shared/time/system-time.ts';
import type { EmbeddedSandbox } from '../training/embedded-sandbox.ts';
import type { DemoVenue } from './venue.ts';

/** How long someone waits before connecting is tried again, ms. */
const AGAIN_MS = 5_000;

/** Answers the seed. Throws when the sandbox refuses a name. */
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

/** For the robot: where the counter says that the venue must be connected again, someone fetches a new code and does so. */
export function connectAgain(sandbox: EmbeddedSandbox, venue: DemoVenue) {
  let askedAt = 0;
  return (state: CounterState, call: (name: ClientFrame['call'], input: unknown) => void): void => {
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
      // The demo is ending: there is no sandbox to fetch a code from any more.
      .catch(() => undefined);
  };
}
