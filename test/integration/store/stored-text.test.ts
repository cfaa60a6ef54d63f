/** What was said and stands in the database: told again as it was said, whatever became of the row and whichever version wrote it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../contract/language.ts';
import { message, type Text } from '../../../contract/message.ts';
import { openStore } from '../../../main/store/store.ts';
import { wordsOf } from '../../../main/view/words-of.ts';
import { WITHOUT_17, WITHOUT_23 } from '../../fixtures/earlier-version.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-said-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SAID = message('printer-says', { printer: '{"code":"ready"}', says: message('printer-is-out-of-paper') });

/** Has it written by each part of the database that keeps what was said, and reads it back after another start. */
function kept(says: Text, change = (_db: Database.Database): void => undefined): (Text | null | undefined)[] {
  const store = openStore(folder, { backups: null });
  store.write(() => {
    store.queue.add({ kind: 'print', key: 'a', lane: 'a', pool: 'a', orderId: 'o', payload: {} });
    const job = store.queue.claim('print', 1_000);
    if (job) store.queue.fail(job, says);
    store.auditLog.record('o', { kind: 'moved', says });
    store.outages.begin('printer', 'Receipt', says);
    store.told.tell({ orderId: 'o', venueId: null, status: 'CREATED', createdAt: null, rings: false });
    store.told.couldNotRead('o', says);
  });
  store.close();
  const db = new Database(join(folder, 'tillbridge.sqlite'));
  change(db);
  db.close();
  const again = openStore(folder, { backups: null });
  try {
    const [outage] = again.outages.during(0, Number.MAX_SAFE_INTEGER);
    return [again.queue.get('print', 'a')?.error, again.auditLog.ofKind('o', 'moved')[0]?.says, outage?.says, again.told.get('o')?.says];
  } finally {
    again.close();
  }
}

test('a message is the same message after the next start, and a printer that is called like one keeps its name', () => {
  expect(kept(SAID)).toEqual([SAID, SAID, SAID, SAID]);
});

test('a sentence that an earlier version wrote is told as it was written', () => {
  expect(new Set(kept('The printer is out of paper.'))).toEqual(new Set(['The printer is out of paper.']));
});

test('a sentence of an earlier version is a message from then on, and what a person typed is not', () => {
  const says = 'The printer is out of paper.';
  const [error, typed, outage, told] = kept(says, (db) => void db.exec(`${WITHOUT_17} PRAGMA user_version = 15`));
  for (const one of [error, outage, told]) expect(one).toEqual(message('printer-is-out-of-paper'));
  expect(typed).toBe(says);
});

describe('a row that this version cannot make words of', () => {
  test.each([
    ['of a newer version, with a code of its own', '{"code":"printer-is-on-fire","values":{"since":"noon"}}', 'printer-is-on-fire'],
    ['of a newer version, with other values', '{"code":"printer-says","values":{"name":"Receipt"}}', 'printer-says'],
    ['off a damaged page', '{"code":"printer-says","values":{"printer":null,"says":{}}}', 'printer-says'],
    ['that ends in the middle', '{"code":"printer-says","val', '{"code":"printer-says","val'],
  ])('%s is told by what is left of it, in every language', (_what, stored, told) => {
    const texts = kept(SAID, (db) => {
      db.prepare('UPDATE job SET error = ?').run(stored);
      for (const table of ['journal', 'spell', 'told']) db.prepare(`UPDATE ${table} SET says = ?`).run(stored);
    });
    expect(texts).toHaveLength(4);
    for (const language of LANGUAGES) expect(texts.map((text) => wordsOf(language)(text ?? ''))).toEqual([told, told, told, told]);
  });
});

describe('the story of an order that earlier versions wrote', () => {
  const WROTE: [kind: string, says: string, is: object][] = [
    ['notification', 'order.notification CREATED', { type: 'order.notification', status: 'CREATED' }],
    ['notification', 'order.notification', { type: 'order.notification', status: null }],
    ['stage', 'first seen: awaiting-acceptance (received)', { before: null, after: 'awaiting-acceptance', status: 'received' }],
    ['stage', 'preparing -> ready (another status)', { before: 'preparing', after: 'ready', status: 'another status' }],
    ['command', 'accept +15 min', { action: 'accept', minutes: 15 }],
    ['command', 'reject', { action: 'reject', minutes: 0 }],
    ['answer', 'ready', { action: 'ready' }],
    ['answer', 'The service took "sent-to-pos".', { action: 'sent-to-pos' }],
    ['operation', 'refund-basket 250 EUR', { operation: 'refund-basket', gives: { amount: 250, currency: 'EUR' } }],
    ['operation', 'replace-items', { operation: 'replace-items', gives: null }],
    ['document', 'INVOICE', { type: 'INVOICE' }],
    ['reprint', 'kitchen-ticket', { document: 'kitchen-ticket' }],
    ['till', 'told of a change', { news: 'changed' }],
    ['printed', 'kitchen-ticket on Bar (upstairs) (confirmed by the printer)', { document: 'kitchen-ticket', printer: 'Bar (upstairs)' }],
    ['sent', 'label on Bar (not confirmed by the printer)', { document: 'label', printer: 'Bar' }],
  ];

  test('is read as the facts that it tells, brought up once', () => {
    openStore(folder, { backups: null }).close();
    const db = new Database(join(folder, 'tillbridge.sqlite'));
    const write = db.prepare(`INSERT INTO journal (order_id, at, kind, says, by_whom) VALUES ('o', 1, ?, ?, NULL)`);
    for (const [kind, says] of WROTE) write.run(kind, says);
    write.run('till', JSON.stringify(SAID));
    write.run('stage', 'what a damaged page left');
    db.exec(WITHOUT_23);
    db.close();
    const store = openStore(folder, { backups: null });
    const story = store.auditLog.of('o');
    store.close();
    expect(story.slice(0, WROTE.length)).toEqual(WROTE.map(([kind, , is]) => ({ at: 1, by: null, kind, ...is })));
    expect(story.slice(WROTE.length)).toMatchObject([
      { kind: 'till trouble', says: SAID },
      { kind: 'other', of: 'stage', says: 'what a damaged page left' },
    ]);
  });
});
