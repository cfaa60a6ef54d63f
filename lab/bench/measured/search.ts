/** Time to find orders for each typed letter, through the app's own call, compared with a minimal FTS5 query. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { english } from '../../../contract/english.ts';
import { createHistoryCalls } from '../../../main/features/history/calls.ts';
import { createReportBook } from '../../../main/history/report-book.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import { openSettings } from '../../../main/settings/settings.ts';
import { searchQuestion } from '../../../main/store/search/search-words.ts';
import { openStore } from '../../../main/store/store.ts';
import { startTime } from '../../../main/time/start-time.ts';
import { folderWith, question, seeded } from '../load/stored-orders.ts';
import { inTurns, ROUNDS } from '../table/rounds.ts';
import { type Row, rowOf } from '../table/row.ts';
import { atShare, exponentOf, median } from '../table/statistics.ts';

const SEARCHES = 25;
/** Orders on the first page of results. */
const PAGE = 40;

interface Look {
  search(typed: string): Promise<number>;
  close(): void;
}

/** Times are of the largest size, the exponent is over all. */
export async function measureSearch(sizes: readonly [number, number, ...number[]]): Promise<Row[]> {
  const looks = sizes.map((size) => ({ size, here: lookHere(size), query: lookBare(size, false), bare: lookBare(size, true) }));
  try {
    const side = (who: 'here' | 'query' | 'bare') => async (round: number) => {
      const times: number[][] = [];
      for (const look of looks) times.push(await letterByLetter(look[who], seeded(100 + round), look.size));
      return times;
    };
    const sides = { here: side('here'), query: side('query'), bare: side('bare') };
    await inTurns(sides, 1);
    const { here, query, bare } = await inTurns(sides, ROUNDS);
    const last = sizes.length - 1;
    const count = (sizes[last] as number).toLocaleString('en');
    const growth = (rounds: number[][][]) => rounds.map((times) => exponentOf(sizes, times.map(median)));
    const grows = `how its median grows, ${sizes.map((size) => size.toLocaleString('en')).join('; ')} (1 is linear)`;
    const beside = { query: 'bare FTS5 query, ids alone', orders: 'the same, and the orders read' };
    const row = (id: string, what: string, share: number, by: keyof typeof beside, readBy: Row['read_by'], aim: number | null): Row => {
      const of = (rounds: number[][][]) => rounds.map((times) => atShare(times[last] as number[], share));
      const other = { what: beside[by], rounds: of(by === 'query' ? query : bare) };
      return rowOf({ id: `search-${sizes[last]}-${id}`, what, here: of(here), beside: other, read_by: readBy, aim });
    };
    const grown = { what: beside.query, rounds: growth(query) };
    return [
      row('median', `search among ${count} orders, each letter typed, median`, 0.5, 'query', 'ratio', 1.5),
      row('median-orders', 'the same', 0.5, 'orders', 'ratio', null),
      row('p95', '95 of 100 letters', 0.95, 'query', 'ratio', 1.5),
      row('p95-ms', 'the same on the clock', 0.95, 'query', 'here', 5),
      rowOf({ id: `search-${sizes[last]}-exponent`, what: grows, unit: '', here: growth(here), beside: grown }),
    ];
  } finally {
    for (const { here, query, bare } of looks) for (const look of [here, query, bare]) look.close();
  }
}

/** ms per letter. */
async function letterByLetter(look: Look, random: () => number, size: number): Promise<number[]> {
  const times: number[] = [];
  for (let search = 0; search < SEARCHES; search += 1) {
    const whole = question(random, size);
    for (let typed = 1; typed <= whole.length; typed += 1) times.push(await look.search(whole.slice(0, typed)));
  }
  return times;
}

function lookHere(size: number): Look {
  const dataDir = folderWith(size);
  const store = openStore(dataDir, { backups: null });
  const time = startTime();
  const deps = {
    store,
    time,
    clock: time.service,
    settings: openSettings(dataDir),
    currencyDigits: isoDigits,
    deadlineRules: () => ({ acceptWithinSeconds: 180, confirmWithinSeconds: 900, acceptIsAbout: true }),
  };
  const calls = createHistoryCalls({ ...deps, reportBook: createReportBook(deps) });
  return {
    async search(typed) {
      const began = performance.now();
      const answer = await calls['history.search']({ typed, before: null });
      if (!answer.ok) throw new Error(english(answer.problem.text));
      return performance.now() - began;
    },
    close() {
      store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** `readsOrders`: parses found orders, too. */
function lookBare(size: number, readsOrders: boolean): Look {
  const dataDir = folderWith(size);
  const db = new Database(join(dataDir, 'tillbridge.sqlite'));
  const ids = db.prepare<[string, number], { body: string }>(
    'SELECT rowid AS id FROM history_words WHERE history_words MATCH ? ORDER BY rowid DESC LIMIT ?',
  );
  const found = db.prepare<[string, number], { body: string }>(`
    SELECT orders.raw AS body FROM (SELECT rowid AS id FROM history_words WHERE history_words MATCH ? ORDER BY rowid DESC LIMIT ?) AS hit
    JOIN history ON history.id = hit.id JOIN orders ON orders.id = history.order_id ORDER BY history.id DESC`);
  return {
    async search(typed) {
      const began = performance.now();
      const asked = searchQuestion(typed);
      if (asked !== null && readsOrders) for (const { body } of found.all(asked, PAGE)) JSON.parse(body);
      else if (asked !== null) ids.all(asked, PAGE);
      return performance.now() - began;
    },
    close() {
      db.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
