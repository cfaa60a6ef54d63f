/** What happened to each order, line by line: a kind and its facts. Words are made of them where somebody reads them. */
import type Database from 'better-sqlite3';
import * as v from 'valibot';
import type { Text } from '../../../contract/message.ts';
import { fromStored, toStored } from './stored/stored-text.ts';

/** The facts of each kind that has any. What is written down is typed by these, and what is read is parsed. */
const FACTS = {
  notification: v.object({ type: v.string(), status: v.nullable(v.string()) }),
  /** `before`: null for an order that was not known. `status`: a word of the interface. */
  stage: v.object({ before: v.nullable(v.string()), after: v.string(), status: v.string() }),
  command: v.object({ action: v.string(), minutes: v.number() }),
  /** The service took it: a command, or an operation. */
  answer: v.object({ action: v.string() }),
  /** `gives`: what it gives back, in minor units. */
  operation: v.object({ operation: v.string(), gives: v.nullable(v.object({ amount: v.number(), currency: v.string() })) }),
  document: v.object({ type: v.string() }),
  reprint: v.object({ document: v.string() }),
  /** The till has it. */
  till: v.object({ news: v.picklist(['order', 'changed', 'cancelled']) }),
  printed: v.object({ document: v.string(), printer: v.string() }),
  /** Printed as far as anybody knows: the printer confirmed nothing. */
  sent: v.object({ document: v.string(), printer: v.string() }),
};
type Facts = { [Kind in keyof typeof FACTS]: { kind: Kind } & v.InferOutput<(typeof FACTS)[Kind]> }[keyof typeof FACTS];

/** Kinds that say it all. */
const BARE = ['touch', 'stopped', 'rule', 'reminded', 'undo'] as const;
/** Kinds of what went wrong, with the message that tells it. */
const TOLD = ['refused', 'uncertain', 'moved', 'refused answer', 'given up', 'till trouble', 'boxed'] as const;

type Bare = { [Kind in (typeof BARE)[number]]: { kind: Kind } }[(typeof BARE)[number]];
type Told = { [Kind in (typeof TOLD)[number]]: { kind: Kind; says: Text } }[(typeof TOLD)[number]];

/** Never a name, phone, address or comment of a consumer. */
export type Line = Facts | Bare | Told;

/** As it is read: also what stands in place of lines that were left out, and a line of which only its text is known here. */
export type Entry = (Line | { kind: 'not shown'; lines: number } | { kind: 'other'; of: string; says: Text }) & {
  at: number;
  /** Who of the staff did it, or which display; null where nobody is named. */
  by: string | null;
};
type EntryOf<Kind extends Line['kind']> = Extract<Entry, { kind: Kind }>;

export interface AuditLog {
  /** One line of an order's story. `by`: who of the staff did it. */
  record(orderId: string, line: Line, by?: string | null | undefined): void;
  /**
   * Its story. Of one longer than `most` lines (500 unless told) the oldest fifth and the newest: nobody can make an order's story so long
   * that reading it keeps the counter waiting. Between them the whole story has a line of the kind "not shown".
   */
  of(orderId: string, what?: { most?: number }): Entry[];
  /** The lines of these kinds, as many as of a whole story. */
  ofKind<Kind extends Line['kind']>(orderId: string, ...kinds: Kind[]): EntryOf<Kind>[];
}

const MOST_LINES = 500;
const OLDEST_SHARE = 1 / 5;

interface Row {
  at: number;
  kind: string;
  says: string;
  by: string | null;
}

export function createAuditLog(db: Database.Database, now: () => number): AuditLog {
  const insert = db.prepare(`INSERT INTO journal (order_id, at, kind, says, by_whom) VALUES (?, ?, ?, ?, ?)`);
  const list = db.prepare<[{ orderId: string; kinds: string | null; oldest: number; newest: number }], Row>(`
    WITH story AS NOT MATERIALIZED (
      SELECT * FROM journal WHERE order_id = @orderId AND (@kinds IS NULL OR kind IN (SELECT value FROM json_each(@kinds)))
    )
    SELECT at, kind, says, by_whom AS "by" FROM (
      SELECT * FROM (SELECT * FROM story ORDER BY id LIMIT @oldest)
      UNION SELECT * FROM (SELECT * FROM story ORDER BY id DESC LIMIT @newest)
    ) ORDER BY id`);
  const lines = db.prepare<[string], { count: number }>(`SELECT count(*) AS count FROM journal WHERE order_id = ?`);

  function found(orderId: string, kinds: readonly string[] | null, most: number): Entry[] {
    const oldest = Math.floor(most * OLDEST_SHARE);
    return list.all({ orderId, kinds: kinds && JSON.stringify(kinds), oldest, newest: most - oldest }).map(read);
  }

  return {
    record: (orderId, line, by = null) => void insert.run(orderId, now(), line.kind, stored(line), by),
    of(orderId, { most = MOST_LINES } = {}) {
      const story = found(orderId, null, most);
      if (story.length < most) return story;
      const left = (lines.get(orderId)?.count ?? 0) - story.length;
      const place = Math.floor(most * OLDEST_SHARE);
      const next = story[place];
      return left > 0 && next ? story.toSpliced(place, 0, { at: next.at, kind: 'not shown', lines: left, by: null }) : story;
    },
    ofKind: <Kind extends Line['kind']>(orderId: string, ...kinds: Kind[]) =>
      found(orderId, kinds, MOST_LINES).filter((entry): entry is EntryOf<Kind> => (kinds as string[]).includes(entry.kind)),
  };
}

function stored(line: Line): string {
  if ('says' in line) return toStored(line.says);
  const { kind, ...facts } = line;
  return Object.hasOwn(FACTS, kind) ? JSON.stringify(facts) : '';
}

function read({ at, kind, says, by }: Row): Entry {
  if ((BARE as readonly string[]).includes(kind)) return { at, by, kind: kind as (typeof BARE)[number] };
  if ((TOLD as readonly string[]).includes(kind)) return { at, by, kind: kind as (typeof TOLD)[number], says: fromStored(says) };
  const schema = Object.hasOwn(FACTS, kind) ? FACTS[kind as keyof typeof FACTS] : null;
  const facts = schema && v.safeParse(v.pipe(v.string(), v.parseJson(), schema), says);
  // Of a later version, or off a damaged page.
  return facts?.success ? ({ at, by, kind, ...facts.output } as Entry) : { at, by, kind: 'other', of: kind, says: fromStored(says) };
}
