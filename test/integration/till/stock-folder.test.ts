/** Counted stock files that a till puts into a folder. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { applyStock } from '../../../main/outbox/menu/apply-stock.ts';
import { createMenuBook } from '../../../main/outbox/menu/menu-book.ts';
import type { Store } from '../../../main/store/store.ts';
import { watchStockFolder } from '../../../main/till/stock-folder.ts';
import { keepMenu } from '../../setup/kept-menu.ts';
import { testFolder, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';

const MENU = JSON.parse(readFileSync(new URL('../../fixtures/menu/menu-ready.json', import.meta.url), 'utf8')).menu;
let folder: string;
let store: Store;
let time: TestTime;
let refused: string[];
let troubles: (string | null)[];

beforeEach(() => {
  folder = join(testFolder(), 'stock');
  time = testTime(Date.UTC(2026, 10, 25, 11));
  store = testStore(testFolder(), { time });
  keepMenu(store, 'v', time.wall(), MENU);
  refused = [];
  troubles = [];
  // Per test: a check still running at its end must not report into the next one.
  const [ownRefused, ownTroubles] = [refused, troubles];
  const book = createMenuBook(store, time);
  const stop = watchStockFolder({
    time,
    folder: () => folder,
    venues: () => [{ id: 'v', below: null }],
    take: (venueId, stock, delivery) => applyStock({ store, time, book, isShop: () => true }, venueId, stock, delivery),
    onTrouble: (text) => ownTroubles.push(text && english(text)),
    onRefused: (name, mistakes) => ownRefused.push(`${name}: ${mistakes.map(({ line, text }) => `${line} ${english(text)}`).join(' ')}`),
    onDefect: (error) => expect.unreachable(String(error)),
  });
  onTestFinished(stop);
});

const put = (name: string, text: string | Buffer): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), text);
};
const kept = (where: string): string[] => readdirSync(join(folder, where)).sort();
const counts = () => store.menu.of('v').map(({ subject, wants, state }) => [subject, wants.inventory, state]);

test('a table of counts is imported by item ID once the till has stopped writing, and its file is kept', async () => {
  put('stock.csv', 'sku;inventory\nDR-310;12\n');
  await time.advanceUntil(() => counts().length > 0, 30_000);
  expect(counts()).toEqual([['external_id:POS-1010', 12, 'waiting']]);
  await time.advanceUntil(() => readdirSync(folder).join() === 'taken', 10_000);
  expect(kept('taken')).toEqual([expect.stringMatching(/^2026-11-25-11-00-\d\d-stock\.csv$/)]);
  expect(store.menu.notes('v', 1).map(({ text }) => english(text))).toEqual(['Counted stock from stock.csv (1 items)']);
});

test("a stock folder on a missing share is reported, and isn't created on the disk below", async () => {
  await time.advanceUntil(() => troubles.length > 0, 10_000);
  expect(troubles[0]).toBe("Can't read the counted stock folder (ENOENT).");
  expect(existsSync(folder)).toBe(false);
});

test('any mistake in a file refuses the whole file, with its line and reason', async () => {
  put('stock.csv', 'sku,inventory\nDR-310,12\nNOTHING,3\n');
  put('stock.json', '{"data":[{"sku":"DR-312","inventory":5},{"sku":"DR-310","inventory":-1}]}');
  await time.advanceUntil(() => refused.length === 2, 30_000);
  expect(refused).toEqual([
    "stock.csv: 3 sku:NOTHING isn't in the menu that was last loaded.",
    'stock.json: 2 inventory must be a whole number from 0 to 1000000.',
  ]);
  expect(counts()).toEqual([]);
  expect(kept('refused')).toHaveLength(4);
  // POS-1012 is marked sold out: a shop can't count it as well.
  put('marked.json', '[{"sku":"DR-312","inventory":5}]');
  await time.advanceUntil(() => refused.length === 3, 30_000);
  expect(refused[2]).toContain("is marked sold out, so it can't be counted too");
});

test('a file written after a manual recount is imported, even with the same number', async () => {
  put('stock.csv', 'sku,inventory\nDR-310,12\n');
  await time.advanceUntil(() => counts().length > 0 && readdirSync(folder).join() === 'taken', 30_000);
  store.write(() => store.menu.sent(store.menu.of('v'), time.service.now()));
  expect(counts()).toEqual([['external_id:POS-1010', 12, 'sent']]);
  // Five were sold and five arrived: a recount a minute later is twelve again.
  await time.advance(60_000);
  put('stock.csv', 'sku,inventory\nDR-310,12\n');
  await time.advanceUntil(() => counts()[0]?.[2] === 'waiting', 30_000);
  expect(counts()).toEqual([['external_id:POS-1010', 12, 'waiting']]);
  expect(store.menu.notes('v', 9)).toHaveLength(2);
});

test("an imported file that couldn't be moved away isn't imported again", async () => {
  // Moving fails, as in a locked folder or after a power cut.
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'taken'), 'a file in its place');
  put('stock.csv', 'sku,inventory\nDR-310,12\n');
  await time.advanceUntil(() => counts().length > 0, 30_000);
  store.write(() => store.menu.sent(store.menu.of('v'), time.service.now()));
  await time.advance(3 * 60 * 60_000);
  rmSync(join(folder, 'taken'));
  await time.advanceUntil(() => readdirSync(folder).join() === 'taken', 30_000);
  expect(counts()).toEqual([['external_id:POS-1010', 12, 'sent']]);
  expect(store.menu.notes('v', 9)).toHaveLength(1);
});

test("a stock folder that can't be read is reported until it can", async () => {
  writeFileSync(folder, 'a file in its place');
  await time.advanceUntil(() => troubles.length > 0, 10_000);
  expect(troubles[0]).toMatch(/^Can't read the counted stock folder \(E[A-Z]+\)\.$/);
  rmSync(folder);
  put('stock.csv', 'sku,inventory\nDR-310,7\n');
  await time.advanceUntil(() => counts().length > 0, 30_000);
  expect(troubles.at(-1)).toBeNull();
});

test('a UTF-16 table, a spreadsheet\'s "Unicode text", is imported', async () => {
  put('stock.csv', Buffer.from('\u{feff}sku\tinventory\nDR-310\t12\n', 'utf16le'));
  await time.advanceUntil(() => counts().length > 0 || refused.length > 0, 30_000);
  expect(refused).toEqual([]);
  expect(counts()).toEqual([['external_id:POS-1010', 12, 'waiting']]);
});
