/** The HTTP server behind every port of the app and of the relay: nothing a stranger sends ends it, fills it, or keeps others out. */
import { createServer, type IncomingMessage, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Time } from '../time/time.ts';
import { createReadingInPieces } from './read-in-pieces.ts';
import { addressOf, type RequestAddress } from './request-address.ts';

export interface GuardedServer {
  /** Rejects with the system's error. Answers with the port. */
  listen(port: number, host: string): Promise<number>;
  /** The sender has shown who it is: its connection stays, whoever comes after it. */
  trust(request: IncomingMessage): void;
  /** For new connections, if it was opened with one. */
  renewCertificate(certificate: Certificate): void;
  connections(): number;
  /** Answers that are under way may end within a second; then everything is closed. */
  close(): Promise<void>;
}

/** PEM. */
export interface Certificate {
  cert: Buffer;
  key: Buffer;
}

/** All in milliseconds. */
export interface Limits {
  /** For a whole request, from the opening of its connection or its first byte. */
  request: number;
  /** Without a byte in either direction, until the answer has left; 0 for no limit. */
  answer: number;
  /** How long a connection is kept for a next request, after an answer. */
  idle: number;
  /** Connections at once. Those of all listeners of the app stay below 1,024, the least that systems let a process have open. */
  connections: number;
}

interface Connection {
  socket: Socket;
  isProven: boolean;
  isUpgraded: boolean;
  /** Requests without an answer. */
  open: number;
  /** Requests of what arrived together last. */
  together: number;
  response: ServerResponse | null;
}

const USUAL: Limits = { request: 10_000, answer: 15_000, idle: 5_000, connections: 64 };
/** The system keeps so many that were not accepted yet; it has a limit of its own. */
const BACKLOG = 4_096;
const CLOSING_MS = 1_000;
const CHECKED_EVERY_MS = 500;
const LONGEST_HEAD_MS = 10_000;
const HEADER_BYTES = 16 * 1024;
/** Requests that arrive together. Clients and proxies of today wait for an answer before they send the next. */
const MOST_AT_ONCE = 3;

export function guardedServer(options: {
  limits?: Partial<Limits>;
  /** With it only TLS is spoken, and it is the newcomer who is turned away at the limit of connections. */
  certificate?: Certificate | undefined;
  time: Time;
  serve(request: IncomingMessage, response: ServerResponse, address: RequestAddress): void | Promise<void>;
  /** Without it a request to upgrade is a request like any other. A connection that is not trusted at its end is closed. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, address: RequestAddress): void | Promise<void>;
  /** An error of `serve`, `upgrade` or the listening socket itself. The server goes on. */
  onDefect(error: unknown): void;
}): GuardedServer {
  const limits = { ...USUAL, ...options.limits };
  /** In the order of their coming. */
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
  // Stays for the life of the socket, also when it is upgraded: a reset is an event, and without a listener the end of the process.
  server.on('connection', (socket: Socket) => socket.on('error', () => undefined));
  server.on('request', serve);
  server.on(certificate ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (certificate) socket.on('error', () => undefined);
    const connection: Connection = { socket, isProven: false, isUpgraded: false, open: 0, together: 0, response: null };
    connections.set(socket, connection);
    socket.once('close', () => connections.delete(socket));
    readInPieces(socket, {
      isProven: () => connection.isProven,
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
  // Node would answer what expects something else than to go on by itself, and no one would know of the request.
  server.on('checkExpectation', serve);
  if (options.upgrade) server.on('upgrade', upgrade);

  /** `maxConnections` would turn the newcomer away, and with it the service. */
  function closeOldest(newcomer: Connection): void {
    let goes = newcomer;
    for (const one of connections.values()) {
      if (one === newcomer || isWaitedFor(one)) continue;
      if (goes === newcomer || !one.isProven) goes = one;
      if (!goes.isProven) break;
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
    if (connection.together > MOST_AT_ONCE && !connection.isProven) return void connection.socket.destroy();
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
    if (connection.isProven) return;
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
          // Accepting can fail later on; the next connection is accepted all the same.
          server.on('error', options.onDefect);
          resolve((server.address() as AddressInfo).port);
        });
      }),
    trust(request) {
      const connection = connections.get(request.socket);
      if (connection) connection.isProven = true;
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

/** Where the request of a stranger is whole and its answer is not made yet, it is known in a moment who it is. Who reads an answer slowly is known. */
function isWaitedFor({ isProven, isUpgraded, open, response }: Connection): boolean {
  if (isProven) return isUpgraded || open > 0;
  return open > 0 && response?.req.complete === true && !response.headersSent;
}

/** The last word on a connection. */
export function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  // `end` alone waits for the other side to close as well.
  (socket as Socket).destroySoon();
}
