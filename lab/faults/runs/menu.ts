/**
 * Hundreds of menu changes over a bad network, with kills: the service ends with the latest change per ID, no limit is broken, and every
 * shown state is true. Hours take minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer, PendingView, Sold, SoldOutEnd } from '../../../contract/contract.ts';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { controlOf } from '../../../test/fixtures/sandbox-control.ts';
import { standAtTheMenu } from '../menu/at-the-menu.ts';
import { type Endpoint, type Fields, startBadService } from '../menu/bad-service.ts';
import { isOnSale, type Truth, whatIsUntrue } from '../menu/so-or-not.ts';
import { chanceOf } from '../seeded.ts';
import { type RunOutcome, secondsSince } from './outcome.ts';

const MINUTE_MS = 60_000;
/** Public limits (section 6), ms between two calls. */
const LIMIT_MS: Record<string, number> = {
  'update menu items': 15 * MINUTE_MS,
  'update inventory': 10 * MINUTE_MS,
  'get venue menu': 3 * MINUTE_MS,
};
const OPERATION: Record<Endpoint, string> = {
  items: 'update menu items',
  inventory: 'update inventory',
  'option-values': 'update option values',
};
const BAD_SHARE = 0.25;
/** Ends before the run does. */
const END: SoldOutEnd = { until: 'minutes', minutes: 45 };

interface LastWord {
  price?: number;
  isOn?: boolean;
  count?: number;
}

export async function menuInTrouble(count: number, kills: number, seed: number, say: (line: string) => void): Promise<RunOutcome> {
  const chance = chanceOf(seed);
  const began = Date.now();
  const dataDir = mkdtempSync(join(tmpdir(), 'tillbridge-menu-faults-'));
  const sandbox = await startSandbox({ port: 0 });
  const control = controlOf(sandbox);
  const venueId = String((await control('POST', '/venues')).venue_id);
  await control('PATCH', `/venues/${venueId}`, { processing_ms: { reading: 0 } });
  const service = await startBadService(sandbox.order_base_url, chance, () => now());
  const desk = standAtTheMenu({
    given: { dataDir, venueId, sandbox, orderBaseUrl: service.url },
    grant: () => control('POST', `/venues/${venueId}/authorization-code`),
    advance: (ms) => control('POST', '/clock', { advance_seconds: ms / 1_000 }),
  });
  const now = (): number => Date.now() + desk.aheadMs();
  const truth = async () => (await control('GET', `/venues/${venueId}/menu`)) as unknown as Truth;
  const killedAt: number[] = [];
  let changes = 0;
  let looks = 0;
  const calls: Record<string, number> = {};
  const shown: Partial<Record<PendingView['state'], number>> = {};
  const [tooEarly, wrong, untrue]: [string[], string[], string[]] = [[], [], []];
  const lastWords = new Map<string, LastWord>();

  const hours = () => Math.round(desk.aheadMs() / 3_600_000);

  async function kill(): Promise<void> {
    await desk.kill();
    killedAt.push(Date.now());
    await desk.start();
  }

  /** Kills the process during any work. */
  async function killSoon(): Promise<void> {
    const passing = desk.pass(chance.below(20_000));
    await new Promise((resolve) => setTimeout(resolve, chance.below(150)));
    await desk.kill();
    await passing;
    await kill();
  }

  const must = <T>(answer: Answer<T> | null): T => {
    if (!answer?.ok) throw new Error(`A change was refused: ${answer ? answer.problem.code : 'the bridge is gone'}`);
    return answer.value;
  };
  const menu = async () => must(await desk.call('menu.get', { language: 'en', has: 'nothing' }));

  async function speak(items: readonly string[], values: readonly string[]): Promise<void> {
    const isItem = chance.below(3) > 0;
    const id = isItem ? chance.pick(items) : chance.pick(values);
    const what: Sold = isItem ? { kind: 'item', by: 'external_id', id } : { kind: 'value', by: 'external_id', id };
    const key = `${what.kind} ${id}`;
    const price = 100 + chance.below(3_000);
    const known = lastWords.get(key) ?? {};
    const words: [() => Promise<Answer<unknown> | null>, LastWord][] = [
      [() => desk.call('menu.changePrices', { changes: [{ what, price }] }), { price }],
      [() => desk.call('menu.soldOut', { what: [what], end: { until: 'changed' } }), { isOn: false }],
      [() => desk.call('menu.soldOut', { what: [what], end: END }), { isOn: true }],
      [() => desk.call('menu.backOnSale', { what: [what] }), { isOn: true }],
      [() => desk.call('menu.setStock', { stock: [{ what, count: price }] }), { count: price }],
    ];
    // Option values have no stock.
    const [word, comesTo] = chance.pick(isItem ? words : words.slice(0, -1));
    must(await word());
    lastWords.set(key, { ...known, ...comesTo });
    changes += 1;
  }

  async function look(): Promise<void> {
    looks += 1;
    const [reportedAt, reportedAtService] = [Date.now(), now()];
    const { sale } = await menu();
    const { entries } = (await control('GET', '/log')) as unknown as { entries: LogEntry[] };
    const taken = takenCalls(entries.filter(({ at }) => Date.parse(at) <= reportedAtService));
    const freeAt = (endpoint: Endpoint): number => (taken.get(OPERATION[endpoint])?.at(-1) ?? 0) + (LIMIT_MS[OPERATION[endpoint]] ?? 0);
    const record = { calls: service.calls, truth: await truth(), kills: killedAt, freeAt, reportedAt, now: now() };
    for (const one of sale) {
      for (const pending of [one.pending, one.stock]) if (pending) shown[pending.state] = (shown[pending.state] ?? 0) + 1;
      const lie = whatIsUntrue(one, record);
      if (lie) untrue.push(lie);
    }
  }

  /** Repeats what was refused or not seen, as staff would. */
  async function sayAgain(): Promise<boolean> {
    const pending = (await menu()).sale.flatMap((one) => [one.pending, one.stock]).filter((one) => one !== null);
    for (const { intent, state } of pending) if (state === 'refused' || state === 'unseen') must(await desk.call('menu.again', { intent }));
    return pending.some(({ state }) => state !== 'seen' && state !== 'sent');
  }

  try {
    await desk.start();
    must(await desk.call('menu.setKind', { sells: 'restaurant' }));
    await menu();
    while ((await menu()).readAt === null) await desk.pass(5_000);
    const first = await truth();
    const items = first.items.map(({ external_id }) => String(external_id));
    const values = [...new Set(first.option_values.map(({ external_id }) => String(external_id)))];
    service.share = BAD_SHARE;
    const killAt = Array.from({ length: kills }, () => 1 + chance.below(count));
    while (changes < count) {
      await speak(items, values);
      if (chance.below(4) === 0) await desk.pass([2_000, 20_000, 3 * MINUTE_MS, 16 * MINUTE_MS][chance.below(4)] ?? 0);
      for (const at of killAt) {
        if (at !== changes) continue;
        await killSoon();
        await look();
      }
      if (changes % 25 === 0) await look();
      if (changes % 200 === 0) say(`${changes} changes, ${killedAt.length} kills, ${hours()} h`);
    }
    service.share = 0;
    for (let turn = 0; turn < 60 && (await sayAgain()); turn += 1) {
      await desk.pass(4 * MINUTE_MS);
      if (turn % 5 === 0) await look();
    }
    for (let turn = 0; turn < 20; turn += 1) {
      await desk.pass(6 * MINUTE_MS);
      await sayAgain();
    }
    await look();
    const end = await truth();
    for (const [key, word] of lastWords) {
      const [kind = '', id] = key.split(' ');
      const found = (kind === 'item' ? end.items : end.option_values).find(({ external_id }) => external_id === id);
      const why = whatIsWrong(found, word);
      if (why) wrong.push(`${key}: ${why}`);
    }
    const { entries } = (await control('GET', '/log')) as unknown as { entries: LogEntry[] };
    for (const { kind, operation, status, at } of entries) {
      if (kind !== 'request' || !operation) continue;
      calls[operation] = (calls[operation] ?? 0) + 1;
      if (status === 429) tooEarly.push(`${operation} at ${at} was refused as too early`);
    }
    for (const [operation, times] of takenCalls(entries))
      for (const [place, at] of times.entries()) {
        const since = at - (times[place - 1] ?? Number.NEGATIVE_INFINITY);
        if (since < (LIMIT_MS[operation] ?? 0)) tooEarly.push(`${operation} came ${Math.round(since / 1_000)} s after the one before`);
      }
    const listed = Object.entries({ calls, met: service.met, shown }).map(([what, of]) => `${what}: ${JSON.stringify(of)}`);
    return {
      figures:
        `${changes} changes, ${killedAt.length} kills, ${hours()} h on the moved clock, ${looks} looks, ` +
        `calls too early ${tooEarly.length}, wrong at the end ${wrong.length}, shown and not so ${untrue.length}, ${secondsSince(began)} s\n  ${listed.join('; ')}`,
      problems: [...wrong, ...untrue, ...tooEarly],
    };
  } finally {
    await desk.kill();
    await service.close();
    await sandbox.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface LogEntry {
  at: string;
  kind: string;
  operation?: string | null;
  status?: number | null;
}

/** Times of accepted calls per endpoint, epoch ms, in order. */
function takenCalls(entries: readonly LogEntry[]): Map<string, number[]> {
  const taken = new Map<string, number[]>();
  for (const { kind, operation, status, at } of entries) {
    if (kind !== 'request' || !operation || !status || status >= 300) continue;
    taken.set(operation, [...(taken.get(operation) ?? []), Date.parse(at)]);
  }
  return taken;
}

function whatIsWrong(found: Fields | undefined, { price, isOn, count }: LastWord): string | null {
  if (!found) return "it doesn't exist";
  if (price !== undefined && found.price !== price) return `its price should be ${price} and is ${found.price}`;
  if (count !== undefined && found.inventory !== count) return `${count} should be left and are ${found.inventory}`;
  if (isOn !== undefined && isOnSale(found) !== isOn) return isOn ? 'it should be on sale' : 'it should be hidden';
  return null;
}
