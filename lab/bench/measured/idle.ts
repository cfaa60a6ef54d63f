/** The app's cost while idle, compared with bare Node with one timer over the same seconds. */
import { spawn } from 'node:child_process';
import { setTimeout as pass } from 'node:timers/promises';
import { openVenueProcess } from '../../faults/venue-process.ts';
import { ROUNDS } from '../table/rounds.ts';
import { type Row, rowOf } from '../table/row.ts';
import { bytesWritten, processorMs, wakeUps } from '../table/usage.ts';

const SETTLES_MS = 20_000;

/** `roundMs`: ms per round. */
export async function measureIdle(roundMs: number): Promise<Row[]> {
  const venue = await openVenueProcess({ robot: false });
  await venue.switchOn();
  const bare = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)'], { stdio: 'ignore' });
  const pids = { counter: venue.pid(), bare: bare.pid ?? 0 };
  await pass(SETTLES_MS);
  const seen = { counter: [] as Cost[], bare: [] as Cost[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = { counter: costOf(pids.counter), bare: costOf(pids.bare) };
    await pass(roundMs);
    for (const who of ['counter', 'bare'] as const) seen[who].push(between(before[who], costOf(pids[who])));
  }
  bare.kill();
  await venue.close();
  const row = (of: keyof Cost, what: string, unit: string, aim: number): Row => {
    const [here, rounds] = [seen.counter, seen.bare].map((costs) => costs.map((cost) => cost[of])) as [number[], number[]];
    const beside = { what: 'bare Node with one timer', rounds };
    return rowOf({ id: `idle-${of}`, what: `${what} of an idle counter`, unit, here, beside, aim });
  };
  return [
    row('processor', 'processor', '% of a core', 0.5),
    row('wake-ups', 'wake-ups', '/s', 5),
    row('written', 'disk writes', 'MB/h', 1),
  ];
}

interface Cost {
  /** Percent of one core; ms before `between`. */
  processor: number;
  /** Wake-ups per second of all threads; voluntary switches before `between`. */
  'wake-ups': number;
  /** MB per hour; bytes before `between`. */
  written: number;
  at: number;
}

function costOf(pid: number): Cost {
  return { processor: processorMs(pid), 'wake-ups': wakeUps(pid), written: bytesWritten(pid), at: performance.now() };
}

function between(before: Cost, after: Cost): Cost {
  const seconds = (after.at - before.at) / 1_000;
  return {
    processor: (after.processor - before.processor) / seconds / 10,
    'wake-ups': (after['wake-ups'] - before['wake-ups']) / seconds,
    written: ((after.written - before.written) / 1_000_000 / seconds) * 3_600,
    at: after.at,
  };
}
