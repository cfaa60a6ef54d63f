/** Connecting a venue: what was typed is kept after the service has granted the connection, all of it or nothing. */
import { type Answer, type CallInput, originOf } from '../../preload/contract.ts';
import { type TokenKeeper, tokensIn } from '../service/tokens.ts';
import type { Addresses, Granted, NewConnections } from '../settings/new-connection.ts';
import type { Secrets } from '../settings/secrets.ts';
import type { SettingsKeeper } from '../settings/settings.ts';
import { type Handlers, refuse, refuseAs } from './answers.ts';

export interface Connecting {
  'venue.connect': Handlers['venue.connect'];
  /** Finishes what a crash cut short. Rejects with a VaultError while the vault cannot be read. */
  takeUp(): Promise<void>;
  stop(): void;
}

const TRY_AGAIN_MS = 5_000;

export function createConnecting(rooms: {
  settings: SettingsKeeper;
  secrets: Pick<Secrets, 'clientSecret' | 'clientSecretFor' | 'reload'>;
  connections: NewConnections;
  tokens: TokenKeeper;
  onConnected: () => void;
  onDefect: (error: unknown) => void;
}): Connecting {
  const { settings, secrets, connections, tokens } = rooms;
  let last: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** One connection at a time, and none while an earlier one is not in its place. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  }

  async function putInPlace(): Promise<Granted | null> {
    const granted = await connections.putInPlace();
    if (granted) {
      tokens.adopt(granted.venueId, JSON.parse(granted.tokens.text));
      await secrets.reload().catch(rooms.onDefect);
      rooms.onConnected();
    }
    return granted;
  }

  function tryAgain(): void {
    timer = setTimeout(() => {
      inTurn(putInPlace).catch((error: unknown) => {
        rooms.onDefect(error);
        tryAgain();
      });
    }, TRY_AGAIN_MS);
  }

  async function connect(given: CallInput<'venue.connect'>): Promise<Answer<{ venueId: string }>> {
    const addresses: Addresses = {
      environment: given.environment,
      auth_url: given.authUrl,
      order_base_url: given.orderBaseUrl,
      delivery_base_url: given.deliveryBaseUrl,
      client_id: given.clientId,
    };
    const clientSecret = given.clientSecret ?? (await secrets.clientSecret({ ...settings.get().service, ...addresses }));
    if (clientSecret === null) return refuse(await whySecret(given.environment));
    await putInPlace();
    await connections.prepare();
    const credentials = {
      authUrl: given.authUrl,
      clientId: given.clientId,
      clientSecret,
      addresses: { auth: originOf(given.authUrl), order: originOf(given.orderBaseUrl) },
    };
    const answer = await tokens.exchangeWith(credentials, given.authorizationCode, given.redirectUri);
    if (!answer.ok) return refuseAs(answer.problem);
    const { venueId, pair } = answer.value;
    await connections.commit({
      addresses,
      clientSecret: given.clientSecret,
      venueId,
      tokens: { name: tokensIn(venueId), text: JSON.stringify(pair) },
    });
    try {
      await putInPlace();
    } catch (error) {
      rooms.onDefect(error);
      tryAgain();
      return refuse({
        code: 'not-in-place',
        says: 'The service has connected the venue, but this computer could not take it over yet.',
        remedy: 'See that the disk is not full and the keychain is unlocked. Tillbridge goes on trying.',
      });
    }
    return { ok: true, value: { venueId } };
  }

  async function whySecret(environment: Addresses['environment']): Promise<{ code: string; says: string; remedy: string }> {
    return (await secrets.clientSecretFor(environment)) === null
      ? { code: 'secret-needed', says: 'No client secret is stored for these addresses.', remedy: 'Enter the client secret.' }
      : {
          code: 'secret-needed',
          says: 'The client secret that is stored was entered for other addresses; it is not sent to these.',
          remedy: 'Enter the client secret for these addresses.',
        };
  }

  return {
    'venue.connect': (given) => inTurn(() => connect(given)),
    takeUp: () => inTurn(async () => void (await putInPlace())),
    stop: () => clearTimeout(timer),
  };
}
