/** A balancer on loopback: requests and WebSockets go in turn to the relays whose /health answers 200. */
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

const LOOK_EVERY_MS = 500;
const LOOK_WITHIN_MS = 2_000;

export interface Balancer {
  port: number;
  close(): Promise<void>;
}

export async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  let well: readonly number[] = ports;
  let turn = 0;
  const connections = new Set<Socket>();

  async function look(): Promise<void> {
    const answers = await Promise.all(ports.map(isWell));
    well = ports.filter((_, at) => answers[at]);
  }

  /** The next relay that can be connected to; null without any. */
  async function reach(): Promise<Socket | null> {
    turn += 1;
    for (let at = 0; at < well.length; at += 1) {
      const socket = await connectTo(well[(turn + at) % well.length] ?? 0);
      if (socket) return socket;
    }
    return null;
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const socket = await reach();
    if (!socket) return void response.writeHead(503).end();
    const { method, url, headers } = request;
    const asked = ask({ createConnection: () => socket, method, path: url, headers: { ...headers, connection: 'close' } }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.on('error', () => response.destroy()).pipe(response);
    });
    asked.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
    response.on('close', () => asked.destroy());
    request.pipe(asked);
  }

  async function passUpgrade({ method, url, rawHeaders }: IncomingMessage, counter: Duplex, head: Buffer): Promise<void> {
    counter.on('error', () => undefined);
    const relay = await reach();
    if (!relay) return void counter.end('HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? `${name}: ${rawHeaders[at + 1]}` : []));
    relay.write(`${[`${method} ${url} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`);
    relay.write(head);
    counter.pipe(relay).pipe(counter);
    counter.on('close', () => relay.destroy());
    relay.on('close', () => counter.destroy());
  }

  const server = createServer((request, response) => void pass(request, response));
  server.on('upgrade', (request, socket, head) => void passUpgrade(request, socket, head));
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const looking = setInterval(() => void look(), LOOK_EVERY_MS);
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      clearInterval(looking);
      for (const socket of connections) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function isWell(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(LOOK_WITHIN_MS) }).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200;
}

function connectTo(port: number): Promise<Socket | null> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(socket));
    socket.on('error', () => resolve(null));
  });
}
