/** `npm run bench -- relay`: notifications per second of the relay, then its latency. Followed by `taking` or `latency`, only that. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SECRET } from '../load/notifications.ts';
import { measureTaking } from '../load/taking.ts';
import type { Row } from '../table/row.ts';
import { benchLatency } from './latency.ts';

export async function measureRelay([only]: readonly string[]): Promise<Row[]> {
  const rows = only === 'latency' ? [] : await measureTaking({ name: 'relay', program, roundMs: 3_000, ...AIMS });
  if (only !== 'taking') await benchLatency();
  return rows;
}

const AIMS = { each: { 64: 3 }, eachOnSlowDisk: { 64: 3 }, group: 0.8, bare: 0.3 };

function program(folder: string): [string, ...string[]] {
  writeFileSync(join(folder, 'relay.json'), JSON.stringify({ webhook_secrets: { orders: [SECRET], deliveries: [SECRET] } }));
  return ['relay/start.ts', '--data-dir', folder, '--port', '0', '--json'];
}
