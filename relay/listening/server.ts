/** The relay's one port, with or without TLS: strict timeouts, a connection limit, and certificates that are reloaded. */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { hostAndPort, reachedAt } from '../../contract/address.ts';
import type { Time } from '../../shared/time/time.ts';
import { followFiles } from '../settings/follow-files.ts';
import type { RelaySettings } from '../settings/settings.ts';
import { CannotStart, isLoopback } from '../settings/settings-file.ts';

/** A whole request within so long, and its head within half of it. */
const REQUEST_MS = 20_000;
const HEAD_MS = 10_000;
/** A proxy keeps its connections for longer than five seconds, and sends the next notification on one of them. */
const IDLE_MS = 65_000;
const CHECKED_EVERY_MS = 2_000;
const HEADER_BYTES = 16 * 1024;
const BACKLOG = 4_096;
const CLOSING_MS = 1_000;

export interface Port extends AsyncDisposable {
  /** As `http://127.0.0.1:8750`. */
  origin: string;
  port: number;
  connections(): number;
}

export interface Listening {
  settings: RelaySettings;
  time: Time;
  serve(request: IncomingMessage, response: ServerResponse, path: string): Promise<void>;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, path: string): void;
  /** The relay goes on. */
  onDefect(error: unknown): void;
}

/** Throws CannotStart. */
export async function openPort({ settings, time, serve, upgrade, onDefect }: Listening): Promise<Port> {
  const { host, port } = settings.listen;
  const options: ServerOptions = {
    headersTimeout: HEAD_MS,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: IDLE_MS,
    connectionsCheckingInterval: CHECKED_EVERY_MS,
    maxHeaderSize: HEADER_BYTES,
    noDelay: true,
  };
  const server = settings.tls ? createTlsServer({ ...options, ...readCertificate(settings.tls) }) : createServer(options);
  server.maxConnections = settings.limits.connections;
  const stopWatching = settings.tls ? watchCertificate(settings.tls, server as TlsServer, time, onDefect) : () => undefined;
  let open = 0;
  server.on('connection', (socket) => {
    open += 1;
    // Stays for the life of the socket, also when it is upgraded: a reset is an event, and without a listener the end of the process.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      open -= 1;
    });
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => undefined);
    serve(request, response, pathOf(request)).catch((error: unknown) => {
      onDefect(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(503, { connection: 'close' }).end();
    });
  });
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => undefined);
    try {
      upgrade(request, socket, head, pathOf(request));
    } catch (error) {
      onDefect(error);
      socket.destroy();
    }
  });
  server.on(
    'clientError',
    (_error, socket: Duplex) =>
      void (socket.writable ? socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n') : socket.destroy()),
  );

  const bound = await listen(server, port, host).catch((error: unknown) => {
    stopWatching();
    const code = (error as NodeJS.ErrnoException).code;
    throw new CannotStart(
      code === 'EADDRINUSE'
        ? `Another program uses port ${port} of ${host}.`
        : `${hostAndPort(host, port)} cannot be listened on: ${String(code)}.`,
    );
  });
  server.on('error', onDefect);
  return {
    origin: `${settings.tls ? 'https' : 'http'}://${reachedAt(host, bound)}`,
    port: bound,
    connections: () => open,
    async [Symbol.asyncDispose]() {
      stopWatching();
      await close(server, time);
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: BACKLOG }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** What is under way may end within a second. */
function close(server: Server, time: Time): Promise<void> {
  return new Promise((resolve) => {
    const noLimit = time.after(CLOSING_MS, () => server.closeAllConnections());
    server.close(() => {
      noLimit();
      resolve();
    });
    server.closeIdleConnections();
  });
}

function readCertificate({ certificate_file, key_file }: NonNullable<RelaySettings['tls']>) {
  try {
    return { cert: readFileSync(certificate_file), key: readFileSync(key_file) };
  } catch (error) {
    throw new CannotStart(`The TLS files cannot be read: ${(error as Error).message}.`);
  }
}

/** What cannot be used is told, and the certificate of before goes on. Both files are looked at: they change one after the other. */
function watchCertificate(
  tls: NonNullable<RelaySettings['tls']>,
  server: TlsServer,
  time: Time,
  onDefect: (error: unknown) => void,
): () => void {
  const reload = (): void => {
    try {
      server.setSecureContext(readCertificate(tls));
    } catch (error) {
      onDefect(error);
    }
  };
  return followFiles([tls.certificate_file, tls.key_file], time, reload, onDefect);
}

/** Without the query. A proxy may write the whole address into the first line. */
function pathOf(request: IncomingMessage): string {
  const path = (request.url ?? '').split('?', 1)[0] ?? '';
  return path.startsWith('/') ? path : (URL.parse(path)?.pathname ?? '');
}

/** What nobody on the way can have read: TLS here or at the proxy, or this computer alone. */
export function isPrivate(request: IncomingMessage, settings: RelaySettings): boolean {
  if ('encrypted' in request.socket) return true;
  const forwarded = request.headers['x-forwarded-proto'];
  if (settings.behind_proxy && forwarded !== undefined) return forwarded === 'https';
  return isLoopback(request.socket.remoteAddress);
}

/** Who asks: as the proxy in front says, or the other end of the connection. */
export function senderOf(request: IncomingMessage, settings: RelaySettings): string {
  const forwarded = settings.behind_proxy ? request.headers['x-forwarded-for'] : undefined;
  const last = String(forwarded ?? '')
    .split(',')
    .at(-1)
    ?.trim();
  return last || (request.socket.remoteAddress ?? '');
}
