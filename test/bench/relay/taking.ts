/**
 * `npm run bench -- relay`: how many notifications a second the relay takes at 64 connections, beside a server that syncs each request by
 * itself, one that syncs all that came together, and bare HTTP, in turns of one run; then the way through it (latency.ts), unless the word `taking` stands behind.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canSlowSyncs, portOf, startWithSlowSyncs } from '../beside/program.ts';
import { SECRET } from '../load/notifications.ts';
import { clientRow, takenBy } from '../load/servers.ts';
import type { Row } from '../table/row.ts';
import { benchLatency } from './latency.ts';

const CONNECTIONS = 64;
const ROUND_MS = 3_000;
/** Longer than here: a machine in the internet seldom has a disk that syncs in less than a millisecond. */
const SLOWER_SYNC_MS = 1;
/** Beside one sync each: of a disk as fast as to make one commit for all hardly better, more than that one itself reaches. */
const BESIDE_EACH = 3;
const BESIDE_GROUP = 0.8;

/** `latency`: only the way through it, which prints figures of its own; `taking`: only what it takes. */
export async function measureRelay([only]: readonly string[]): Promise<Row[]> {
  const rows = only === 'latency' ? [] : [...(await measureTaking(0)), ...(canSlowSyncs() ? await measureTaking(SLOWER_SYNC_MS) : [])];
  if (only !== 'taking') await benchLatency();
  return rows;
}

/** `slowerMs`: what each sync takes longer than on this disk. */
async function measureTaking(slowerMs: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bench-relay-'));
  writeFileSync(join(folder, 'relay.json'), JSON.stringify({ webhook_secrets: { orders: [SECRET], deliveries: [SECRET] } }));
  const programs = {
    relay: await startWithSlowSyncs(slowerMs, 'relay/start.ts', '--data-dir', folder, '--port', '0', '--json'),
    each: await startWithSlowSyncs(slowerMs, 'test/bench/beside/http.ts', 'each', folder, SECRET),
    group: await startWithSlowSyncs(slowerMs, 'test/bench/beside/http.ts', 'group', folder, SECRET),
    bare: await startWithSlowSyncs(slowerMs, 'test/bench/beside/http.ts', 'bare'),
  };
  const server = (name: keyof typeof programs) => ({ port: portOf(programs[name]), pid: programs[name].pid });
  const [suffix, disk] = slowerMs > 0 ? ['-slow-disk', `, each sync ${slowerMs} ms longer`] : ['', ''];
  try {
    const taken = await takenBy(
      { relay: server('relay'), each: server('each'), group: server('group'), bare: server('bare') },
      CONNECTIONS,
      ROUND_MS,
    );
    const row = (beside: 'each' | 'group' | 'bare', what: string, aim: number): Row => ({
      id: `relay-${CONNECTIONS}-${beside}${suffix}`,
      what: `notifications the relay takes, ${CONNECTIONS} connections${disk}`,
      unit: '/s',
      better: 'more',
      here: taken.relay.perSecond,
      beside: { what, rounds: taken[beside].perSecond },
      read_by: 'ratio',
      aim,
    });
    const onDisk = [
      row('each', 'HTTP, HMAC, one synced commit each', BESIDE_EACH),
      row('group', 'HTTP, HMAC, one synced commit for all that came together', BESIDE_GROUP),
    ];
    if (slowerMs > 0) return onDisk;
    return [
      ...onDisk,
      row('bare', 'bare HTTP', 0.3),
      clientRow(`relay-${CONNECTIONS}-client`, 'what the client costs, relay = 1', taken.relay),
    ];
  } finally {
    for (const program of Object.values(programs)) await program.end();
    rmSync(folder, { recursive: true, force: true });
  }
}
