/** The SQLite file: opened durably, brought to the current version, and written through one transaction at a time. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type AccessRows, createAccessRows } from './access-rows.ts';
import { createDeliveryRows, type DeliveryRows } from './delivery-rows.ts';
import { createHistory, type History } from './history.ts';
import { createInbox, type Inbox } from './inbox.ts';
import { createJournal, type Journal } from './journal.ts';
import { lockDataFolder } from './lock.ts';
import { migrations } from './migrations.ts';
import { createOrderRows, type OrderRows } from './order-rows.ts';
import { createPrintLedger, type PrintLedger } from './print-ledger.ts';
import { createQueue, type Queue } from './queue.ts';
import { DATABASE, keepBackup, type Recovery, recoverIfDamaged } from './recover.ts';
import { createSpells, type Spells } from './spells.ts';
import { type StorageTrouble, storageTroubleOf } from './storage-trouble.ts';
import { createVenueRows, type VenueRows } from './venue-rows.ts';

/** What changed in a committed transaction, so that the screen and the workers can follow. */
export interface Touched {
  orders: Set<string>;
  venues: Set<string>;
  deliveries: Set<string>;
  /** Lanes in which a job was added or moved. */
  lanes: Set<string>;
  /** True when a tally (diagnostics) changed. */
  tallies: boolean;
}

export interface Store {
  readonly orders: OrderRows;
  readonly inbox: Inbox;
  readonly queue: Queue;
  readonly journal: Journal;
  readonly venues: VenueRows;
  readonly ledger: PrintLedger;
  readonly deliveries: DeliveryRows;
  readonly history: History;
  readonly spells: Spells;
  readonly access: AccessRows;
  /**
   * Runs `work` in one durable transaction; what it returns is on the disk when this returns. Nested calls join the outer one.
   * Throws StorageTrouble when the disk does not take it; nothing of `work` has happened then.
   */
  write<T>(work: () => T): T;
  /** Called after each commit that changed something. Returns the end of the subscription. */
  onCommit(listener: (touched: Touched) => void): () => void;
  /** Moves everything from the write-ahead file into the database and empties it: what was erased is then nowhere. */
  checkpoint(): void;
  /** Told when the disk stops taking writes, and null when it takes them again. Returns the end of the subscription. */
  onTrouble(listener: (trouble: StorageTrouble | null) => void): () => void;
  /** What was done about a damaged database file at this start; null when it was sound. */
  readonly recovery: Recovery | null;
  close(): void;
}

/** A failure to open the database that staff can act on. */
export class StoreError extends Error {
  readonly says: string;
  readonly remedy: string;
  constructor(says: string, remedy: string, cause?: unknown) {
    super(says, { cause });
    this.says = says;
    this.remedy = remedy;
  }
}

export interface StoreOptions {
  /** This computer's clock, epoch ms: for what is kept with a time. */
  now?: () => number;
  /** The service's clock, epoch ms: what the history goes by. */
  serviceNow?: () => number;
  /** A clock that nobody can set, epoch ms: for what waits until a time. */
  steady?: () => number;
  backupEveryMs?: number;
  onDefect?: (error: unknown) => void;
}

/** How often a disk in trouble is tried. */
const TRY_AGAIN_MS = 2_000;
const FILL_EVERY_MS = 250;
const FILL_AT_ONCE = 100;

/** Opens (or makes) the database in the data folder and takes the folder's lock. Throws DataFolderInUse, StoreError or StorageTrouble. */
export function openStore(dataDir: string, options: StoreOptions = {}): Store {
  const now = options.now ?? Date.now;
  const serviceNow = options.serviceNow ?? now;
  const { unlock, recovery, db } = open(dataDir, now());
  const stopBackups = keepBackup(db, dataDir, options.onDefect ?? (() => undefined), options.backupEveryMs);
  const listeners = new Set<(touched: Touched) => void>();
  const troubleListeners = new Set<(trouble: StorageTrouble | null) => void>();
  let trying: NodeJS.Timeout | null = null;
  let told: StorageTrouble['code'] | null = null;
  let touched: Touched = nothingTouched();
  let depth = 0;
  const transaction = db.transaction((work: () => unknown) => work());

  /** A write of its own is the proof that the disk takes writes again; the next order must not be the one to find out. */
  function tell(trouble: StorageTrouble): void {
    if (told !== trouble.code) for (const listener of troubleListeners) listener(trouble);
    told = trouble.code;
    trying ??= setInterval(() => {
      try {
        store.write(() => store.journal.count('disk-trouble', trouble.code));
      } catch {
        // Told already, by write itself.
        return;
      }
      if (trying) clearInterval(trying);
      trying = null;
      told = null;
      for (const listener of troubleListeners) listener(null);
    }, TRY_AGAIN_MS);
  }

  const history = createHistory(db, { now, serviceNow });
  const store: Store = {
    orders: createOrderRows(db, (id) => touched.orders.add(id), history),
    deliveries: createDeliveryRows(db, (id) => touched.deliveries.add(id)),
    history,
    spells: createSpells(db, serviceNow),
    access: createAccessRows(db),
    inbox: createInbox(db, now),
    queue: createQueue(db, { now, steady: options.steady ?? now }, (job) => {
      touched.lanes.add(job.lane);
      if (job.orderId) touched.orders.add(job.orderId);
    }),
    journal: createJournal(db, now, () => {
      touched.tallies = true;
    }),
    ledger: createPrintLedger(db, now),
    venues: createVenueRows(db, (id) => touched.venues.add(id)),
    write<T>(work: () => T): T {
      if (depth > 0) return work();
      touched = nothingTouched();
      depth += 1;
      let result: T;
      try {
        result = transaction.immediate(work) as T;
      } catch (error) {
        const trouble = storageTroubleOf(error);
        if (trouble) tell(trouble);
        throw trouble ?? error;
      } finally {
        depth -= 1;
      }
      const committed = touched;
      if (somethingTouched(committed)) for (const listener of listeners) listener(committed);
      return result;
    },
    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onTrouble(listener) {
      troubleListeners.add(listener);
      return () => troubleListeners.delete(listener);
    },
    recovery,
    checkpoint: () => void db.pragma('wal_checkpoint(TRUNCATE)'),
    close() {
      if (trying) clearInterval(trying);
      stopBackups();
      stopFilling();
      db.close();
      unlock();
    },
  };
  const stopFilling = fillHistory(store, options.onDefect ?? (() => undefined));
  try {
    store.write(() => {
      store.queue.takeUpAgain();
      store.spells.takeUp();
    });
  } catch (error) {
    store.close();
    throw error;
  }
  return store;
}

function open(dataDir: string, now: number): { unlock: () => void; recovery: Recovery | null; db: Database.Database } {
  let unlock: () => void = () => undefined;
  let db: Database.Database | null = null;
  try {
    mkdirSync(dataDir, { recursive: true });
    unlock = lockDataFolder(dataDir);
    const recovery = recoverIfDamaged(dataDir, now);
    db = new Database(join(dataDir, DATABASE));
    makeDurable(db);
    migrate(db);
    return { unlock, recovery, db };
  } catch (error) {
    db?.close();
    unlock();
    throw storageTroubleOf(error) ?? error;
  }
}

/** An acknowledged notification must survive a power cut: FULL is not this build's default in WAL mode, so it is set and read back. */
function makeDurable(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  db.pragma('secure_delete = ON');
  const synchronous = db.pragma('synchronous', { simple: true });
  if (synchronous !== 2) {
    throw new StoreError(
      `The database does not write durably (synchronous is ${synchronous}, not 2).`,
      'Reinstall Tillbridge; orders would not be safe.',
    );
  }
}

function migrate(db: Database.Database): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version > migrations.length) {
    throw new StoreError(
      `This data folder was written by a newer Tillbridge (version ${version}; this one knows ${migrations.length}).`,
      'Start the newer Tillbridge, or use another --data-dir. Nothing was changed.',
    );
  }
  for (let next = version; next < migrations.length; next += 1) {
    db.transaction(() => {
      db.exec(migrations[next] ?? '');
      db.pragma(`user_version = ${next + 1}`);
    }).immediate();
  }
}

/** Orders stored by an earlier version get their line of the history little by little: nothing else waits for it. */
function fillHistory(store: Store, onDefect: (error: unknown) => void): () => void {
  const timer = setInterval(() => {
    try {
      if (store.write(() => store.history.fillIn(FILL_AT_ONCE, store.orders.get)) < FILL_AT_ONCE) clearInterval(timer);
    } catch (error) {
      // The disk may take it later.
      if (!storageTroubleOf(error)) {
        clearInterval(timer);
        onDefect(error);
      }
    }
  }, FILL_EVERY_MS);
  return () => clearInterval(timer);
}

function nothingTouched(): Touched {
  return { orders: new Set(), venues: new Set(), deliveries: new Set(), lanes: new Set(), tallies: false };
}

function somethingTouched(touched: Touched): boolean {
  return touched.orders.size > 0 || touched.venues.size > 0 || touched.deliveries.size > 0 || touched.lanes.size > 0 || touched.tallies;
}
