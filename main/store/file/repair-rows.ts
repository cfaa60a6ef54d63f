/**
 * Repairs numbers that a damaged page made unusable although SQLite finds the file valid: impossible times, flags and counts. Checked once
 * when the database opens, because indexes and queries use them, and a row that no query finds would be lost. Texts are parsed tolerantly
 * where they are read.
 */
import type Database from 'better-sqlite3';
import { NOT_READ } from '../rows/order-rows.ts';
import { DAMAGED_DELIVERY } from '../rows/stored/stored-delivery.ts';
import { LATEST_TIME } from '../rows/stored/stored-values.ts';
import { REBUILD_SEARCH, REPLACE_SEARCH, SEARCH_INDEX } from './migrations.ts';

/** A column, in SQL: when it counts as damaged, and its replacement. `now` is a parameter: epoch ms on this computer's clock. */
interface Column {
  name: string;
  damaged: string;
  instead: string;
}

const LARGEST_COUNT = 1_000_000_000_000;
const beyond = (name: string, largest: number): string => `${name} NOT BETWEEN 0 AND ${largest}`;
const time = (name: string, instead = '@now'): Column => ({ name, damaged: beyond(name, LATEST_TIME), instead });
/** A time of which nothing is known is better than one that happened now. */
const timeOrNone = (name: string): Column => time(name, 'NULL');
const flag = (name: string, instead: 0 | 1): Column => ({ name, damaged: `${name} NOT IN (0, 1)`, instead: String(instead) });
const count = (name: string, instead = 0): Column => ({ name, damaged: beyond(name, LARGEST_COUNT), instead: String(instead) });
/** A time in a table of past events: set to a day that no report shows. */
const longAgo = (name: string): Column => time(name, '0');

interface Table {
  name: string;
  columns: readonly Column[];
  /** What is said of a row that was put right, in SQL; where its readers have a way to say so. */
  also?: string;
}

/** It is reported, and never sent automatically. */
const DELIVERY_IN_DOUBT = `error = coalesce(error, '${DAMAGED_DELIVERY}'), progress = CASE
  WHEN json_valid(progress) AND json_extract(progress, '$.state') = 'ordering' THEN json_set(progress, '$.state', 'uncertain') ELSE progress END`;

/** Each number of the schema (`migrations.ts`) that is not the number of a row. */
export const NUMBERS: readonly Table[] = [
  { name: 'venue', columns: [time('connected_at'), timeOrNone('token_renewed_at')] },
  { name: 'notification', columns: [time('received_at')] },
  {
    name: 'orders',
    columns: [
      time('noticed_at'),
      time('read_at', String(NOT_READ)),
      // If in doubt, it needs attention.
      flag('open', 1),
      flag('alerting', 1),
      flag('erased', 0),
      { name: 'ended_at', damaged: `(open = 0 AND ended_at IS NULL) OR ${beyond('ended_at', LATEST_TIME)}`, instead: '@now' },
    ],
    also: `read_at = ${NOT_READ}`,
  },
  {
    name: 'job',
    columns: [
      count('attempts'),
      time('not_before', '0'),
      { name: 'lease_until', damaged: `(state = 'leased' AND lease_until IS NULL) OR ${beyond('lease_until', LATEST_TIME)}`, instead: '0' },
      count('claim'),
      // In doubt it may have happened.
      flag('interrupted', 1),
      flag('again', 0),
      time('created_at'),
      timeOrNone('finished_at'),
      timeOrNone('asked_again_at'),
      timeOrNone('due_by'),
    ],
  },
  { name: 'journal', columns: [longAgo('at')] },
  { name: 'tally', columns: [count('count'), time('last_at')] },
  // That staff confirmed a printout stays true, whatever the time.
  { name: 'print_ledger', columns: [longAgo('at'), count('part'), count('copy', 1), time('seen_at', '@now')] },
  {
    name: 'history',
    columns: [
      longAgo('placed_at'),
      longAgo('noticed_at'),
      timeOrNone('accepted_at'),
      timeOrNone('ready_at'),
      timeOrNone('ended_at'),
      timeOrNone('due_at'),
      count('items'),
      { name: 'amount', damaged: `amount NOT BETWEEN ${-LARGEST_COUNT} AND ${LARGEST_COUNT}`, instead: 'NULL' },
      flag('preorder', 0),
    ],
  },
  { name: 'spell', columns: [longAgo('from_at'), time('until_at', '0')] },
  { name: 'delivery', columns: [time('created_at'), flag('erased', 0)], also: DELIVERY_IN_DOUBT },
  { name: 'kitchen_mark', columns: [longAgo('at')] },
  // What was seen to work stays seen, whenever that was.
  { name: 'proof', columns: [time('at')] },
  { name: 'claim', columns: [time('noticed_at'), time('claimed_at'), flag('alerting', 1), flag('unknown', 0)] },
  {
    name: 'recovery',
    columns: [
      time('at'),
      timeOrNone('service_at'),
      timeOrNone('backup_at'),
      count('orders'),
      count('notifications'),
      count('last_print'),
      flag('seen', 0),
    ],
  },
  {
    name: 'access',
    columns: [{ name: 'pin_set', damaged: 'pin_set NOT IN (0, 1)', instead: 'NULL' }, count('owed_ms'), count('rest_ms')],
  },
  { name: 'staff_tries', columns: [count('owed_ms'), count('rest_ms')] },
  { name: 'staff_change', columns: [longAgo('at')] },
  // A copy of unknown age counts as old.
  { name: 'menu_copy', columns: [longAgo('read_at')] },
  { name: 'venue_status', columns: [longAgo('read_at')] },
  {
    name: 'menu_intent',
    columns: [count('version', 1), count('part'), time('asked_at'), timeOrNone('sent_at'), timeOrNone('looked_at'), time('ends_at')],
  },
  { name: 'menu_pace', columns: [timeOrNone('under_way'), timeOrNone('paused_until'), count('failures')] },
  { name: 'menu_change', columns: [longAgo('at')] },
  { name: 'till_stock', columns: [count('count'), longAgo('at')] },
  { name: 'sale_spell', columns: [longAgo('from_at'), time('until_at', '0')] },
  // What is given again is known.
  { name: 'relay_cursor', columns: [{ name: 'seq', damaged: beyond('seq', Number.MAX_SAFE_INTEGER), instead: '0' }] },
];

/** Tables whose rows have a number of ours that the next row counts on from. */
export const NUMBERED: readonly { table: string; id: string }[] = [
  { table: 'job', id: 'id' },
  { table: 'journal', id: 'id' },
  { table: 'print_ledger', id: 'id' },
  { table: 'history', id: 'id' },
  { table: 'spell', id: 'id' },
  { table: 'recovery', id: 'line' },
  { table: 'kitchen_mark', id: 'id' },
  { table: 'staff_change', id: 'id' },
  { table: 'menu_intent', id: 'id' },
  { table: 'menu_change', id: 'id' },
  { table: 'sale_spell', id: 'id' },
];

/** What was put right, as "table.column", once for each row. Call it in a transaction. */
export function repairRows(db: Database.Database, now: number): string[] {
  const mended: string[] = [];
  for (const { name, columns, also } of NUMBERS) {
    const any = columns.map(({ damaged }) => `(${damaged})`).join(' OR ');
    // One look at each table, which as a rule finds nothing.
    const rows = db.prepare<[], bigint>(`SELECT rowid FROM ${name} WHERE ${any}`).pluck().safeIntegers().all();
    for (const row of rows) {
      for (const column of columns) {
        // Bound only where it is asked for: SQLite refuses a value that nothing names.
        const set = db.prepare(`UPDATE ${name} SET ${column.name} = ${column.instead} WHERE rowid = @row AND (${column.damaged})`);
        const { changes } = set.run(column.instead === '@now' ? { row, now } : { row });
        if (changes > 0) mended.push(`${name}.${column.name}`);
      }
      if (also) db.prepare(`UPDATE ${name} SET ${also} WHERE rowid = ?`).run(row);
    }
  }
  mended.push(...giveIdsBack(db));
  for (const { table, id } of NUMBERED) mended.push(...renumber(db, table, id));
  return mended;
}

/** The service's name is in the order itself; otherwise its position identifies it. */
function giveIdsBack(db: Database.Database): string[] {
  const wrong = `(open = 1 OR alerting = 1) AND json_valid(raw) AND json_extract(raw, '$.id') <> '' AND id <> CAST(json_extract(raw, '$.id') AS TEXT)`;
  const { changes } = db
    .prepare(`UPDATE OR IGNORE orders SET id = CAST(json_extract(raw, '$.id') AS TEXT), read_at = ${NOT_READ} WHERE ${wrong}`)
    .run();
  const { changes: nameless } = db
    .prepare(`UPDATE OR IGNORE orders SET id = 'unknown-' || rowid, read_at = ${NOT_READ} WHERE trim(id) = ''`)
    .run();
  return Array.from({ length: changes + nameless }, () => 'orders.id');
}

/** The search index holds nothing that is not in the lines of the history: one that is damaged is made anew from them. True where it was. */
export function mendSearch(db: Database.Database): boolean {
  try {
    db.exec(`INSERT INTO history_words (history_words) VALUES ('integrity-check')`);
    return false;
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  try {
    db.exec(REPLACE_SEARCH);
  } catch (error) {
    if (!isDamage(error)) throw error;
    // It does not know its own format: that is written down again, and with it what else stood there.
    db.unsafeMode(true);
    try {
      db.exec(`INSERT OR REPLACE INTO history_words_config VALUES ('version', 4)`);
    } finally {
      db.unsafeMode(false);
    }
    db.exec(`DROP TABLE history_words; ${SEARCH_INDEX} ${REBUILD_SEARCH}`);
  }
  return true;
}

/** SQLITE_ERROR is what the index itself says of a format that it does not know. */
function isDamage(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_ERROR';
}

/** A row with a number beyond all counting gets the next one: the database would give the rows after it any number at all. */
function renumber(db: Database.Database, table: string, id: string): string[] {
  const damaged = `${id} NOT BETWEEN 0 AND ${LARGEST_COUNT}`;
  const next = db.prepare(`
    UPDATE ${table} SET ${id} = (SELECT coalesce(max(${id}), 0) + 1 FROM ${table} WHERE ${id} BETWEEN 0 AND ${LARGEST_COUNT - 1})
    WHERE ${id} = (SELECT ${id} FROM ${table} WHERE ${damaged} LIMIT 1)`);
  const mended: string[] = [];
  while (next.run().changes > 0) mended.push(`${table}.${id}`);
  if (mended.length > 0 && table === 'history') db.exec(REBUILD_SEARCH);
  return mended;
}
