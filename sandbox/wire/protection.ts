/** Every program of this computer, and every page in its browser, can reach a port on loopback: what they are kept from. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import { Refusal } from './exchange.ts';

/** For Node's server, ms: a connection that does not bring a whole request in time is closed. */
export const DEADLINES = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 2_000 };

const OWN_NAMES = new Set(['127.0.0.1', 'localhost']);

/** A part of an address that no one can guess. */
export function secretPart(): string {
  return randomBytes(16).toString('base64url');
}

/**
 * Throws for what only a foreign page in a browser sends to a control API: another name bound to this address, another origin, and a body
 * as forms send it. To be asked before the body is read.
 */
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

/** `most` at once. Whoever comes when there are too many is let in; who has said nothing yet goes for him, else who came first. */
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
