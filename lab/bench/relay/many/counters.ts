/** What thousands of counters cost a relay, and how soon all are back after it was killed. */
import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openPostgresDatabase } from '../../../../relay/engine/postgres/database.ts';
import { hashOf, newKey } from '../../../../relay/store/keys.ts';
import { systemTime as time } from '../../../../shared/time/system-time.ts';
import { openRelayProcess } from '../../../faults/relay/relay-process.ts';
import { type Row, rowOf } from '../../table/row.ts';
import { memoryOf, processorMs } from '../../table/usage.ts';
import type { Cluster } from './cluster.ts';
import type { CountersGiven, CountersReported } from './counters-process.ts';

const EACH_PROCESS = 5_000;
const OTHER_FILES = 200;
const SETTLED_MS = 5_000;
/** As after a night. */
const UNUSED_MS = 24 * 3_600_000;
const BACK_WITHIN_S = 30;

/** Fewer counters if the computer allows fewer open files. */
export async function measureCounters(
  cluster: Cluster,
  asked: number,
  { rounds, quietMs }: { rounds: number; quietMs: number },
): Promise<Row[]> {
  const count = Math.min(asked, mostFiles() - OTHER_FILES);
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bench-counters-'));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const postgres = cluster.newDatabase(`counters_${asked}`);
  const keys = await makeKeys(postgres, count);
  const relay = await openRelayProcess(folder, {}, { engine: { postgres }, limits: { connections: count + OTHER_FILES } });
  opened.defer(() => relay.kill());
  const used = () => ({ cpuMs: processorMs(relay.pid()), memory: memoryOf(relay.pid()).rss });

  await relay.start();
  await wait(SETTLED_MS);
  const alone = used();
  const crowd: ChildProcess[] = [];
  const ended = Promise.withResolvers<never>();
  const allBack = async (): Promise<void> => {
    while ((await Promise.race([connected(crowd), ended.promise])) < count) await wait(100);
  };
  opened.defer(() => {
    ended.promise.catch(() => undefined);
    for (const one of crowd) one.kill('SIGKILL');
  });
  for (let at = 0; at < count; at += EACH_PROCESS) {
    const one = fork(fileURLToPath(new URL('./counters-process.ts', import.meta.url)), [], { execArgv: [] });
    one.once('exit', () => ended.reject(new Error('A process of counters ended.')));
    crowd.push(one);
    const given = { port: relay.port, from: `127.0.1.${crowd.length}`, keys: Object.fromEntries(keys.slice(at, at + EACH_PROCESS)) };
    one.send(given satisfies CountersGiven);
  }
  await allBack();

  const memory: number[] = [];
  const processor: number[] = [];
  const check: number[] = [];
  const back: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await wait(SETTLED_MS);
    const from = used();
    await wait(quietMs);
    const until = used();
    memory.push(((until.memory - alone.memory) * 1_024) / count);
    processor.push((until.cpuMs - from.cpuMs) / (quietMs / 1_000) / count);
    const askedAt = performance.now();
    await relay.operator('GET', '/problems');
    check.push((performance.now() - askedAt) / 1_000);
    const killedAt = performance.now();
    await relay.kill();
    await relay.start();
    await allBack();
    back.push((performance.now() - killedAt) / 1_000);
  }
  const row = (id: string, what: string, unit: string, here: number[], aim: number | null): Row =>
    rowOf({ id: `relay-many-${asked}-${id}`, what: `${count.toLocaleString('en-US')} counters at one relay: ${what}`, unit, here, aim });
  return [
    row('memory', 'memory each', 'kB', memory, null),
    row('processor', 'processor each while nothing happens', 'ms/s of a core', processor, null),
    row('check', 'all looked at for problems', 's', check, null),
    row('back', 'all back after it was killed', 's', back, BACK_WITHIN_S),
  ];
}

const mostFiles = (): number => Number(spawnSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).stdout) || Number.POSITIVE_INFINITY;

/** Pairs of venue and key; invitations would take minutes. */
async function makeKeys(settings: ReturnType<Cluster['newDatabase']>, count: number): Promise<[string, string][]> {
  using postgres = openPostgresDatabase(settings, null, time);
  const made = Array.from({ length: count }, (_, at) => ({ ...newKey(), venueId: `venue-${at}` }));
  await postgres.database.query(
    `WITH next AS MATERIALIZED (SELECT next_version($4) AS version),
     made AS (SELECT * FROM unnest($1::text[], $2::bytea[], $3::text[]) AS m(id, key_hash, venue_id)),
     counters AS (
       INSERT INTO counter SELECT id, key_hash, '', jsonb_build_array(venue_id)::text, $4, $4, NULL, NULL, NULL, version FROM made, next
     )
     INSERT INTO reader (venue_id, reader) SELECT venue_id, id FROM made`,
    [made.map(({ id }) => id), made.map(({ key }) => hashOf(key)), made.map(({ venueId }) => venueId), time.wall() - UNUSED_MS],
  );
  return made.map(({ venueId, key }) => [venueId, key]);
}

async function connected(crowd: readonly ChildProcess[]): Promise<number> {
  const all = await Promise.all(
    crowd.map((one) => {
      const answer = new Promise<number>((resolve) => one.once('message', (message) => resolve((message as CountersReported).connected)));
      one.send({});
      return answer;
    }),
  );
  return all.reduce((sum, one) => sum + one, 0);
}
