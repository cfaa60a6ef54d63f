/** What became of the notifications that apps were sent through relays. */
import { until } from '../../../test/e2e/venue/venue.ts';
import { problemIf } from '../runs/outcome.ts';
import { type CounterOfRelay, seenByOperator } from './counter.ts';
import type { RelayProcess } from './relay-process.ts';

const IN_SCREEN_MS = 60_000;

export function untilConnected(counters: readonly CounterOfRelay[]): Promise<unknown> {
  const all = () => counters.every((counter) => counter.screen()?.state === 'connected');
  return until('the counters at the relay', all, IN_SCREEN_MS);
}

/** Notifications sent so far, and how many of them the relay answered 200. */
async function countSent(counters: readonly CounterOfRelay[]): Promise<{ all: number; answered: number }> {
  const sent = await Promise.all(counters.map((counter) => counter.sent()));
  const sum = (of: 'all' | 'answered') => sent.reduce((before, one) => before + one[of].size, 0);
  return { all: sum('all'), answered: sum('answered') };
}

export async function untilSent(counters: readonly CounterOfRelay[], notifications: number): Promise<void> {
  while ((await countSent(counters)).all < notifications) await new Promise((resolve) => setTimeout(resolve, 1_000));
}

/** Waits for the ends of all orders, then counts. `relays`: all that have one database. */
export async function accountAtEnd(
  relays: readonly RelayProcess[],
  counters: readonly CounterOfRelay[],
  orders: number,
): Promise<{ figures: string; problems: string[] }> {
  const accounts = await Promise.all(counters.map(({ app }) => app.account(60_000 + orders * 50)));
  await until('nothing to wait at the relay', async () => (await waitingAt(relays, counters)) === 0, IN_SCREEN_MS);
  const sent = await Promise.all(counters.map((counter) => counter.sent()));
  const { length: lost } = counters.flatMap((counter, at) => {
    const kept = counter.kept();
    return [...(sent[at]?.answered ?? [])].filter((id) => !kept.has(id));
  });
  const doubled = accounts.reduce((sum, { account }) => sum + account.doubled, 0);
  const missing = accounts.flatMap((one) => one.missing);
  const { all, answered } = await countSent(counters);
  return {
    figures:
      `${orders} orders, ${all} notifications, ${answered} answered 200, of these lost ${lost}; ` +
      `effects done twice ${doubled}, missing ${missing.length}`,
    problems: [
      ...missing,
      ...problemIf(lost > 0, `${lost} notifications that were answered 200 are lost`),
      ...problemIf(doubled > 0, `${doubled} things were done twice`),
    ],
  };
}

/** In their database, and on the relays' own disks. */
async function waitingAt(relays: readonly RelayProcess[], counters: readonly CounterOfRelay[]): Promise<number> {
  const [relay] = relays;
  if (!relay) return 0;
  const seen = await Promise.all(counters.map(({ name }) => seenByOperator(relay, name)));
  const spooled = await Promise.all(relays.map(spooledAt));
  return [...seen.map((one) => one?.waiting ?? 1), ...spooled].reduce((sum, one) => sum + one, 0);
}

async function spooledAt(relay: RelayProcess): Promise<number> {
  const text = await fetch(relay.addresses().metrics_url).then(
    (answer) => answer.text(),
    () => '',
  );
  return Number(/^relay_spooled (\d+)/m.exec(text)?.[1] ?? 1);
}
