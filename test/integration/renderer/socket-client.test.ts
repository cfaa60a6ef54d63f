/** The page's link in a browser, over a real WebSocket to a real server on loopback. */
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { type Beat, type ClientFrame, nothingShown, type PageKind, type Push, type ServerFrame } from '../../../contract/contract.ts';
import { openSocketClient, retryDelay, type SocketClient } from '../../../renderer/client/socket-client.ts';

const EMPTY = nothingShown();

async function bridge(onCall: (frame: ClientFrame, socket: ServerSocket) => void, port = 0) {
  const server = new WebSocketServer({ host: '127.0.0.1', port });
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket) => {
    send(socket, { push: 'snapshot', of: 'counter', seq: 1, state: EMPTY });
    socket.on('message', (data) => onCall(JSON.parse(String(data)) as ClientFrame, socket));
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      for (const client of server.clients) client.terminate();
      server.close(() => resolve());
    });
  onTestFinished(stop);
  return { port: (server.address() as AddressInfo).port, stop };
}

const send = (socket: ServerSocket, frame: ServerFrame) => socket.send(JSON.stringify(frame));
const answer = (frame: ClientFrame, socket: ServerSocket, value: unknown = {}) =>
  send(socket, { id: frame.id, answer: { ok: true, value } });

function doorwayTo(port: number, answerWithinMs?: number): SocketClient {
  const doorway = openSocketClient(
    async () => ({ socket: new WebSocket(`ws://127.0.0.1:${port}/bridge`), view: 'counter' }),
    answerWithinMs === undefined ? {} : { answerWithinMs },
  );
  onTestFinished(() => void doorway.close());
  return doorway;
}

const beat = (socket: ServerSocket, sentAt: number) => socket.send(JSON.stringify({ beat: true, at: 0, sentAt } satisfies Beat));

/** A station at a server that sends what `onConnection` says. */
async function station(onConnection: (socket: ServerSocket) => void) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', onConnection);
  const { port } = server.address() as AddressInfo;
  const client = openSocketClient(async () => ({ socket: new WebSocket(`ws://127.0.0.1:${port}/bridge`), view: 'station' }));
  onTestFinished(() => void client.close());
  return { client, ...follow(client) };
}

/** Observes the link; resolves at its n-th change. */
function follow(doorway: SocketClient) {
  const pushes: Push<PageKind>[] = [];
  let signedOut = 0;
  const links: boolean[] = [];
  const waiting: { wanted: () => boolean; go: () => void }[] = [];
  const check = () => {
    for (const one of waiting.filter(({ wanted }) => wanted())) one.go();
  };
  doorway.watch(
    (push) => {
      if (push.push === 'signed-in') signedOut += 1;
      else pushes.push(push);
      check();
    },
    (linked) => {
      links.push(linked);
      check();
    },
  );
  const until = (wanted: () => boolean) => (wanted() ? Promise.resolve() : new Promise<void>((go) => waiting.push({ wanted, go })));
  return { pushes, links, until, signedOut: () => signedOut };
}

describe('the page in a browser', () => {
  it("gets a snapshot as soon as it's connected, then patches", async () => {
    const { port } = await bridge((frame, socket) => {
      send(socket, { push: 'patch', seq: 2, after: 1, changes: [] });
      answer(frame, socket);
    });
    const doorway = doorwayTo(port);
    const { pushes, until } = follow(doorway);
    await until(() => pushes.length === 1);
    await doorway.call('order.touch', { orderId: 'a' });
    expect(pushes.map((push) => 'seq' in push && [push.push, push.seq])).toEqual([
      ['snapshot', 1],
      ['patch', 2],
    ]);
  });

  it('matches each answer to its call, in any order', async () => {
    const held: [ClientFrame, ServerSocket][] = [];
    const { port } = await bridge((frame, socket) => {
      held.push([frame, socket]);
      if (held.length === 2)
        for (const [one, to] of held.reverse()) answer(one, to, { text: (one.input as { printerId: string }).printerId });
    });
    const doorway = doorwayTo(port);
    const { links, until } = follow(doorway);
    await until(() => links.includes(true));
    const both = await Promise.all(['kitchen', 'bar'].map((printerId) => doorway.call('printer.test', { printerId })));
    expect(both).toEqual([
      { ok: true, value: { text: 'kitchen' } },
      { ok: true, value: { text: 'bar' } },
    ]);
  });

  it("reports at once that nothing was sent while Tillbridge isn't running", async () => {
    const { port, stop } = await bridge(() => {});
    await stop();
    const doorway = doorwayTo(port);
    follow(doorway);
    const refused = await doorway.call('order.ready', { orderId: 'a' });
    expect(refused).toMatchObject({ ok: false, problem: { code: 'not-linked', text: expect.stringContaining('nothing was sent') } });
  });

  it("doesn't claim that a command failed if the connection broke before the answer", async () => {
    const { port } = await bridge((_frame, socket) => socket.terminate());
    const doorway = doorwayTo(port);
    const { links, until } = follow(doorway);
    await until(() => links.includes(true));
    const lost = await doorway.call('order.ready', { orderId: 'a' });
    expect(lost).toMatchObject({ ok: false, problem: { code: 'answer-lost' } });
  });

  it('after a call without an answer says to check the order only if the call was about an order', async () => {
    const theOrder = expect.stringMatching(/^(?:C|.*c)heck the order/);
    const look = 'Check whether it was done. If not, try again.';
    const { port, stop } = await bridge(() => {});
    const doorway = doorwayTo(port, 200);
    const { links, until } = follow(doorway);
    await until(() => links.includes(true));
    expect(await doorway.call('order.ready', { orderId: 'a' })).toMatchObject({ problem: { code: 'no-answer', hint: theOrder } });
    expect(await doorway.call('access.setPin', { pin: '4711' })).toMatchObject({ problem: { code: 'no-answer', hint: look } });
    const patient = doorwayTo(port);
    const other = follow(patient);
    await other.until(() => other.links.includes(true));
    const lost = [patient.call('order.ready', { orderId: 'a' }), patient.call('access.setPin', { pin: '4711' })];
    await stop();
    expect(await Promise.all(lost)).toMatchObject([
      { problem: { code: 'answer-lost', hint: theOrder } },
      { problem: { code: 'answer-lost', hint: look } },
    ]);
  });

  it('gives up waiting for an answer after a while, and ignores a late one', async () => {
    const held: [ClientFrame, ServerSocket][] = [];
    const { port } = await bridge((frame, socket) => {
      if (frame.call === 'order.ready') held.push([frame, socket]);
      else {
        for (const [late, to] of held) answer(late, to);
        answer(frame, socket);
      }
    });
    const doorway = doorwayTo(port, 300);
    const { links, until } = follow(doorway);
    await until(() => links.includes(true));
    expect(await doorway.call('order.ready', { orderId: 'a' })).toMatchObject({ ok: false, problem: { code: 'no-answer' } });
    expect(await doorway.call('order.touch', { orderId: 'a' })).toEqual({ ok: true, value: {} });
  });

  it('reconnects with a fresh snapshot after Tillbridge restarted', async () => {
    const first = await bridge(() => {});
    const doorway = doorwayTo(first.port);
    const { pushes, links, until } = follow(doorway);
    await until(() => pushes.length === 1);
    await first.stop();
    await until(() => links.length === 3);
    await bridge((frame, socket) => answer(frame, socket), first.port);
    await until(() => pushes.length === 2);
    expect(links).toEqual([false, true, false, true]);
    expect(await doorway.call('order.touch', { orderId: 'a' })).toEqual({ ok: true, value: {} });
  });

  it('reconnects if it receives an invalid message', async () => {
    let connections = 0;
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    server.on('connection', (socket) => {
      connections += 1;
      if (connections === 1) socket.send('{"push":"sna');
      else send(socket, { push: 'snapshot', of: 'counter', seq: 5, state: EMPTY });
    });
    const { pushes, until } = follow(doorwayTo((server.address() as AddressInfo).port));
    await until(() => pushes.length === 1);
    expect(pushes[0]).toMatchObject({ seq: 5 });
    expect(connections).toBe(2);
  });

  it("doesn't show what it had before as current while the snapshot of a new connection is on its way", async () => {
    const snapshots: (() => void)[] = [];
    const { client, links, until } = await station((socket) => {
      beat(socket, 0);
      snapshots.push(() => send(socket, { push: 'snapshot', of: 'counter', seq: 1, state: EMPTY }));
    });
    await until(() => links.length === 1);
    await vi.waitFor(() => expect(snapshots).toHaveLength(1));
    expect(await client.call('order.touch', { orderId: 'a' })).toMatchObject({ problem: { code: 'not-linked' } });
    snapshots[0]?.();
    await until(() => links.includes(true));
  });

  it('says that what it shows is old if beats come regularly but later than they were sent', async () => {
    const { links, until } = await station((socket) => {
      send(socket, { push: 'snapshot', of: 'counter', seq: 1, state: EMPTY });
      const late = setInterval(() => beat(socket, 0), 50);
      onTestFinished(() => clearInterval(late));
    });
    await until(() => links.length === 3);
    expect(links).toEqual([false, true, false]);
  });

  it('shows data as old if the first beat took a second, until an answer shows that the way is fast', async () => {
    const calls: string[] = [];
    const { links, until } = await station((socket) => {
      socket.on('message', (data) => {
        const frame = JSON.parse(String(data)) as ClientFrame;
        calls.push(frame.call);
        if (calls.length === 1) setTimeout(() => answer(frame, socket), 1_000);
        else answer(frame, socket);
      });
      const began = performance.now();
      const first = setTimeout(() => send(socket, { push: 'snapshot', of: 'counter', seq: 1, state: EMPTY }), 1_000);
      const beating = setInterval(() => performance.now() - began > 1_000 && beat(socket, performance.now()), 50);
      onTestFinished(() => {
        clearTimeout(first);
        clearInterval(beating);
      });
    });
    await until(() => links.includes(true));
    expect(calls).toEqual(['staff.here', 'staff.here']);
  });

  it('keeps the sign-in when silence ends on the same connection, and ends it at a new one', async () => {
    const sockets: ServerSocket[] = [];
    let isSilent = false;
    const { signedOut, links, until } = await station((socket) => {
      sockets.push(socket);
      send(socket, { push: 'snapshot', of: 'counter', seq: 1, state: EMPTY });
      const beating = setInterval(() => isSilent || beat(socket, performance.now()), 50);
      onTestFinished(() => clearInterval(beating));
    });
    await until(() => links.at(-1) === true);
    expect(signedOut()).toBe(1);
    isSilent = true;
    await until(() => links.at(-1) === false);
    isSilent = false;
    await until(() => links.at(-1) === true);
    expect([sockets.length, signedOut()]).toEqual([1, 1]);
    sockets[0]?.terminate();
    await until(() => sockets.length === 2 && links.at(-1) === true);
    expect(signedOut()).toBe(2);
  });

  it('does not show late data as current because the page was busy', async () => {
    const { links, until } = await station((socket) => {
      send(socket, { push: 'snapshot', of: 'counter', seq: 1, state: EMPTY });
      beat(socket, performance.now());
      const late = setInterval(() => beat(socket, performance.now() - 3_000), 20);
      onTestFinished(() => clearInterval(late));
    });
    await until(() => links.length === 3);
    for (let times = 0; times < 2; times += 1) {
      const began = performance.now();
      while (performance.now() - began < 600);
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
    expect(links).toEqual([false, true, false]);
  });

  it('retries quickly at first, and at least every three seconds', () => {
    expect(retryDelay(0, 1)).toBe(250);
    expect(retryDelay(1, 1)).toBe(500);
    expect(retryDelay(1000, 1)).toBe(3000);
    expect(retryDelay(1000, 0)).toBe(2250);
  });
});
