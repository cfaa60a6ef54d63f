/**
 * A line between app and relay with faults. `cut`: resets all connections. `half-open`: nothing passes, without an end. `slow`: few bytes
 * at a time. `reordered`: close notifications swap places.
 */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Chance } from '../seeded.ts';

export type Weather = 'well' | 'cut' | 'half-open' | 'slow' | 'reordered';

export type RelayLine = Awaited<ReturnType<typeof openLine>>;

const SLOW_PIECE = 700;
const SLOW_MS = 40;
/** How long frames are held to be mixed. */
const MIXED_MS = 60;
const NEWS = '{"type":"news"';

export async function openLine(targetPort: number, chance: Chance) {
  let weather: Weather = 'well';
  const sockets = new Set<Socket>();
  /** Sockets that are dead although both ends think they are open. */
  const dead = new Set<Socket>();

  function isDead(socket: Socket): boolean {
    return dead.has(socket);
  }

  /** Passes one direction of a connection, with the current fault. */
  function pass(from: Socket, to: Socket, isFromRelay: boolean): void {
    let turn: Promise<unknown> = Promise.resolve();
    let held: Buffer = Buffer.alloc(0);
    let mixing = false;
    let isUpgraded = false;
    const write = (bytes: Buffer): void => {
      if (!isDead(from) && !to.destroyed) to.write(bytes);
    };

    async function slowly(bytes: Buffer): Promise<void> {
      for (let at = 0; at < bytes.length; at += SLOW_PIECE) {
        await wait(SLOW_MS);
        write(bytes.subarray(at, at + SLOW_PIECE));
      }
    }

    function mix(): void {
      mixing = false;
      const { whole, rest } = framesOf(held);
      held = rest;
      const news = whole.filter(isNews);
      const mixed = whole.map((frame) => (isNews(frame) ? (news.splice(chance.below(news.length), 1)[0] ?? frame) : frame));
      turn = turn.then(() => write(Buffer.concat(mixed)));
    }

    from.on('data', (bytes: Buffer) => {
      if (isDead(from)) return;
      if (isFromRelay && isUpgraded && (weather === 'reordered' || held.length > 0)) {
        held = Buffer.concat([held, bytes]);
        if (mixing) return;
        mixing = true;
        setTimeout(mix, MIXED_MS);
        return;
      }
      if (isFromRelay && bytes.subarray(0, 12).toString() === 'HTTP/1.1 101') isUpgraded = bytes.subarray(-4).toString() === '\r\n\r\n';
      if (weather === 'slow') turn = turn.then(() => slowly(bytes));
      else turn = turn.then(() => write(bytes));
    });
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      if (!isDead(from)) turn.then(() => to.end());
    });
  }

  const server = createServer((counter) => {
    sockets.add(counter);
    if (weather === 'cut') {
      counter.on('error', () => undefined);
      counter.on('close', () => sockets.delete(counter));
      return void counter.resetAndDestroy();
    }
    const relay = connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    sockets.add(relay);
    if (weather === 'half-open') for (const socket of [counter, relay]) dead.add(socket);
    pass(counter, relay, false);
    pass(relay, counter, true);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next: Weather): void {
      weather = next;
      if (next === 'cut') for (const socket of sockets) socket.resetAndDestroy();
      if (next === 'half-open') for (const socket of sockets) dead.add(socket);
    },
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Whole unmasked WebSocket frames, and the rest. */
function framesOf(bytes: Buffer): { whole: Buffer[]; rest: Buffer } {
  const whole: Buffer[] = [];
  let at = 0;
  for (;;) {
    if (bytes.length - at < 2) break;
    const short = (bytes[at + 1] ?? 0) & 0x7f;
    const head = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (bytes.length - at < head) break;
    const length = short === 126 ? bytes.readUInt16BE(at + 2) : short === 127 ? Number(bytes.readBigUInt64BE(at + 2)) : short;
    if (bytes.length - at < head + length) break;
    whole.push(bytes.subarray(at, at + head + length));
    at += head + length;
  }
  return { whole, rest: bytes.subarray(at) };
}

function isNews(frame: Buffer): boolean {
  return frame.subarray(0, 10 + NEWS.length).includes(NEWS);
}
