/** How many notifications a second the receiver takes, each on the disk before its 200. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canSlowSyncs, portOf, startWithSlowSyncs } from '../beside/program.ts';
import { SECRET } from '../load/notifications.ts';
import { clientRow, takenBy } from '../load/servers.ts';
import type { Row } from '../table/row.ts';

/** The aim beside one commit each; beside all that came together in one commit it is the same everywhere. */
const CONNECTIONS = { 1: 1, 16: 2, 64: 3 } as const;
const BESIDE_GROUP = 0.5;
/** Most computers at a counter have a disk that is slower than this one: each sync so much longer, with fewer connections and an aim of its own. */
const SLOWER_SYNC_MS = 1;
const ON_SLOW_DISK = { 16: 1.5, 64: 1.5 } as const;

export async function measureReceiver(): Promise<Row[]> {
  return [...(await measureOnDisk(0, CONNECTIONS)), ...(canSlowSyncs() ? await measureOnDisk(SLOWER_SYNC_MS, ON_SLOW_DISK) : [])];
}

/** `slowerMs`: what each sync takes longer than on this disk. `aims`: beside one commit each, by connections. */
async function measureOnDisk(slowerMs: number, aims: Readonly<Record<number, number>>): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bench-receiver-'));
  const programs = {
    here: await startWithSlowSyncs(slowerMs, 'test/fixtures/receiver-process.ts', join(folder, 'here'), SECRET),
    each: await startWithSlowSyncs(slowerMs, 'test/bench/beside/http.ts', 'each', folder, SECRET),
    group: await startWithSlowSyncs(slowerMs, 'test/bench/beside/http.ts', 'group', folder, SECRET),
    bare: await startWithSlowSyncs(slowerMs, 'test/bench/beside/http.ts', 'bare'),
  };
  const server = (name: keyof typeof programs) => ({ port: portOf(programs[name]), pid: programs[name].pid });
  const [suffix, disk] = slowerMs > 0 ? ['-slow-disk', `, each sync ${slowerMs} ms longer`] : ['', ''];
  try {
    const rows: Row[] = [];
    for (const [count, aim] of Object.entries(aims)) {
      const taken = await takenBy(
        { here: server('here'), each: server('each'), group: server('group'), bare: server('bare') },
        Number(count),
      );
      const row = (beside: 'each' | 'group' | 'bare', what: string, limit: number): Row => ({
        id: `receiver-${count}-${beside}${suffix}`,
        what: `notifications taken, ${count} connection${count === '1' ? '' : 's'}${disk}`,
        unit: '/s',
        better: 'more',
        here: taken.here.perSecond,
        beside: { what, rounds: taken[beside].perSecond },
        read_by: 'ratio',
        aim: limit,
      });
      rows.push(row('each', 'HTTP, HMAC, one synced commit each', aim));
      rows.push(row('group', 'HTTP, HMAC, one synced commit for all that came together', BESIDE_GROUP));
      if (slowerMs > 0) continue;
      rows.push(row('bare', 'bare HTTP', 0.4));
      rows.push(clientRow(`receiver-${count}-client`, `what the client costs, ${count} at once, receiver = 1`, taken.here));
      rows.push(clientRow(`receiver-${count}-client-bare`, `what the client costs, ${count} at once, bare HTTP = 1`, taken.bare));
    }
    return rows;
  } finally {
    for (const program of Object.values(programs)) await program.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
