/** The HTTP server behind every port of app and relay: hostile input can't stop it, exhaust it, or lock out others. */
import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Time } from '../time/time.ts';
import { createReadingInPieces } from './read-in-pieces.ts';
import { addressOf, type RequestAddress } from './request-address.ts';

export interface GuardedServer {
  /** Resolves with the port. Rejects with the system's error. */
  listen(port: number, host: string): Promise<number>;
  /** Protects an authenticated sender's connection from being closed for newcomers. */
  trust(request: IncomingMessage): void;
  renewCertificate(certificate: Certificate): void;
  connections(): number;
  /** Waits up to a second for pending answers, then closes all connections. */
  close(): Promise<void>;
}

/** Both in PEM. */
export interface Certificate {
  cert: Buffer;
  key: Buffer;
}

/** Timeouts in ms, and a number of connections. */
export interface Limits {
  /** For a whole request, from the opening of its connection or its first byte. */
  request: number;
  /** Time without a byte in either direction until the answer is sent; 0 for no limit. */
  answer: number;
  /** How long a connection is kept open after an answer. */
  idle: number;
  /** Concurrent connections. All listeners together stay below 1,024, the lowest limit of open files. */
  connections: number;
}

interface Connection {
  socket: Socket;
  isAuthenticated: boolean;
  isUpgraded: boolean;
  open: number;
  together: number;
  response: ServerResponse | null;
}

const USUAL: Limits = { request: 10_000, answer: 15_000, idle: 5_000, connections: 64 };
/** Connections that the system may queue before the server accepts them. */
const BACKLOG = 4_096;
const CLOSING_MS = 1_000;
const CHECKED_EVERY_MS = 500;
const LONGEST_HEAD_MS = 10_000;
const HEADER_BYTES = 16 * 1024;
/** Requests that a client may send without waiting for answers. Current clients and proxies always wait. */
const MOST_AT_ONCE = 3;

export function guardedServer(options: {
  limits?: Partial<Limits>;
  /** With a certificate, only TLS is accepted, and newcomers above the connection limit are refused. */
  certificate?: Certificate | undefined;
  time: Time;
  serve(request: IncomingMessage, response: ServerResponse, address: RequestAddress): void | Promise<void>;
  /** Without this function, upgrades are ordinary requests. A connection that it doesn't `trust` is closed afterwards. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, address: RequestAddress): void | Promise<void>;
  onDefect(error: unknown): void;
}): GuardedServer {
  const limits = { ...USUAL, ...options.limits };
  const connections = new Map<Duplex, Connection>();
  const readInPieces = createReadingInPieces(options.time.elapsed);
  let closing = false;
  const given: ServerOptions = {
    connectionsCheckingInterval: CHECKED_EVERY_MS,
    headersTimeout: Math.min(limits.request, LONGEST_HEAD_MS),
    requestTimeout: limits.request,
    keepAliveTimeout: limits.idle,
    maxHeaderSize: HEADER_BYTES,
  };
  const { certificate } = options;
  const server = certificate ? createTlsServer({ ...given, ...certificate, handshakeTimeout: limits.request }) : createServer(given);
  if (certificate) server.maxConnections = limits.connections;
  server.timeout = limits.answer;
  // The handler stays after an upgrade, too: an unhandled connection reset would end the process.
  server.on('connection', (socket: Socket) => socket.on('error', () => undefined));
  server.on('request', serve);
  server.on(certificate ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (certificate) socket.on('error', () => undefined);
    const connection: Connection = { socket, isAuthenticated: false, isUpgraded: false, open: 0, together: 0, response: null };
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    readInPieces(socket, {
      isAuthenticated: () => connection.isAuthenticated,
      arrived() {
        connection.together = 0;
      },
    });
    if (connections.size > limits.connections) closeOldest(connection);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (isLate || !socket.writable || (connections.get(socket)?.open ?? 0) > 0) socket.destroy();
    else refuse(socket, error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400);
  });
  // Answers requests with an unknown `Expect` header here; otherwise Node would.
  server.on('checkExpectation', serve);
  if (options.upgrade) server.on('upgrade', upgrade);

  /** Closes an older connection for the new one, which may be the service's; `maxConnections` would refuse that. */
  function closeOldest(newcomer: Connection): void {
    let goes = newcomer;
    for (const one of connections.values()) {
      if (one === newcomer || isWaitedFor(one)) continue;
      if (goes === newcomer || !one.isAuthenticated) goes = one;
      if (!goes.isAuthenticated) break;
    }
    connections.delete(goes.socket);
    goes.socket.destroy();
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const connection = connections.get(request.socket);
    if (!connection || connection.socket.destroyed) return;
    connection.open += 1;
    connection.together += 1;
    connection.response = response;
    if (connection.together > MOST_AT_ONCE && !connection.isAuthenticated) return void connection.socket.destroy();
    response.once('close', () => {
      connection.open -= 1;
      if (closing && connection.open === 0) connection.socket.destroySoon();
    });
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    try {
      const address = addressOf(request.url);
      if (address) await options.serve(request, response, address);
      else response.writeHead(400, { connection: 'close' }).end();
    } catch (error) {
      options.onDefect(error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { connection: 'close' }).end();
    }
  }

  async function upgrade(request: IncomingMessage, duplex: Duplex, head: Buffer): Promise<void> {
    const connection = connections.get(duplex);
    if (!connection) return void duplex.destroy();
    const { socket } = connection;
    connection.isUpgraded = true;
    try {
      const address = addressOf(request.url);
      if (address) await options.upgrade?.(request, socket, head, address);
      else refuse(socket, 400);
    } catch (error) {
      options.onDefect(error);
      socket.destroy();
    }
    if (connection.isAuthenticated) return;
    socket.resume();
    socket.destroySoon();
  }

  function closeAll(isOver: (connection: Connection) => boolean): void {
    for (const connection of [...connections.values()]) if (isOver(connection)) connection.socket.destroy();
  }

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen({ port, host, backlog: BACKLOG }, () => {
          server.off('error', reject);
          // Accepting can fail later, too; the next connection is still accepted.
          server.on('error', options.onDefect);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    trust(request) {
      const connection = connections.get(request.socket);
      if (connection) connection.isAuthenticated = true;
    },
    renewCertificate: (renewed) => (server as TlsServer).setSecureContext(renewed),
    connections: () => connections.size,
    close: () =>
      new Promise((resolve) => {
        closing = true;
        const noLimit = options.time.after(CLOSING_MS, () => closeAll(() => true));
        server.close(() => {
          noLimit();
          resolve();
        });
        closeAll(({ open, isUpgraded }) => open === 0 && !isUpgraded);
      }),
  };
}

/**
 * Whether a connection is spared when a new one needs its place: an authenticated one in use, or one whose complete request isn't answered
 * yet. Clients that read an answer slowly aren't spared.
 */
function isWaitedFor({ isAuthenticated, isUpgraded, open, response }: Connection): boolean {
  if (isAuthenticated) return isUpgraded || open > 0;
  return open > 0 && response?.req.complete === true && !response.headersSent;
}

export function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  // `end` alone would wait for the other side to close.
  (socket as Socket).destroySoon();
}
