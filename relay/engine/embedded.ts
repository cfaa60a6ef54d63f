/** The relay's engine: one SQLite file, written with group commit. */
import type Database from 'better-sqlite3';
import { createGroupCommit } from '../../shared/group-commit.ts';
import type { Time } from '../../shared/time/time.ts';
import { type Appended, type Engine, NOTHING_WAITING, type ServiceRequest } from './engine.ts';
import { createOldNews } from './news/delete-old.ts';
import { createNewsKeeper } from './news/keep-news.ts';
import { createKnown } from './news/known.ts';
import { createNewsReading } from './news/read-news.ts';
import { createReaders } from './news/readers.ts';
import { hashOf } from './news/rows.ts';
import { createWriteProbe } from './write-probe.ts';

/** The caller closes the database. `onDefect` gets errors of delayed acknowledgements. */
export function createEmbeddedEngine(db: Database.Database, time: Time, onDefect: (error: unknown) => void): Engine {
  const listeners = new Set<(venueId: string) => void>();
  const known = createKnown(db);
  const keeper = createNewsKeeper(db, time, known);
  const readers = createReaders(db, time, onDefect);
  const old = createOldNews(db, time);
  const canWrite = createWriteProbe(db);

  function tell(venueIds: Iterable<string>): void {
    for (const venueId of venueIds) for (const listener of listeners) listener(venueId);
  }

  /** Runs `work` in one transaction with one sync, all or nothing. Then calls listeners for the venues that `work` added to `changed`. */
  function write<Result>(work: (changed: Set<string>) => Result): Result {
    const changed = new Set<string>();
    const takeBack = [keeper.mark(), known.mark(), readers.mark()];
    try {
      const result = db
        .transaction(() => {
          readers.writeRemembered();
          return work(changed);
        })
        .immediate();
      queueMicrotask(() => tell(changed));
      return result;
    } catch (error) {
      for (const back of takeBack) back();
      throw error;
    }
  }

  const appends = createGroupCommit<ServiceRequest, Appended>((group) =>
    write((changed) => {
      const takenAt = time.wall();
      return group.map((taken) => keeper.keep({ ...taken, hash: hashOf(taken), takenAt }, changed));
    }),
  );

  return {
    ...createNewsReading(db, readers.acknowledgedBy),
    append: (taken) => appends.write(taken),
    onNews(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    early: () => [],
    setReader: readers.setReader,
    removeReader: readers.removeReader,
    acknowledge: readers.acknowledge,
    acknowledged: readers.acknowledged,
    venueOf: async (references) => keeper.venueOf(references),
    route: async (seq, venueId) => write((changed) => keeper.route(seq, venueId, changed)),
    expire: async (before) => write(() => old.expire(before)),
    expired: old.expired,
    spooled: () => NOTHING_WAITING,
    canWrite: async (bytes) => canWrite(bytes),
    async [Symbol.asyncDispose]() {
      appends.flush();
      readers.close();
    },
  };
}
