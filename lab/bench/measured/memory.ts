/** The app's memory at rest and after many orders, compared with bare Node with the same libraries. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';
import { openVenueProcess } from '../../faults/venue-process.ts';
import { portOf, startProgram } from '../beside/program.ts';
import { untilCooked } from '../load/until-cooked.ts';
import { inTurns } from '../table/rounds.ts';
import { type Row, rowOf } from '../table/row.ts';
import { type Memory, memoryOf } from '../table/usage.ts';

const SETTLES_MS = 4_000;
/** Orders open at once: the next ones arrive when these are done. */
const AT_ONCE = 40;

type Found = Awaited<ReturnType<typeof counterOf>>;

export async function measureMemory(orders: number): Promise<Row[]> {
  const found = await inTurns({ here: () => counterOf(orders), bare: () => bareOf(orders) });
  const row = (when: keyof Found, kind: keyof Memory, aim: number | null): Row => {
    const [id, words] = when === 'idle' ? ['idle', 'at rest'] : [orders, `after ${orders.toLocaleString('en')} orders`];
    const [here, rounds] = [found.here, found.bare].map((all) => all.map((one) => one[when][kind])) as [number[], number[]];
    const beside = { what: 'bare Node, better-sqlite3, undici', rounds };
    const named = { id: `memory-${id}-${kind}`, what: `${kind.toUpperCase()} ${words}`, unit: 'MB' };
    return rowOf({ ...named, here, beside, read_by: aim === null ? 'ratio' : 'here', aim });
  };
  return [
    row('idle', 'pss', 75),
    row('idle', 'rss', null),
    // This aim is for ten thousand orders, and holds for fewer too.
    row('after', 'pss', 110),
    row('after', 'rss', null),
  ];
}

async function counterOf(orders: number) {
  await using venue = await openVenueProcess();
  await venue.switchOn();
  await pass(SETTLES_MS);
  const idle = memoryOf(venue.pid());
  for (let placed = 0; placed < orders; placed += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => venue.place('takeaway')));
    await untilCooked(venue.venue);
  }
  return { idle, after: memoryOf(venue.pid()) };
}

async function bareOf(orders: number): Promise<Found> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bench-memory-'));
  const bare = await startProgram('lab/bench/beside/counter.ts', folder);
  const venue = await openVenueProcess({ robot: false, printers: false });
  try {
    await pass(SETTLES_MS);
    const idle = memoryOf(bare.pid);
    await venue.venue.control('DELETE', '/webhooks');
    for (let placed = 0; placed < orders; placed += AT_ONCE) {
      const keepOne = async () => {
        const body = `${venue.venue.sandbox.control_url}/orders/${await venue.place('takeaway')}`;
        await (await fetch(`http://127.0.0.1:${portOf(bare)}/`, { method: 'POST', body })).text();
      };
      await Promise.all(Array.from({ length: AT_ONCE }, keepOne));
    }
    await pass(SETTLES_MS);
    return { idle, after: memoryOf(bare.pid) };
  } finally {
    await bare.end();
    await venue.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
