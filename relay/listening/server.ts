/** The relay's port, with or without TLS: limits, and reloaded certificates. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { hostAndPort, reachedAt } from '../../contract/address.ts';
import { type Certificate, type GuardedServer, guardedServer } from '../../shared/http/guarded-server.ts';
import type { Time } from '../../shared/time/time.ts';
import { followFiles } from '../settings/follow-files.ts';
import type { RelaySettings } from '../settings/settings.ts';
import { CannotStart, isLoopback } from '../settings/settings-file.ts';

const REQUEST_MS = 20_000;
/** Longer than usual, as proxies reuse idle connections even after more than five seconds. */
const IDLE_MS = 65_000;

export interface Port extends AsyncDisposable, Pick<GuardedServer, 'trust' | 'connections'> {
  origin: string;
}

export interface Listening {
  settings: RelaySettings;
  time: Time;
  serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<void>;
  /** A connection that this function doesn't `trust` is closed afterwards. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, path: string): void | Promise<void>;
  onDefect(error: unknown): void;
}

/** Throws CannotStart. */
export async function openPort({ settings, time, serve, upgrade, onDefect }: Listening): Promise<Port> {
  const { tls, listen, limits } = settings;
  const server = guardedServer({
    // A long poll is silent until a notification arrives.
    limits: { request: REQUEST_MS, answer: 0, idle: IDLE_MS, connections: limits.connections },
    certificate: tls ? readCertificate(tls) : undefined,
    time,
    onDefect,
    async serve(request, response, { path }) {
      try {
        await serve(request, response, path);
      } catch (error) {
        onDefect(error);
        if (response.headersSent) response.destroy();
        else response.writeHead(503, { connection: 'close' }).end();
      }
    },
    upgrade: (request, socket, head, { path }) => upgrade(request, socket, head, path),
  });
  const bound = await server.listen(listen.port, listen.host).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(
      error.code === 'EADDRINUSE'
        ? `Another program uses port ${listen.port} of ${listen.host}.`
        : `${hostAndPort(listen.host, listen.port)} cannot be listened on: ${String(error.code)}.`,
    );
  });
  const stopWatching = tls ? watchCertificate(tls, server, time, onDefect) : () => undefined;
  return {
    origin: `${tls ? 'https' : 'http'}://${reachedAt(listen.host, bound)}`,
    trust: server.trust,
    connections: server.connections,
    async [Symbol.asyncDispose]() {
      stopWatching();
      await server.close();
    },
  };
}

function readCertificate({ certificate_file, key_file }: NonNullable<RelaySettings['tls']>): Certificate {
  try {
    return { cert: readFileSync(certificate_file), key: readFileSync(key_file) };
  } catch (error) {
    throw new CannotStart(`The TLS files cannot be read: ${(error as Error).message}.`);
  }
}

/** Watches both files, as they change one after the other. Reports an invalid pair and keeps the old certificate. */
function watchCertificate(
  tls: NonNullable<RelaySettings['tls']>,
  server: GuardedServer,
  time: Time,
  onDefect: (error: unknown) => void,
): () => void {
  const reload = (): void => {
    try {
      server.renewCertificate(readCertificate(tls));
    } catch (error) {
      onDefect(error);
    }
  };
  return followFiles([tls.certificate_file, tls.key_file], time, reload, onDefect);
}

/** Whether others can't read the request in transit: TLS, here or at the proxy, or local. */
export function isPrivate(request: IncomingMessage, settings: RelaySettings): boolean {
  if ('encrypted' in request.socket) return true;
  const forwarded = request.headers['x-forwarded-proto'];
  if (settings.behind_proxy && forwarded !== undefined) return forwarded === 'https';
  return isLoopback(request.socket.remoteAddress);
}

/** The client's address, from the proxy or the connection. */
export function senderOf(request: IncomingMessage, settings: RelaySettings): string {
  const forwarded = settings.behind_proxy ? request.headers['x-forwarded-for'] : undefined;
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return last || (request.socket.remoteAddress ?? '');
}
