/**
 * Notifications per second of the receiver or relay, each synced before its 200, compared with other ways to sync; repeated with
 * slower syncs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canSlowSyncs, portOf, startWithSlowSyncs } from '../beside/program.ts';
import { type Row, rowOf } from '../table/row.ts';
import { SECRET } from './notifications.ts';
import { clientRow, takenBy } from './servers.ts';

/** Extra ms per sync: disks of typical servers and restaurant computers are slower than this one. */
const SLOWER_SYNC_MS = 1;

/** All aims are ratios; those of `each` and `eachOnSlowDisk` are by count of connections. */
export interface Taking {
  name: 'receiver' | 'relay';
  program(folder: string): [file: string, ...words: string[]];
  roundMs?: number;
  each: Readonly<Record<number, number>>;
  eachOnSlowDisk: Readonly<Record<number, number>>;
  group: number;
  bare: number;
}

export async function measureTaking(taking: Taking): Promise<Row[]> {
  return [...(await measureOnDisk(0, taking)), ...(canSlowSyncs() ? await measureOnDisk(SLOWER_SYNC_MS, taking) : [])];
}

async function measureOnDisk(slowerMs: number, { name, program, roundMs, each, eachOnSlowDisk, group, bare }: Taking): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), `tillbridge-bench-${name}-`));
  const start = (...words: [string, ...string[]]) => startWithSlowSyncs(slowerMs, ...words);
  const programs = {
    here: await start(...program(folder)),
    each: await start('lab/bench/beside/http.ts', 'each', folder, SECRET),
    group: await start('lab/bench/beside/http.ts', 'group', folder, SECRET),
    bare: await start('lab/bench/beside/http.ts', 'bare'),
  };
  const server = (which: keyof typeof programs) => ({ port: portOf(programs[which]), pid: programs[which].pid });
  const servers = { here: server('here'), each: server('each'), group: server('group'), bare: server('bare') };
  const [suffix, disk] = slowerMs > 0 ? ['-slow-disk', `, each sync ${slowerMs} ms longer`] : ['', ''];
  try {
    const rows: Row[] = [];
    for (const [count, aim] of Object.entries(slowerMs > 0 ? eachOnSlowDisk : each)) {
      const taken = await takenBy(servers, Number(count), roundMs);
      const what = `notifications the ${name} takes, ${count} connection${count === '1' ? '' : 's'}${disk}`;
      const row = (side: 'each' | 'group' | 'bare', besideWhat: string, limit: number): Row => {
        const beside = { what: besideWhat, rounds: taken[side].perSecond };
        const named = { id: `${name}-${count}-${side}${suffix}`, what, unit: '/s', better: 'more' } as const;
        return rowOf({ ...named, here: taken.here.perSecond, beside, read_by: 'ratio', aim: limit });
      };
      rows.push(row('each', 'HTTP, HMAC, one synced commit each', aim));
      rows.push(row('group', 'HTTP, HMAC, one synced commit for all that came together', group));
      if (slowerMs > 0) continue;
      rows.push(row('bare', 'bare HTTP', bare));
      rows.push(clientRow(`${name}-${count}-client`, `what the client costs, ${count} at once, ${name} = 1`, taken.here));
      rows.push(clientRow(`${name}-${count}-client-bare`, `what the client costs, ${count} at once, bare HTTP = 1`, taken.bare));
    }
    return rows;
  } finally {
    for (const one of Object.values(programs)) await one.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
