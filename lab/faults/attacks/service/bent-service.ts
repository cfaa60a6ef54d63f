/** A man in the middle or a compromised service: it may change every answer before the app reads it. */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Answer {
  status: number;
  type: string;
  body: string;
  /** Its Date header; by default the real one. */
  date?: string;
}

/** Returns a changed answer, or undefined to pass it unchanged. */
export type Bend = (asked: { method: string; path: string }, answer: Answer) => Answer | undefined;

export interface BentService {
  /** For `between` of openVenueProcess. */
  between(orderBaseUrl: string): Promise<string>;
  bend(by: Bend | null): void;
  close(): Promise<void>;
}

export function bentService(): BentService {
  let target = new URL('http://127.0.0.1');
  let bent: Bend | null = null;

  function pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = 'GET', url: path = '/' } = incoming;
    const onward = request(new URL(path, target), { method, headers: { ...incoming.headers, host: target.host } }, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', () => {
        const was = {
          status: reply.statusCode ?? 500,
          type: String(reply.headers['content-type'] ?? ''),
          body: Buffer.concat(parts).toString('utf8'),
        };
        const { status, type, body, date }: Answer = bent?.({ method, path }, was) ?? was;
        outgoing.writeHead(status, { ...(type === '' ? {} : { 'content-type': type }), ...(date === undefined ? {} : { date }) }).end(body);
      });
    });
    onward.on('error', () => incoming.socket.destroy());
    incoming.pipe(onward);
  }

  const server = createServer(pass);
  return {
    async between(orderBaseUrl) {
      target = new URL(orderBaseUrl);
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}${target.pathname}`;
    },
    bend(by) {
      bent = by;
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
