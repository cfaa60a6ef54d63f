/** Connects a venue: once the service grants access, saves the input, all or nothing. */

import { type Answer, type CallInput, originOf } from '../../../contract/contract.ts';
import { message, type Text } from '../../../contract/message.ts';
import type { Cancel, Time } from '../../../shared/time/time.ts';
import { failure, ok, type Result } from '../../service/problem.ts';
import { type Credentials, noCredentials, type TokenKeeper, tokensIn } from '../../service/tokens.ts';
import type { Addresses, NewConnections } from '../../settings/new-connection.ts';
import type { Secrets } from '../../settings/secrets.ts';
import type { SettingsKeeper } from '../../settings/settings.ts';
import { type Handlers, refuse, refuseAs } from '../answers.ts';

export interface Connecting {
  'venue.connect': Handlers['venue.connect'];
  /** Exchanges a settings file's code with the configured addresses and secret (section 4.1). Rejects with VaultError. */
  connectAsSet(code: string, redirectUri: string): Promise<Result<{ venueId: string }>>;
  /** Finishes an interrupted connection. Rejects with VaultError. */
  takeUp(): Promise<void>;
  /** Resolves when `takeUp` ended, failed or not; until then, secret and addresses may not match. */
  takenUp(): Promise<void>;
  stop(): void;
}

const TRY_AGAIN_MS = 5_000;

export function createConnecting(deps: {
  time: Time;
  settings: SettingsKeeper;
  secrets: Pick<Secrets, 'clientSecret' | 'clientSecretFor' | 'reload'>;
  connections: NewConnections;
  tokens: TokenKeeper;
  /** Null without a secret for the current addresses. */
  credentials: () => Promise<Credentials | null>;
  onConnected: () => void;
  onDefect: (error: unknown) => void;
}): Connecting {
  const { settings, secrets, connections, tokens } = deps;
  let last: Promise<unknown> = Promise.resolve();
  let takenUp: Promise<void> = Promise.resolve();
  let nextTry: Cancel | undefined;

  /** One connection at a time. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  }

  async function putInPlace(): Promise<void> {
    const granted = await connections.waiting();
    if (!granted) return;
    await tokens.replace(granted.venueId, async () => {
      await connections.putInPlace(granted);
      await secrets.reload().catch(deps.onDefect);
      return JSON.parse(granted.tokens.text);
    });
    await connections.done();
    deps.onConnected();
  }

  function tryAgain(): void {
    nextTry = deps.time.after(TRY_AGAIN_MS, () => {
      inTurn(putInPlace).catch((error: unknown) => {
        deps.onDefect(error);
        tryAgain();
      });
    });
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
    const credentials = {
      authUrl: given.authUrl,
      clientId: given.clientId,
      clientSecret,
      addresses: { auth: originOf(given.authUrl), order: originOf(given.orderBaseUrl) },
    };
    const kept = { addresses, clientSecret: given.clientSecret };
    const granted = await exchange(credentials, kept, given.authorizationCode, given.redirectUri);
    return granted.ok ? granted : refuseAs(granted.problem);
  }

  async function connectAsSet(code: string, redirectUri: string): Promise<Result<{ venueId: string }>> {
    const credentials = await deps.credentials();
    if (!credentials) return failure(noCredentials());
    return exchange(credentials, { addresses: settings.get().service, clientSecret: null }, code, redirectUri);
  }

  /** `kept`: saved with the connection; the client secret only if typed. Throws VaultError before the code is spent. */
  async function exchange(
    credentials: Credentials,
    kept: { addresses: Addresses; clientSecret: string | null },
    code: string,
    redirectUri: string,
  ): Promise<Result<{ venueId: string }>> {
    const { environment, auth_url, order_base_url, delivery_base_url, client_id } = kept.addresses;
    const addresses = { environment, auth_url, order_base_url, delivery_base_url, client_id };
    await putInPlace();
    await connections.prepare(addresses);
    const answer = await tokens.exchangeWith(credentials, code, redirectUri);
    if (!answer.ok) return answer;
    const { venueId, pair } = answer.value;
    await connections.commit({
      addresses,
      clientSecret: kept.clientSecret,
      venueId,
      tokens: { name: tokensIn(venueId), text: JSON.stringify(pair) },
    });
    try {
      await putInPlace();
    } catch (error) {
      deps.onDefect(error);
      tryAgain();
      return failure({
        code: 'not-in-place',
        text: message('connect.notCompleted'),
        hint: message('connect.checkDiskAndKeychain'),
        outcome: 'unknown',
      });
    }
    return ok({ venueId });
  }

  async function whySecret(environment: Addresses['environment']): Promise<{ code: string; text: Text; hint: Text }> {
    return (await secrets.clientSecretFor(environment)) === null
      ? { code: 'secret-needed', text: message('connect.noSecretForAddresses'), hint: message('connect.enterSecret') }
      : {
          code: 'secret-needed',
          text: message('connect.secretForOtherAddresses'),
          hint: message('connect.enterSecretForAddresses'),
        };
  }

  return {
    'venue.connect': (given) => inTurn(() => connect(given)),
    connectAsSet: (code, redirectUri) => inTurn(() => connectAsSet(code, redirectUri)),
    takeUp() {
      const taking = inTurn(putInPlace);
      takenUp = taking.catch(() => undefined);
      return taking;
    },
    takenUp: () => takenUp,
    stop: () => nextTry?.(),
  };
}
