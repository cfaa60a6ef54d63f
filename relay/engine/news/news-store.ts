/** What waits at this relay, in its own SQLite file: any engine keeps it here and hands it out from here. */
import type Database from 'better-sqlite3';
import type { Time } from '../../time.ts';
import type { Engine } from '../engine.ts';
import { createOldNews, type OldNews } from './delete-old.ts';
import { createNewsKeeper, type NewsKeeper } from './keep-news.ts';
import { createNewsReading } from './read-news.ts';
import { createReaders, type Readers } from './readers.ts';

/** Numbers in a millisecond before they run ahead of the clock. */
export const SEQS_A_MS = 1_000;

type OfEngine =
  | 'onNews'
  | 'readAfter'
  | 'setReader'
  | 'removeReader'
  | 'acknowledge'
  | 'acknowledged'
  | 'venue'
  | 'venueOf'
  | 'backlog'
  | 'waiting'
  | 'unreadVenues'
  | 'unroutable'
  | 'countUnroutable'
  | 'expired'
  | 'canWrite';

/** What is said to be within a transaction is called by the work of `write`. */
export interface NewsStore
  extends Pick<Engine, OfEngine>,
    Pick<NewsKeeper, 'keep' | 'route' | 'emptyOut' | 'knows'>,
    Pick<Readers, 'dropFetched' | 'acknowledgedElsewhere' | 'close'>,
    Pick<OldNews, 'expire'> {
  /** One transaction with one sync, all of it or, where it throws, nothing. Afterwards it is told of the venues that the work adds to `told`. */
  write<Result>(work: (told: Set<string>) => Result): Result;
}

/** The database is closed by whoever opened it, after the store. `onDefect`: of acknowledgements that could not be written yet. */
export function createNewsStore(db: Database.Database, time: Time, onDefect: (error: unknown) => void): NewsStore {
  const listeners = new Set<(venueId: string) => void>();
  const { mark: markNumbers, venueOf, ...keeper } = createNewsKeeper(db);
  const { mark: markAcknowledged, writeRemembered, acknowledgedBy, ...readers } = createReaders(db, time, onDefect);
  /** Of a lease that is nobody's. */
  const writeProbe = db.prepare("INSERT OR REPLACE INTO leases (name, holder, epoch, until) VALUES ('storage-probe', ?, 1, 0)");

  function tell(venueIds: Iterable<string>): void {
    for (const venueId of venueIds) for (const listener of listeners) listener(venueId);
  }

  return {
    ...keeper,
    ...readers,
    ...createOldNews(db, time),
    ...createNewsReading(db, acknowledgedBy),
    venueOf: async (references) => venueOf(references),
    write(work) {
      const told = new Set<string>();
      const takeBack = [markNumbers(), markAcknowledged()];
      try {
        const result = db
          .transaction(() => {
            writeRemembered();
            return work(told);
          })
          .immediate();
        queueMicrotask(() => tell(told));
        return result;
      } catch (error) {
        for (const back of takeBack) back();
        throw error;
      }
    },
    onNews(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async canWrite(bytes) {
      try {
        writeProbe.run(' '.repeat(bytes));
        return true;
      } catch {
        // Whoever asks has told it already.
        return false;
      }
    },
  };
}
