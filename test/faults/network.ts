/** A bad network: a proxy between the app and the order API that delays, truncates, resets before and after the effect, and answers nonsense. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Account } from '../../main/demo/account.ts';
import { type Chance, chanceOf } from './seeded.ts';
import { openVenueProcess } from './venue-process.ts';

export interface NetworkReport {
  seed: number;
  orders: number;
  /** Requests that went through unharmed, and that met a fault, by its name. */
  met: Record<string, number>;
  account: Account;
  missing: string[];
}

const FAULTS = ['429', '500', '503', 'html', 'reset before', 'reset after', 'truncated', 'late'] as const;

export interface BadProxy {
  url: string;
  met: Record<string, number>;
  close(): Promise<void>;
}

/** `share`: of the requests that meet a fault, 0 to 1. */
async function startBadProxy(target: string, chance: Chance, share: () => number): Promise<BadProxy> {
  const met: Record<string, number> = {};
  const server = createServer(async (incoming, outgoing) => {
    const parts: Buffer[] = [];
    for await (const part of incoming as AsyncIterable<Buffer>) parts.push(part);
    const fault = chance.next() < share() ? chance.pick(FAULTS) : 'none';
    met[fault] = (met[fault] ?? 0) + 1;
    switch (fault) {
      case '429':
        return void outgoing.writeHead(429, chance.below(2) === 0 ? {} : { 'retry-after': '1' }).end();
      case '500':
      case '503':
        return void outgoing.writeHead(Number(fault)).end('{"reason":"broken"}');
      case 'html':
        return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to the network</html>');
      case 'reset before':
        return void incoming.socket.resetAndDestroy();
      case 'late':
        await new Promise((resolve) => setTimeout(resolve, 200 + chance.below(800)));
    }
    const onward = request(
      target + (incoming.url ?? ''),
      { method: incoming.method, headers: { ...incoming.headers, host: new URL(target).host } },
      (answer) => {
        if (fault === 'reset after') return void incoming.socket.resetAndDestroy();
        outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
        if (fault !== 'truncated') return void answer.pipe(outgoing);
        answer.once('data', (first: Buffer) => {
          outgoing.write(first.subarray(0, Math.floor(first.length / 2)));
          setTimeout(() => incoming.socket.resetAndDestroy(), 10);
        });
        answer.once('end', () => incoming.socket.resetAndDestroy());
      },
    );
    onward.on('error', () => incoming.socket.destroy());
    onward.end(Buffer.concat(parts));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    met,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** `share` of the requests meet a fault while the orders come; at the end the network is well again. */
export async function badNetwork(
  orders: number,
  seed: number,
  share = 0.25,
  say: (line: string) => void = () => undefined,
): Promise<NetworkReport> {
  const chance = chanceOf(seed);
  let faulty = share;
  let proxy: BadProxy | null = null;
  const app = await openVenueProcess({
    between: async (orderBaseUrl) => {
      const origin = new URL(orderBaseUrl);
      proxy = await startBadProxy(origin.origin, chance, () => faulty);
      return proxy.url + origin.pathname;
    },
  });
  try {
    await app.switchOn();
    for (let count = 0; count < orders; count += 1) {
      await app.place(chance.pick(['takeaway', 'instant', 'group', 'self-delivery']), { cash_payment: null });
      await new Promise((resolve) => setTimeout(resolve, 50 + chance.below(100)));
      if (count % 200 === 199) say(`${count + 1} orders`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    faulty = 0;
    const { account, missing } = await app.account(120_000);
    return { seed, orders, met: (proxy as BadProxy | null)?.met ?? {}, account, missing };
  } finally {
    await app.close();
    await (proxy as BadProxy | null)?.close();
  }
}
