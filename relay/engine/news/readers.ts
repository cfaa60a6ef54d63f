/**
 * Which counter reads which venue, and how far it has acknowledged: cached briefly, then written. What everyone has acknowledged is
 * deleted.
 */
import type Database from 'better-sqlite3';
import type { Time } from '../../../shared/time/time.ts';
import type { Engine } from '../engine.ts';

/** An acknowledgement need not be durable at once: lost, the news is sent again, and the counter knows it. */
const ACKNOWLEDGED_AFTER_MS = 100;

export interface Readers extends Pick<Engine, 'setReader' | 'removeReader' | 'acknowledge' | 'acknowledged'> {
  /** As Engine.acknowledged, at once. */
  acknowledgedBy(reader: string, venueId: string): number | null;
  /** Within a transaction of the caller: what is remembered. */
  writeRemembered(): void;
  /** Answers with what remembers again what was remembered, where that transaction fails. */
  mark(): () => void;
  /** What is remembered is written. */
  close(): void;
}

/** `onDefect`: of acknowledgements that could not be written yet. */
export function createReaders(db: Database.Database, time: Time, onDefect: (error: unknown) => void): Readers {
  const sql = {
    last: db.prepare<[string], { last: number }>('SELECT last FROM venues WHERE venue_id = ?'),
    add: db.prepare('INSERT OR IGNORE INTO readers (venue_id, reader, acknowledged) VALUES (?, ?, 0)'),
    venuesOf: db.prepare<[string], { venue_id: string }>('SELECT venue_id FROM readers WHERE reader = ?'),
    drop: db.prepare('DELETE FROM readers WHERE venue_id = ? AND reader = ?'),
    acknowledge: db.prepare('UPDATE readers SET acknowledged = max(acknowledged, ?) WHERE venue_id = ? AND reader = ?'),
    acknowledged: db.prepare<[string, string], { acknowledged: number }>(
      'SELECT acknowledged FROM readers WHERE venue_id = ? AND reader = ?',
    ),
    /** Of a venue without readers nothing: it waits for the first one. */
    dropFetched: db.prepare('DELETE FROM news WHERE venue_id = ? AND seq <= (SELECT min(acknowledged) FROM readers WHERE venue_id = ?)'),
  };
  /** By venue and reader, not yet written. */
  const remembered = new Map<string, { reader: string; venueId: string; seq: number }>();
  let cancelWriting: (() => void) | null = null;

  function remember(reader: string, venueId: string, seq: number): void {
    const key = JSON.stringify([venueId, reader]);
    remembered.set(key, { reader, venueId, seq: Math.max(seq, remembered.get(key)?.seq ?? 0) });
    cancelWriting ??= time.after(ACKNOWLEDGED_AFTER_MS, writeAlone);
  }

  function noWriting(): void {
    cancelWriting?.();
    cancelWriting = null;
  }

  function writeRemembered(): void {
    noWriting();
    const venueIds = new Set<string>();
    for (const { reader, venueId, seq } of remembered.values()) {
      sql.acknowledge.run(seq, venueId, reader);
      venueIds.add(venueId);
    }
    remembered.clear();
    for (const venueId of venueIds) dropFetched(venueId);
  }

  /** What cannot be written now stays remembered, and is tried again with the next append or a moment later. */
  function writeAlone(): void {
    noWriting();
    if (remembered.size === 0) return;
    const rememberAgain = mark();
    try {
      db.transaction(writeRemembered).immediate();
    } catch (error) {
      onDefect(error);
      rememberAgain();
    }
  }

  function mark(): () => void {
    const before = [...remembered.values()];
    return () => {
      for (const { reader, venueId, seq } of before) remember(reader, venueId, seq);
    };
  }

  function dropFetched(venueId: string): void {
    sql.dropFetched.run(venueId, venueId);
  }

  function acknowledgedBy(reader: string, venueId: string): number | null {
    const written = sql.acknowledged.get(venueId, reader)?.acknowledged;
    if (written === undefined) return null;
    return Math.max(written, remembered.get(JSON.stringify([venueId, reader]))?.seq ?? 0);
  }

  const setReader = db.transaction((reader: string, venueIds: readonly string[]) => {
    for (const { venue_id } of sql.venuesOf.all(reader)) {
      if (venueIds.includes(venue_id)) continue;
      sql.drop.run(venue_id, reader);
      dropFetched(venue_id);
    }
    for (const venueId of venueIds) sql.add.run(venueId, reader);
  }).immediate;

  return {
    setReader: async (reader, venueIds) => setReader(reader, venueIds),
    removeReader: async (reader) => setReader(reader, []),
    async acknowledge(reader, venueId, seq) {
      if (seq > (sql.last.get(venueId)?.last ?? 0)) return;
      if (seq <= (acknowledgedBy(reader, venueId) ?? Number.POSITIVE_INFINITY)) return;
      remember(reader, venueId, seq);
    },
    acknowledged: async (reader, venueId) => acknowledgedBy(reader, venueId),
    acknowledgedBy,
    writeRemembered,
    mark,
    close() {
      writeAlone();
      cancelWriting?.();
    },
  };
}
