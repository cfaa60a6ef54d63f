/** `npm run bench -- relay-many`: relays that share Postgres. `taking`, `latency` or `counters [COUNT]` for one part; `small` for a trial. */
import { ROUNDS } from '../../table/rounds.ts';
import type { Row } from '../../table/row.ts';
import { measureAppends } from './appends.ts';
import { openCluster } from './cluster.ts';
import { measureCounters } from './counters.ts';
import { measureEndToEnd } from './end-to-end.ts';

const WHOLE = { roundMs: 5_000, posts: 500, counters: { rounds: ROUNDS, quietMs: 20_000 }, counts: [2_500, 10_000, 20_000] };
const SMALL = { roundMs: 300, posts: 20, counters: { rounds: 1, quietMs: 5_000 }, counts: [200] };

export async function measureRelayMany(words: readonly string[]): Promise<Row[]> {
  const { roundMs, posts, counters, counts } = words.includes('small') ? SMALL : WHOLE;
  const only = words.find((word) => ['taking', 'latency', 'counters'].includes(word));
  const asked = words.map(Number).filter((count) => count > 0);
  const isWanted = (part: string): boolean => only === undefined || only === part;
  await using cluster = await openCluster();
  const rows: Row[] = [];
  if (isWanted('taking')) rows.push(...(await measureAppends(cluster, roundMs)));
  if (isWanted('latency')) rows.push(...(await measureEndToEnd(cluster, posts)));
  if (isWanted('counters'))
    for (const count of asked.length > 0 ? asked : counts) rows.push(...(await measureCounters(cluster, count, counters)));
  return rows;
}
