/** Relays that share a Postgres are killed, and its primary, and apps, while orders arrive: nothing answered 200 is lost or done twice. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPostgres } from '../../../test/setup/postgres.ts';
import { accountAtEnd, untilConnected, untilSent } from '../relay/account.ts';
import { openBalancer } from '../relay/balancer.ts';
import { COUNTERS, type CounterOfRelay, openCounterOfRelay, trade } from '../relay/counter.ts';
import { openDatabases } from '../relay/databases.ts';
import { killInTurn } from '../relay/mishaps.ts';
import { openRelays } from '../relay/relays.ts';
import { chanceOf } from '../seeded.ts';
import { problemIf, type RunOutcome, secondsSince } from './outcome.ts';

const RELAYS = 3;
/** As the service does. */
const RETRY_MS = 5_000;

export async function relaysInTrouble(
  options: { notifications: number; kills: number },
  seed: number,
  say: (line: string) => void,
): Promise<RunOutcome> {
  if (!hasPostgres()) return { figures: 'not run', problems: ["it needs Debian's postgresql"] };
  const chance = chanceOf(seed);
  const began = Date.now();
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-faults-relay-many-'));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const databases = await openDatabases((close) => opened.defer(close));
  const relays = await openRelays(folder, RELAYS, databases.urls);
  for (const relay of relays) opened.defer(relay.kill);
  const [first] = relays;
  if (!first) throw new Error('There is no relay.');
  const balancer = await openBalancer(relays.map(({ port }) => port));
  opened.defer(balancer.close);
  const counters: CounterOfRelay[] = [];
  for (const name of COUNTERS) {
    const counter = await openCounterOfRelay(first, balancer.port, name, chance, options.notifications, RETRY_MS);
    opened.defer(counter.close);
    counters.push(counter);
  }
  await Promise.all(counters.map((counter) => counter.start()));

  const business = trade(counters, chance, () => 600 + chance.below(800));
  const inTurn = relays.flatMap((relay, at) => [relay, counters[at % counters.length] ?? relay]);
  const kills = await killInTurn([...inTurn, databases], options.kills, chance, say);
  await untilConnected(counters);
  await untilSent(counters, options.notifications);
  const orders = await business.stop();
  say(`${orders} orders; their ends are waited for`);
  const { figures, problems } = await accountAtEnd(relays, counters, orders);
  const twice = Number(databases.primary().sql('SELECT count(*) - count(DISTINCT id) FROM news'));
  return {
    figures: `${JSON.stringify(kills)} kills, ${figures}, stored twice ${twice}; ${secondsSince(began)} s`,
    problems: [...problems, ...problemIf(twice > 0, `${twice} notifications are stored twice`)],
  };
}
