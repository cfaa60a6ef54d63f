/** Texts in the database are shown as stored, whatever happened to the row. */
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../contract/language.ts';
import { wordsOf } from '../../../contract/locales.ts';
import { message, type Text } from '../../../contract/message.ts';
import { inDatabase, testFolder, testStore } from '../../setup/parts.ts';

const TEXT = message('printer.message', { printer: '{"code":"printer.ready"}', text: message('printer.outOfPaper') });

function kept(text: Text, change = (_db: Database.Database): void => undefined): (Text | null | undefined)[] {
  const folder = testFolder();
  const store = testStore(folder, { backups: null });
  store.write(() => {
    store.queue.add({ kind: 'print', key: 'a', lane: 'a', pool: 'a', orderId: 'o', payload: {} });
    const job = store.queue.claim({ print: 1_000 });
    if (job) store.queue.fail(job, { error: text });
    store.outages.begin('printer', 'Receipt', text);
    store.claims.record({ orderId: 'o', venueId: null, status: 'CREATED', createdAt: null, rings: false });
    store.claims.couldNotRead('o', text);
  });
  store.close();
  inDatabase(join(folder, 'tillbridge.sqlite'), change);
  const again = testStore(folder, { backups: null });
  const [outage] = again.outages.during('v', 0, Number.MAX_SAFE_INTEGER);
  return [again.queue.get('print', 'a')?.error, outage?.text, again.claims.get('o')?.text];
}

test("a stored message is the same after a restart, even with a printer's name that resembles a message", () => {
  expect(kept(TEXT)).toEqual([TEXT, TEXT, TEXT]);
});

test('a stored sentence is shown as it was written', () => {
  expect(new Set(kept('The printer is out of paper.'))).toEqual(new Set(['The printer is out of paper.']));
});

describe("a stored message that this version can't translate", () => {
  test.each([
    ['of a newer version, with an unknown code', '{"code":"printer-is-on-fire","values":{"since":"noon"}}', 'printer-is-on-fire'],
    ['of a newer version, with other values', '{"code":"printer.message","values":{"name":"Receipt"}}', 'printer.message'],
    ['from a damaged page of the database', '{"code":"printer.message","values":{"printer":null,"text":{}}}', 'printer.message'],
    ['that was cut in the middle', '{"code":"printer.message","val', '{"code":"printer.message","val'],
  ])('%s is shown by its code or text, in every language', (_what, stored, reported) => {
    const texts = kept(TEXT, (db) => {
      db.prepare('UPDATE job SET error = ?').run(stored);
      for (const table of ['spell', 'claim']) db.prepare(`UPDATE ${table} SET text = ?`).run(stored);
    });
    expect(texts).toHaveLength(3);
    for (const language of LANGUAGES) expect(texts.map((text) => wordsOf(language)(text ?? ''))).toEqual([reported, reported, reported]);
  });
});
