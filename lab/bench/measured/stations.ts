/** How soon stations show another's action, compared with bare WebSockets; and a station's cost. */
import { setTimeout as pass } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { until } from '../../../test/e2e/venue/venue.ts';
import { heapInUse } from '../../faults/attacks/watch/heap-in-use.ts';
import { portOf, startProgram } from '../beside/program.ts';
import { endOrder } from '../load/end-order.ts';
import { type ConnectedStation, openAppWithStations, stationOf } from '../load/stations.ts';
import { ROUNDS, timesInTurns } from '../table/rounds.ts';
import { type Row, rowOf } from '../table/row.ts';
import { atShare, median } from '../table/statistics.ts';
import { memoryOf, processorMs } from '../table/usage.ts';

type App = Awaited<ReturnType<typeof openAppWithStations>>;

const TOUCHES = 30;
const ORDERS = 20;
const FEW = 1;
const MANY = 20;
const IDLE_MS = 5_000;
const SETTLES_MS = 1_000;
/** More taps a second are refused. */
const PAUSE_MS = 120;
const SHOWN_WITHIN_MS = 200;

export async function measureStations(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of [2, 8, MANY]) rows.push(...(await withApp((app) => touchRows(app, count))));
  rows.push(...(await withApp(orderRows)));
  rows.push(...(await withApp(costRows)));
  return rows;
}

async function withApp(measure: (app: App) => Promise<Row[]>): Promise<Row[]> {
  const app = await openAppWithStations();
  try {
    return await measure(app);
  } finally {
    await app.close();
  }
}

/** One station accepts; all others get the card. */
async function touchRows(opened: App, count: number): Promise<Row[]> {
  const { app } = opened;
  const stations = await opened.connect(count);
  const program = await startProgram('lab/bench/beside/broadcast.ts');
  const bare = await Promise.all(Array.from({ length: count }, () => bareStation(portOf(program))));
  try {
    const times = await timesInTurns(TOUCHES, async () => {
      const placed = allHear(stations, '"name":"accept"');
      const orderId = await app.place('takeaway');
      await placed;
      await pass(PAUSE_MS);
      const [first, ...others] = stations as [ConnectedStation, ...ConnectedStation[]];
      const shown = allHear(others, `"${orderId}"`, '"pending":{');
      const began = performance.now();
      const call = first.call('order.accept', { orderId, extraMinutes: null });
      const heard = await shown;
      const here = Math.max(...heard.map(({ at }) => at)) - began;
      const bytes = Math.max(...heard.map((one) => one.bytes));
      const bareHeard = allHear(bare.slice(1).map(({ station }) => station));
      const bareBegan = performance.now();
      bare[0]?.socket.send(String(bytes).padEnd(call.length));
      const bareTime = Math.max(...(await bareHeard).map(({ at }) => at)) - bareBegan;
      await until('the command at the service', async () => (await app.venue.atService(orderId)).state !== 'created');
      await endOrder(app.venue, orderId);
      return { here, bare: bareTime };
    });
    const beside = (of: (values: number[]) => number) => ({ what: 'bare WebSockets with the same bytes', rounds: times.bare.map(of) });
    const row = (id: string, what: string, of: (values: number[]) => number, rest: Partial<Row>): Row =>
      rowOf({ id: `stations-${id}-${count}`, what, here: times.here.map(of), beside: beside(of), ...rest });
    const p99 = (values: number[]) => atShare(values, 0.99);
    return [
      row('touch', `accept at one of ${count} stations to its card at all others, median`, median, { read_by: 'ratio' }),
      row('touch-p99', 'the same, p99', p99, { aim: SHOWN_WITHIN_MS }),
    ];
  } finally {
    await program.end();
  }
}

async function orderRows(opened: App): Promise<Row[]> {
  const stations = await opened.connect(MANY);
  const rounds: number[][] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const times: number[] = [];
    for (let at = 0; at < ORDERS; at += 1) {
      const shown = allHear(stations, '"name":"accept"');
      const orderId = await opened.app.place('takeaway');
      const heard = (await shown).map((one) => one.at + performance.timeOrigin);
      times.push(Math.max(...heard) - (await sentAt(opened, orderId)));
      await opened.app.venue.control('POST', `/orders/${orderId}/cancel`, { by: 'consumer' });
      await pass(PAUSE_MS);
    }
    if (round >= 0) rounds.push(times);
  }
  const row = (id: string, what: string, share: number, aim: number | null) =>
    rowOf({ id, what, here: rounds.map((times) => atShare(times, share)), aim });
  return [
    row('stations-order', `notification to the card at each of ${MANY} stations, median`, 0.5, null),
    row('stations-order-p99', 'the same, p99', 0.99, SHOWN_WITHIN_MS),
  ];
}

async function sentAt({ app }: App, orderId: string): Promise<number> {
  // Noted only once it was answered.
  const entry = await until('the notification', async () =>
    (await app.venue.log()).find((one) => one.kind === 'notification' && one.order_id === orderId && one.status === 'CREATED'),
  );
  if (entry.kind !== 'notification') throw new Error(`Order ${orderId} was not notified.`);
  return Date.parse(entry.sent_at);
}

interface Cost {
  heapMb: number;
  rssMb: number;
  idleMs: number;
  changeMs: number;
}

/** Per station, from the difference between many and few. */
async function costRows(opened: App): Promise<Row[]> {
  const { app } = opened;
  const orders: string[] = [];
  for (let at = 0; at < ORDERS; at += 1) orders.push(await app.place('group'));
  await pass(SETTLES_MS);
  const [first] = (await opened.connect(FEW)) as [ConnectedStation];

  let checked = false;
  async function cost(): Promise<Cost> {
    await pass(SETTLES_MS);
    const heapMb = await heapInUse(app.pid(), opened.inspector);
    const { rss: rssMb } = memoryOf(app.pid());
    const idle = processorMs(app.pid());
    await pass(IDLE_MS);
    const idleMs = processorMs(app.pid()) - idle;
    const changes = processorMs(app.pid());
    checked = !checked;
    for (const orderId of orders) {
      const shown = first.hears(`"${orderId}"`, '"push":"patch"');
      first.call('order.check', { orderId, participant: 0, checked });
      await shown;
      await pass(PAUSE_MS);
    }
    return { heapMb, rssMb, idleMs, changeMs: (processorMs(app.pid()) - changes) / orders.length };
  }
  const seen: Record<keyof Cost, number[]> = { heapMb: [], rssMb: [], idleMs: [], changeMs: [] };
  for (let round = -1; round < ROUNDS; round += 1) {
    const few = await cost();
    const others = await opened.connect(MANY - FEW);
    const many = await cost();
    for (const other of others) await other.close();
    if (round < 0) continue;
    for (const of of Object.keys(seen) as (keyof Cost)[]) seen[of].push((many[of] - few[of]) / (MANY - FEW));
  }
  const row = (id: string, what: string, unit: string, here: number[], aim: number | null): Row =>
    rowOf({ id: `stations-${id}`, what, unit, here, aim });
  return [
    row(
      'heap',
      'a station more: live memory',
      'kB',
      seen.heapMb.map((mb) => mb * 1_024),
      500,
    ),
    row(
      'rss',
      'a station more: resident memory',
      'kB',
      seen.rssMb.map((mb) => mb * 1_024),
      null,
    ),
    row(
      'idle',
      'a station more: processor while idle',
      'ms/s',
      seen.idleMs.map((ms) => (ms / IDLE_MS) * 1_000),
      1,
    ),
    row('change', 'a station more: processor of one change', 'ms', seen.changeMs, 1),
  ];
}

async function bareStation(port: number): Promise<{ socket: WebSocket; station: ConnectedStation }> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  const station = stationOf(socket);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return { socket, station };
}

function allHear(stations: readonly ConnectedStation[], ...texts: string[]): Promise<{ at: number; bytes: number }[]> {
  return Promise.all(stations.map((station) => station.hears(...texts)));
}
