/** Protects loopback ports from other local programs and from web pages. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import { Refusal } from './exchange.ts';

/** ms, for Node's server: closes connections without a complete request in time. */
export const DEADLINES = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 };

const OWN_NAMES = new Set(['127.0.0.1', 'localhost']);

export function secretPart(): string {
  return randomBytes(16).toString('base64url');
}

/** Throws for requests of foreign web pages: another host name or origin, or a form body. Call before reading the body. */
export function refuseForeignPages({ headers }: IncomingMessage): void {
  const { host = '', origin, 'content-type': type = '', 'content-length': length, 'transfer-encoding': encoding } = headers;
  const refuse = (status: number, reason: string): never => {
    throw new Refusal(status, { reason }, { connection: 'close' });
  };
  if (!OWN_NAMES.has(host.replace(/:\d+$/, ''))) refuse(421, 'This is not the name of this address.');
  if (origin !== undefined && origin !== `http://${host}`) refuse(403, 'Pages of another origin may not ask here.');
  const hasBody = Number(length ?? 0) > 0 || encoding !== undefined;
  if (hasBody && !/^application\/json\s*(;|$)/i.test(type)) refuse(415, 'A body must be application/json.');
}

/** New connections beyond `most` replace a silent one, else the oldest. */
export function limitConnections(server: Server, most: number): void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    if (sockets.size <= most) return;
    const all = [...sockets];
    const goes = all.find((one) => one.bytesRead === 0 && one !== socket) ?? all[0];
    goes?.destroy();
    if (goes) sockets.delete(goes);
  });
}
