/** The engine that needs nothing else: one SQLite file, written with group commit. */
import type Database from 'better-sqlite3';
import { createGroupCommit } from '../../contract/group-commit.ts';
import type { Time } from '../time.ts';
import type { Appended, Engine, Taken } from './engine.ts';
import { readEntry } from './entry.ts';
import { type Held, nextHeld } from './lease.ts';
import { openLocal } from './local.ts';
import { createNewsStore, SEQS_A_MS } from './news/news-store.ts';
import { hashOf } from './news/rows.ts';

/** The database is closed by whoever opened it. `onDefect`: of acknowledgements that could not be written yet. */
export function createEmbeddedEngine(db: Database.Database, time: Time, onDefect: (error: unknown) => void): Engine {
  const store = createNewsStore(db, time, onDefect);
  const sql = {
    lease: db.prepare<[string], Held>('SELECT holder, epoch, until FROM leases WHERE name = ?'),
    setLease: db.prepare('INSERT OR REPLACE INTO leases (name, holder, epoch, until) VALUES (?, ?, ?, ?)'),
  };

  /** By the clock, so that a file that was lost and begun anew goes on above what counters have acknowledged. */
  const least = (): number => time.wall() * SEQS_A_MS;

  const appends = createGroupCommit<Taken, Appended>((group) =>
    store.write((told) => {
      const takenAt = time.wall();
      return group.map((taken) => store.keep({ ...taken, hash: hashOf(taken), takenAt }, least(), told));
    }),
  );

  const lease = db.transaction((name: string, holder: string, ms: number) => {
    const next = nextHeld(sql.lease.get(name) ?? null, holder, time.wall(), ms);
    if (next === null) return null;
    sql.setLease.run(name, holder, next.epoch, next.until);
    return { epoch: next.epoch };
  }).immediate;

  /** What an engine of several relays was still to be given, before this one was chosen in its place. */
  const local = openLocal(db);
  store.write((told) => {
    for (const { hash, entry } of local.after(0, Number.MAX_SAFE_INTEGER)) {
      const left = readEntry(entry);
      if (left.what === 'taken') store.keep(left, least(), told);
      local.remove(hash);
    }
    db.exec('DELETE FROM streams');
  });

  return {
    ...store,
    append: (taken) => appends.write(taken),
    route: async (seq, venueId) => store.write((told) => store.route(seq, venueId, least(), told)),
    expire: async (before) => store.write(() => store.expire(before)),
    lease: async (name, holder, ms) => lease(name, holder, ms),
    trouble: () => null,
    async [Symbol.asyncDispose]() {
      appends.flush();
      store.close();
    },
  };
}
