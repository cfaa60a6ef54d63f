/** One connection to NATS at a time, and a new one whenever that has ended, for as long as the relay runs. */
import { readFileSync } from 'node:fs';
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  type NatsConnection,
  type NodeConnectionOptions,
  nkeyAuthenticator,
} from '@nats-io/transport-node';
import type { RelaySettings } from '../../settings/settings.ts';
import type { Cancel, Time } from '../../time.ts';

export type NatsSettings = Extract<RelaySettings['engine'], object>['nats'];

/** A request that NATS has not answered after this long is taken for lost. */
export const ANSWER_MS = 1_000;
/** A server that says nothing for two of these is gone. */
const PING_MS = 2_000;
const CONNECT_MS = 2_000;
const AGAIN_MS = 500;

export interface Session {
  nats: NatsConnection;
  jetstream: JetStreamClient;
  manager: JetStreamManager;
  isOver(): boolean;
  /** It is of no use any more: another one is opened a moment later. */
  end(why: unknown): void;
}

/** `begin`: of each new connection; it is closed where that fails. `ended`: with why, also where none could be opened. */
export function keepConnected(options: {
  settings: NatsSettings;
  time: Time;
  begin: (session: Session) => Promise<void>;
  ended: (why: unknown) => void;
}): AsyncDisposable {
  const { settings, time } = options;
  let isClosing = false;
  let current: Session | null = null;
  let noTurn: Cancel = () => undefined;
  let turning: Promise<void> = turn();

  async function turn(): Promise<void> {
    try {
      const nats = await connect(connectionOptions(settings));
      try {
        if (!isClosing) await use(nats);
      } finally {
        await nats.close().catch(() => undefined);
      }
    } catch (error) {
      options.ended(error);
    }
    // Relays that lost the same server do not come back all at once.
    if (!isClosing) noTurn = time.after(AGAIN_MS * (0.5 + Math.random()), () => (turning = turn()));
  }

  async function use(nats: NatsConnection): Promise<void> {
    const over = Promise.withResolvers<unknown>();
    let isOver = false;
    const end = (why: unknown): void => {
      isOver = true;
      over.resolve(why);
    };
    nats.closed().then((error) => end(error ?? new Error('NATS closed the connection')), end);
    const session = {
      nats,
      jetstream: jetstream(nats, { timeout: ANSWER_MS }),
      manager: await jetstreamManager(nats, { timeout: ANSWER_MS }),
      isOver: () => isOver,
      end,
    };
    current = session;
    if (isClosing) end(null);
    options.begin(session).catch(end);
    options.ended(await over.promise);
    current = null;
  }

  return {
    async [Symbol.asyncDispose]() {
      isClosing = true;
      noTurn();
      current?.end(null);
      await turning;
    },
  };
}

/** Files are read at each connection: they may have been replaced. Throws the file system's error. */
function connectionOptions({ servers, tls, ...access }: NatsSettings): NodeConnectionOptions {
  const authenticator = authenticatorOf(access);
  return {
    servers,
    name: 'relay',
    // What this relay tells the others is not for itself.
    noEcho: true,
    // A new one looks at its streams anew; the client would go on with a server that has lost them.
    reconnect: false,
    timeout: CONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    ...(authenticator ? { authenticator } : {}),
    ...(access.user === null ? {} : { user: access.user, pass: access.password ?? '' }),
    ...(tls ? { tls: tlsOf(tls) } : {}),
  };
}

function authenticatorOf({ credentials_file, nkey_file }: Pick<NatsSettings, 'credentials_file' | 'nkey_file'>): Authenticator | null {
  if (credentials_file !== null) return credsAuthenticator(readFileSync(credentials_file));
  if (nkey_file !== null) return nkeyAuthenticator(Buffer.from(readFileSync(nkey_file, 'utf8').trim()));
  return null;
}

function tlsOf({ ca_file, certificate_file, key_file }: NonNullable<NatsSettings['tls']>): NonNullable<NodeConnectionOptions['tls']> {
  const read = (file: string): string => readFileSync(file, 'utf8');
  return {
    ...(ca_file === null ? {} : { ca: read(ca_file) }),
    ...(certificate_file === null ? {} : { cert: read(certificate_file) }),
    ...(key_file === null ? {} : { key: read(key_file) }),
  };
}
