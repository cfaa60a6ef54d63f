/** An HTTP server that nothing a stranger sends can end, fill or hold up: every listener of this app is one. */
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { type AddressInfo, createServer as createListener, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { Time } from '../time/time.ts';
import { OneAtATime } from './one-at-a-time.ts';
import { addressOf, type RequestAddress } from './request-address.ts';
import { createStrangersShare } from './strangers-share.ts';
import { type Limits, watchVisitors } from './visitors.ts';

export interface GuardedServer {
  /** Rejects with the system's error. Answers with the port. */
  listen(port: number, host: string): Promise<number>;
  /** The sender has shown who it is: its connection does not give way to strangers. */
  trust(request: IncomingMessage): void;
  /** An upgraded connection that is let in: whoever has it now watches over it. What is upgraded and not kept is closed. */
  keep(socket: Duplex): void;
  /** Answers that are under way may end within a second; then everything is closed. */
  close(): Promise<void>;
}

const USUAL: Limits = { request: 10_000, answer: 15_000, idle: 5_000, connections: 64, spareDescriptors: 128 };
/** The system keeps so many that were not accepted yet; it has a limit of its own. */
const BACKLOG = 4_096;
const CLOSING_MS = 1_000;
const HEADER_BYTES = 16 * 1024;

export function guardedServer(options: {
  limits?: Partial<Limits>;
  time: Time;
  serve(request: IncomingMessage, response: ServerResponse, address: RequestAddress): void | Promise<void>;
  /** Without it a request to upgrade is a request like any other. Whoever wants to read the socket listens to it before this returns. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, address: RequestAddress): void;
  /** An error of `serve`, `upgrade` or the listening socket itself. The server goes on. */
  onDefect(error: unknown): void;
}): GuardedServer {
  const limits = { ...USUAL, ...options.limits };
  const visitors = watchVisitors(limits, options.time);
  const share = createStrangersShare(options.time.elapsed);
  let closing = false;
  // Node's own deadlines are looked at every thirty seconds and end in an answer that the sender may leave unread.
  const server = createServer(
    { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: limits.idle, maxHeaderSize: HEADER_BYTES },
    (request, response) => void serve(request, response),
  );
  const listener = createListener({ noDelay: true, allowHalfOpen: true }, (socket) => {
    // Stays for the life of the socket, also when it is upgraded: a reset is an event, and without a listener the end of the process.
    socket.on('error', () => undefined);
    visitors.opened(socket);
    const isAwaiting = (): boolean => visitors.isAwaiting(socket);
    const isTrusted = (): boolean => visitors.isTrusted(socket);
    if (!socket.destroyed) server.emit('connection', new OneAtATime(socket, { isAwaiting, isTrusted, share }));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, connection: Duplex) => {
    const { raw } = connection as OneAtATime;
    if (raw.writable && !visitors.isBusy(raw)) refuse(raw, error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400);
    else raw.destroy();
  });
  // Node would answer what expects something else than to go on by itself, and nobody would know of the request.
  server.on('checkExpectation', (request, response) => void serve(request, response));
  if (options.upgrade) server.on('upgrade', upgrade);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const connection = connectionOf(request);
    visitors.asked(connection.raw, request, response);
    response.once('close', () => {
      visitors.answered(connection.raw);
      connection.answered();
    });
    connection.began();
    if (connection.destroyed) return;
    request.on('error', () => undefined);
    response.on('error', () => undefined);
    if (closing) response.shouldKeepAlive = false;
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

  function upgrade(request: IncomingMessage, _: Duplex, head: Buffer): void {
    const { raw, rest } = connectionOf(request).release();
    try {
      const address = addressOf(request.url);
      if (address) options.upgrade?.(request, raw, Buffer.concat([head, rest]), address);
      else refuse(raw, 400);
    } catch (error) {
      options.onDefect(error);
      raw.destroy();
    }
    raw.resume();
  }

  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        listener.once('error', reject);
        listener.listen({ port, host, backlog: BACKLOG }, () => {
          listener.off('error', reject);
          // Accepting can fail later on; the next connection is accepted all the same.
          listener.on('error', options.onDefect);
          resolve((listener.address() as AddressInfo).port);
        });
      }),
    trust: (request) => visitors.trust(connectionOf(request).raw),
    keep: (socket) => visitors.keep(socket as Socket),
    close: () =>
      new Promise((resolve) => {
        closing = true;
        const noLimit = options.time.after(CLOSING_MS, () => visitors.closeAll());
        listener.close(() => {
          noLimit();
          resolve();
        });
        visitors.closeIdle();
      }),
  };
}

function connectionOf(request: IncomingMessage): OneAtATime {
  return request.socket as Duplex as OneAtATime;
}

/** The last word on a connection. */
export function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  // `end` alone waits for the other side to close as well.
  (socket as Socket).destroySoon();
}
