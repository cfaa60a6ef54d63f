/** A network outage: accepts given meanwhile are all sent when it returns, most urgent first. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { openVenue, until } from '../../../test/e2e/venue/venue.ts';
import { type LocalServer, passOn, serve } from '../local-server.ts';
import type { Chance } from '../seeded.ts';

/** `closed`: no listener. `reset`: connections are cut. `silent`: no answers. `sign-in`: another page answers. */
export type Darkness = 'closed' | 'reset' | 'silent' | 'sign-in';

interface Line {
  url: string;
  goDark(how: Darkness): Promise<void>;
  goLight(): Promise<void>;
  /** Accepts since the network's return, in order of arrival, with the ms since then. */
  accepts: { orderId: string; afterMs: number }[];
  /** While true, accepts wait in the proxy; each `pass` releases the first one. */
  hold: boolean;
  pass(): void;
  close(): Promise<void>;
}

async function startLine(target: string): Promise<Line> {
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let how: Darkness | null = null;
  let since = 0;
  let server: LocalServer | null = null;

  function answer(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (how === 'silent') return;
    if (how === 'sign-in') return void outgoing.writeHead(200, { 'content-type': 'text/html' }).end('<html>Sign in to the network</html>');
    const accepted = /^\/.*\/orders\/([^/]+)\/accept$/.exec(incoming.url ?? '')?.[1];
    if (accepted) self.accepts.push({ orderId: decodeURIComponent(accepted), afterMs: Date.now() - since });
    if (accepted && self.hold) held.push(() => passOn(target, incoming, outgoing));
    else passOn(target, incoming, outgoing);
  }

  async function listen(): Promise<LocalServer> {
    server = await serve(answer, server?.port);
    server.server.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      if (how === 'reset') socket.resetAndDestroy();
    });
    return server;
  }

  const self: Line = {
    url: '',
    accepts: [],
    hold: false,
    pass: () => held.shift()?.(),
    async goDark(kind) {
      how = kind;
      if (kind === 'silent' || kind === 'sign-in') return;
      if (kind === 'closed') await server?.close();
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async goLight() {
      const was = how;
      how = null;
      self.accepts.length = 0;
      since = Date.now();
      if (was === 'closed') await listen();
    },
    async close() {
      self.hold = false;
      while (held.length > 0) self.pass();
      for (const socket of sockets) socket.destroy();
      await server?.close();
    },
  };
  self.url = (await listen()).url;
  return self;
}

/** Concurrent commands per venue (main/outbox/commands.ts). */
const AT_ONCE = 8;

/** `inTurn`: holds accepts until as many as fit in flight have arrived, so their order depends only on the app. */
export async function darkNetwork(options: { orders: number; darkMs: number; how: Darkness; inTurn: boolean; chance: Chance }) {
  const { orders, chance } = options;
  const lines: Line[] = [];
  const venue = await openVenue({
    venue: { accept_within_seconds: 0 },
    printers: false,
    async between(orderBaseUrl) {
      const opened = await startLine(orderBaseUrl);
      lines.push(opened);
      return opened.url + new URL(orderBaseUrl).pathname;
    },
  });
  const [line] = lines;
  if (!line) throw new Error('nothing stands between the app and the service');
  try {
    const placedAt = Date.now() - 60_000;
    const byDeadline: string[] = [];
    for (let count = 0; count < orders; count += 1) {
      const created = new Date(placedAt + count * 1_000).toISOString();
      byDeadline.push((await venue.place('takeaway', { created_at: created, cash_payment: null })).order_id);
    }
    await until('all cards', () => byDeadline.every((id) => venue.state().orders[id]), 30_000);
    await line.goDark(options.how);
    const given = [...byDeadline];
    for (let at = given.length - 1; at > 0; at -= 1) {
      const other = chance.below(at + 1);
      [given[at], given[other]] = [given[other] as string, given[at] as string];
    }
    for (const orderId of given) await venue.call('order.accept', { orderId, extraMinutes: 0 });
    await wait(options.darkMs);
    line.hold = options.inTurn;
    await line.goLight();
    for (let passed = 0; line.hold && passed < orders; passed += 1) {
      await until(`accept ${passed + 1}`, () => line.accepts.length >= Math.min(orders, passed + AT_ONCE), 120_000);
      line.pass();
    }
    await until('all accepts', () => new Set(line.accepts.map(({ orderId }) => orderId)).size === orders, 120_000);
    await until('all effects', () => byDeadline.every((id) => venue.card(id).column === 'preparing'), 60_000);
    const accepted = await Promise.all(
      byDeadline.map(async (id) => (await venue.atService(id)).history.filter(({ event }) => event === 'accepted').length),
    );
    const arrived = line.accepts.map(({ orderId }) => orderId);
    /** Of the last arrival after the return. */
    const lastMs = Math.max(...line.accepts.map(({ afterMs }) => afterMs));
    return { byDeadline, arrived, lastMs, accepted };
  } finally {
    await line.close();
    await venue.close();
  }
}
