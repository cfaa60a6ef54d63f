/** How many notifications a second the receiver takes, each on the disk before its 200. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { portOf, startProgram } from '../beside/program.ts';
import { SECRET } from '../load/notifications.ts';
import { clientRow, takenBy } from '../load/servers.ts';
import type { Row } from '../table/row.ts';

/** The aim beside one commit each; beside all that came together in one commit it is the same everywhere. */
const CONNECTIONS = { 1: 1, 16: 2, 64: 3 } as const;
const BESIDE_GROUP = 0.5;

export async function measureReceiver(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bench-receiver-'));
  const programs = {
    here: await startProgram('test/fixtures/receiver-process.ts', join(folder, 'here'), SECRET),
    each: await startProgram('test/bench/beside/http.ts', 'each', folder, SECRET),
    group: await startProgram('test/bench/beside/http.ts', 'group', folder, SECRET),
    bare: await startProgram('test/bench/beside/http.ts', 'bare'),
  };
  const server = (name: keyof typeof programs) => ({ port: portOf(programs[name]), pid: programs[name].pid });
  try {
    const rows: Row[] = [];
    for (const [count, aim] of Object.entries(CONNECTIONS)) {
      const taken = await takenBy(
        { here: server('here'), each: server('each'), group: server('group'), bare: server('bare') },
        Number(count),
      );
      const row = (beside: 'each' | 'group' | 'bare', what: string, limit: number): Row => ({
        id: `receiver-${count}-${beside}`,
        what: `notifications taken, ${count} connection${count === '1' ? '' : 's'}`,
        unit: '/s',
        better: 'more',
        here: taken.here.perSecond,
        beside: { what, rounds: taken[beside].perSecond },
        read_by: 'ratio',
        aim: limit,
      });
      rows.push(row('each', 'HTTP, HMAC, one synced commit each', aim));
      rows.push(row('group', 'HTTP, HMAC, one synced commit for all that came together', BESIDE_GROUP));
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
