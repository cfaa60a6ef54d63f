/** The HTTP server: finds the service, applies faults, replies, and logs. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { type Incoming, Refusal, type Reply, readBody } from './exchange.ts';
import { type Fault, type Faults, headersOf, nameOf, troubleOf } from './faults.ts';
import type { Journal } from './journal.ts';
import { DEADLINES, limitConnections, refuseForeignPages } from './protection.ts';
import { NO_TROUBLE } from './trouble.ts';

export interface Service {
  base: string;
  /** False for the control API: no faults, no journal, and no foreign pages, as it needs no credentials. */
  observed: boolean;
  /** Whether other content types than JSON are refused; if false, the service checks them itself. */
  takesJson?: (request: Incoming) => boolean;
  serve(request: Incoming): Reply | Promise<Reply>;
  read?(path: string, method: string): { operation: string | null; orderId: string | null };
}

export interface RunningServer {
  origin: string;
  close(): Promise<void>;
}

/** More than a partner needs in a rush. */
const MOST_CONNECTIONS = 256;
/** Closes the connection, as the rest of the request isn't read. */
const UNKNOWN_ADDRESS: Reply = { status: 404, body: { reason: 'Unknown address.' }, headers: { connection: 'close' } };

export async function startServer(options: {
  port: number;
  services: Service[];
  clock: Clock;
  faults: Faults;
  journal: Journal;
  befalls?: (subject: string) => Fault | null;
  mostConnections?: number;
}): Promise<RunningServer> {
  const { services, clock, faults, journal } = options;
  const sockets = new Set<Socket>();
  const server = createServer(DEADLINES, (request, response) => {
    answer(request, response).catch((error) => {
      console.error('The sandbox failed to answer a request:', error);
      request.socket.destroy();
    });
  });
  limitConnections(server, options.mostConnections ?? MOST_CONNECTIONS);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = request.url ?? '/';
    const url = URL.parse(asked.startsWith('/') ? `http://sandbox${asked}` : asked);
    const service = url && services.find(({ base }) => url.pathname === base || url.pathname.startsWith(`${base}/`));
    if (!service) return send(response, UNKNOWN_ADDRESS);
    const path = url.pathname.slice(service.base.length) || '/';
    const incoming: Incoming = {
      method: request.method ?? 'GET',
      path,
      query: url.searchParams,
      headers: request.headers,
      body: '',
      size: 0,
      trouble: NO_TROUBLE,
    };
    const subject = `${incoming.method} ${path}`;
    const fault = service.observed ? (faults.strike(subject) ?? options.befalls?.(subject) ?? null) : null;
    incoming.trouble = troubleOf(fault);
    let reply: Reply;
    let tookEffect = false;
    try {
      if (!service.observed) refuseForeignPages(request);
      const bytes = await readBody(request);
      incoming.body = bytes.toString('utf8');
      incoming.size = bytes.length;
      if (bytes.length > 0 && service.takesJson?.(incoming)) refuseOtherTypes(request);
      if (fault?.delay_ms) await new Promise((resolve) => setTimeout(resolve, fault.delay_ms));
      if (fault?.drop === 'before') return cut(request, incoming, service, fault, false);
      if (fault?.status !== undefined) throw new Refusal(fault.status, fault.body, headersOf(fault, clock.now()));
      reply = await service.serve(incoming);
      tookEffect = incoming.method !== 'GET' && !incoming.trouble.noEffect;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      reply = error.reply;
    }
    if (fault?.drop === 'after') return cut(request, incoming, service, fault, tookEffect);
    if (service.observed) note(incoming, service, reply, tookEffect, fault);
    send(response, reply);
  }

  function cut(request: IncomingMessage, incoming: Incoming, service: Service, fault: Fault, tookEffect: boolean): void {
    note(incoming, service, null, tookEffect, fault);
    request.socket.destroy();
  }

  function note(incoming: Incoming, service: Service, reply: Reply | null, tookEffect: boolean, fault: Fault | null): void {
    const meaning = service.read?.(incoming.path, incoming.method) ?? { operation: null, orderId: null };
    journal.write({
      kind: 'request',
      service: service.base.slice(1),
      method: incoming.method,
      path: incoming.path,
      status: reply?.status ?? null,
      operation: meaning.operation,
      order_id: meaning.orderId,
      body: meaning.orderId === null ? null : incoming.body,
      size: incoming.size,
      took_effect: tookEffect,
      shown: reply?.shown ?? null,
      fault: nameOf(fault),
    });
  }

  function send(response: ServerResponse, reply: Reply): void {
    // The Date header is by the service's clock, which partners learn from it.
    response.sendDate = false;
    response.setHeader('date', new Date(clock.now()).toUTCString());
    for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
    response.statusCode = reply.status;
    if (reply.body === undefined) {
      response.end();
      return;
    }
    const raw = typeof reply.body === 'string';
    if (!response.hasHeader('content-type')) response.setHeader('content-type', raw ? 'text/html; charset=utf-8' : 'application/json');
    response.end(raw ? (reply.body as string) : JSON.stringify(reply.body));
  }

  await listen(server, options.port);
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function refuseOtherTypes({ headers }: IncomingMessage): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new Refusal(415, { reason: 'Content-Type must be application/json.' });
}

/** Listens on loopback only. */
function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}
