/** The app with paired stations, whose sockets are in this process. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { CallInput, CallName, Right } from '../../../contract/contract.ts';
import { askIn, BRIDGE_PATH, keyOfCode, PROTOCOL, readCode } from '../../../contract/entry.ts';
import { freePort } from '../../../main/demo/venue.ts';
import { until } from '../../../test/e2e/venue/venue.ts';
import { openScreen } from '../../faults/attacks/watch/counter-screen.ts';
import { inspectable } from '../../faults/attacks/watch/heap-in-use.ts';
import { trustAuthority } from '../../faults/attacks/watch/trust-authority.ts';
import { openVenueProcess } from '../../faults/venue-process.ts';

export interface ConnectedStation {
  call<N extends CallName>(name: N, input: CallInput<N>): string;
  /** Arrival (`performance.now`) of the next frame with all these texts. */
  hears(...texts: string[]): Promise<{ at: number; bytes: number }>;
  close(): Promise<void>;
}

export async function openAppWithStations() {
  const app = await openVenueProcess({
    robot: false,
    printers: false,
    settings: { counter: { port: 0, displays: true, displays_port: await freePort(), stations_port: await freePort() } },
  });
  const inspector = await freePort();
  await app.switchOn([], inspectable(inspector));
  const counter = await openScreen(app.counterUrl());

  let isTrusted = false;
  /** Names are unique, also those of stations that left. */
  let made = 0;

  async function connect(name: string): Promise<ConnectedStation> {
    const rights: Right[] = ['answer', 'ready', 'pack'];
    const way = await until('a pairing code', async () => {
      const answer = await counter.call('displays.pair', { view: 'station', name, rights, venues: null, zones: null, rings: true });
      return answer.ok && answer.value;
    });
    if (!isTrusted) await trustAuthority(way.guideUrl ?? '');
    isTrusted = true;
    const { origin } = new URL(way.url);
    const entry = await askIn(origin, [keyOfCode(readCode(way.code) ?? '')]);
    if (entry.outcome !== 'in') throw new Error(`The station was not paired: ${entry.outcome}.`);
    const socket = new WebSocket(origin.replace(/^http/, 'ws') + BRIDGE_PATH, [PROTOCOL, entry.ticket], { origin });
    const opened = stationOf(socket);
    await opened.hears('"push":"snapshot"');
    return opened;
  }

  return {
    app,
    inspector,
    connect: (count: number) => Promise.all(Array.from({ length: count }, () => connect(`Station ${++made}`))),
    async close(): Promise<void> {
      counter.close();
      await app.close();
    },
  };
}

export function stationOf(socket: WebSocket): ConnectedStation {
  const waiting = new Set<(text: string, at: number) => void>();
  let last = 0;
  socket.on('message', (data) => {
    const at = performance.now();
    if (waiting.size === 0) return;
    const text = String(data);
    for (const hear of waiting) hear(text, at);
  });
  return {
    call(call, input) {
      last += 1;
      const text = JSON.stringify({ id: last, call, input });
      socket.send(text);
      return text;
    },
    hears: (...texts) =>
      new Promise((resolve) => {
        const hear = (text: string, at: number): void => {
          if (!texts.every((one) => text.includes(one))) return;
          waiting.delete(hear);
          resolve({ at, bytes: Buffer.byteLength(text) });
        };
        waiting.add(hear);
      }),
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
