/** An HTTP server that nothing a stranger sends can end, fill or hold up: every listener of this app is one. */
import { createServer, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { addressOf, type RequestAddress } from './request-address.ts';
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
  serve(request: IncomingMessage, response: ServerResponse, address: RequestAddress): void | Promise<void>;
  /** Without it a request to upgrade is a request like any other. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, address: RequestAddress): void;
  /** An error of `serve`, `upgrade` or the listening socket itself. The server goes on. */
  onDefect(error: unknown): void;
}): GuardedServer {
  const limits = { ...USUAL, ...options.limits };
  const visitors = watchVisitors(limits);
  let closing = false;
  // Node's own deadlines are looked at every thirty seconds and end in an answer that the sender may leave unread.
  const server = createServer(
    { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: limits.idle, maxHeaderSize: HEADER_BYTES },
    (request, response) => void serve(request, response),
  );
  server.on('connection', (socket) => {
    // Stays for the life of the socket, also when it is upgraded: a reset is an event, and without a listener the end of the process.
    socket.on('error', () => undefined);
    visitors.opened(socket);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (socket.writable && !visitors.isBusy(socket as Socket)) refuse(socket, error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400);
    else socket.destroy();
  });
  if (options.upgrade) server.on('upgrade', upgrade);

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request;
    visitors.asked(request, response);
    response.once('close', () => visitors.answered(socket));
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

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    try {
      const address = addressOf(request.url);
      if (address) options.upgrade?.(request, socket, head, address);
      else refuse(socket, 400);
    } catch (error) {
      options.onDefect(error);
      socket.destroy();
    }
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
    trust: (request) => visitors.trust(request.socket),
    keep: (socket) => visitors.keep(socket as Socket),
    close: () =>
      new Promise((resolve) => {
        closing = true;
        const limit = setTimeout(() => visitors.closeAll(), CLOSING_MS);
        server.close(() => {
          clearTimeout(limit);
          resolve();
        });
        visitors.closeIdle();
      }),
  };
}

/** The last word on a connection. */
export function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  // `end` alone waits for the other side to close as well.
  (socket as Socket).destroySoon();
}
