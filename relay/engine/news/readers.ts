/** Readers of venues and their acknowledgements, written with a delay. Deletes what all readers acknowledged. */
import type Database from 'better-sqlite3';
import type { Time } from '../../../shared/time/time.ts';
import type { Engine } from '../engine.ts';

/** Delay before acknowledgements are written. If one is lost, the notification is sent again. */
const ACKNOWLEDGED_AFTER_MS = 100;

export interface Readers extends Pick<Engine, 'setReader' | 'removeReader' | 'acknowledge' | 'acknowledged'> {
  acknowledgedBy(reader: string, venueId: string): number | null;
  /** Writes pending acknowledgements in the caller's transaction. */
  writeRemembered(): void;
  /** Returns a function that makes pending acknowledgements pending again, after a failed write. */
  mark(): () => void;
  close(): void;
}

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
    /** Without readers nothing is deleted (the minimum is NULL): notifications wait for the first. */
    dropFetched: db.prepare('DELETE FROM news WHERE venue_id = ? AND seq <= (SELECT min(acknowledged) FROM readers WHERE venue_id = ?)'),
  };
  /** Acknowledgements not written yet, by venue and reader. */
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

  /** Acknowledgements whose write failed stay pending until the next append or retry. */
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
    async setReader(reader, venueIds) {
      const before = sql.venuesOf.all(reader);
      const isSame = before.length === venueIds.length && before.every(({ venue_id }) => venueIds.includes(venue_id));
      // A start sets each counter's; a transaction waits for the disk.
      if (!isSame) setReader(reader, venueIds);
    },
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
