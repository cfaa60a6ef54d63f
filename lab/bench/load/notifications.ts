/** A fast sender of notifications, one request in flight per connection. All bytes are prepared before. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export const SECRET = randomBytes(32).toString('hex');
const VENUES = 500;
const ANSWER = Buffer.from('HTTP/1.1 200');

export interface Loaded {
  perSecond: number;
  /** CPU ms of this process per answer: the client's whole cost. */
  clientMs: number;
}

/** Resolves after the last 200. Rejects on any other answer or a closed connection. */
export async function post(port: number, connections: number, requests: readonly Buffer[]): Promise<Loaded> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  let next = 0;
  const used = process.cpuUsage();
  const began = performance.now();
  await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<void>((resolve, reject) => {
          const send = (): void => {
            const request = requests[next++];
            if (request) socket.write(request);
            else resolve();
          };
          socket.once('error', reject);
          socket.once('close', () => reject(new Error('A connection was closed.')));
          socket.on('data', (data) => {
            if (data.subarray(0, ANSWER.length).equals(ANSWER)) send();
            else reject(new Error(`Answered: ${data.subarray(0, 40)}`));
          });
          send();
        }),
    ),
  );
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(used);
  for (const socket of sockets) socket.destroy();
  return { perSecond: requests.length / seconds, clientMs: (user + system) / 1_000 / requests.length };
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** As in section 6.1, each for a new order. */
export function makeRequests(count: number): Buffer[] {
  return Array.from({ length: count }, () => {
    const order = {
      id: randomUUID(),
      venue_id: `venue-${Math.floor(Math.random() * VENUES)}`,
      status: 'CREATED',
      resource_url: 'https://orders.example.test/orders/1',
    };
    const body = JSON.stringify({ id: randomUUID(), type: 'order.notification', order, created_at: '2026-11-22T12:00:00.000000Z' });
    const signature = createHmac('sha256', SECRET).update(body).digest('hex');
    const head = `POST /notifications HTTP/1.1\r\nHost: relay\r\nContent-Type: application/json\r\nService-Signature: ${signature}\r\nContent-Length: ${body.length}\r\n\r\n`;
    return Buffer.from(head + body);
  });
}
