/** The SQLite file: opened durably, brought to the current version, and written through one transaction at a time. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makePrivateFolder } from '../../shared/files/private-files.ts';
import type { Cancel } from '../../shared/time/time.ts';
import { type CurrencyDigits, isoDigits } from '../orders/money/money.ts';
import type { Clocks } from '../time/service-clock.ts';
import { startTime } from '../time/start-time.ts';
import { type BackupSurroundings, type Backups, keepBackups } from './backups/backups.ts';
import { backupFolder, DATABASE } from './backups/files-put-aside.ts';
import { isNewer, makeDurable, mendSearch, migrate, newerDatabase } from './file/connection.ts';
import { type FeatureTables, hasNewerFeature, migrateFeatures } from './file/feature-tables.ts';
import { type FolderLock, lockDataFolder } from './file/lock.ts';
import { lockHolder } from './file/lock-holder.ts';
import { type FileWatch, idOf, type Loss, watchFile } from './file/same-file.ts';
import { heldBy, StorageTrouble, storageTroubleOf } from './file/storage-trouble.ts';
import { type Recovery, recoverIfNeeded, rescue } from './recovery/recover.ts';
import { createRecoveries, type Recoveries } from './recovery/recoveries.ts';
import { type AccessRows, createAccessRows } from './rows/access-rows.ts';
import { createJournal, type Journal } from './rows/journal.ts';
import { createOutages, type Outages } from './rows/outages.ts';
import { createPrintLedger, type PrintLedger } from './rows/print-ledger.ts';
import { createProofRows, type ProofRows } from './rows/proof-rows.ts';
import { createRelayRows, type RelayRows } from './rows/relay-rows.ts';
import { createTallies, type Tallies } from './rows/tallies.ts';
import { createVenueRows, type VenueRows } from './rows/venue-rows.ts';
import { type Rows, rowsOf } from './rows.ts';

export { StoreError } from './file/store-error.ts';

/** What changed in a committed transaction, so that the screen and the workers can follow. */
export interface Touched {
  orders: Set<string>;
  venues: Set<string>;
  deliveries: Set<string>;
  /** Venues of whose menu something changed. */
  menus: Set<string>;
  /** Lanes in which a job was added or moved. */
  lanes: Set<string>;
  /** True when a tally (diagnostics) changed. */
  tallies: boolean;
}

export interface Store extends Rows {
  readonly journal: Journal;
  readonly tallies: Tallies;
  readonly venues: VenueRows;
  readonly ledger: PrintLedger;
  readonly outages: Outages;
  readonly access: AccessRows;
  readonly proofs: ProofRows;
  readonly relay: RelayRows;
  readonly recoveries: Recoveries;
  readonly backups: Backups;
  /**
   * Runs `work` in one durable transaction; what it returns is on the disk when this returns. Nested calls join the outer one.
   * Throws StorageTrouble when the disk does not take it; nothing of `work` has happened then.
   */
  write<T>(work: () => T): T;
  /** For the rows of a feature's own tables; they are written in `write`. */
  prepare<Given extends unknown[] = [], Row = unknown>(sql: string): Database.Statement<Given, Row>;
  /** This computer's clock, epoch ms: what rows are stamped with. */
  now(): number;
  /** Called after each commit that changed something; if it throws, that is reported as a defect. Returns a function that unsubscribes. */
  onCommit(listener: (touched: Touched) => void): () => void;
  /** Checkpoints and empties the write-ahead log once no backup is running, so that erased data is gone from it, too. */
  checkpoint(): void;
  /** Called when the disk refuses writes, and with null when it accepts them again. Returns a function that unsubscribes. */
  onTrouble(listener: (trouble: StorageTrouble | null) => void): () => void;
  /** Why the database is read-only (a newer Tillbridge wrote it); null otherwise. */
  readonly readOnly: StorageTrouble | null;
  /** How an unusable database was recovered at this start; null if it was usable. */
  readonly recovery: Recovery | null;
  /** Checks a read error: if it shows damage, that counts as a loss. */
  suspect(error: unknown): void;
  /** Called once if the open database's file is gone or damaged; after that nothing is written. */
  onLoss(listener: (loss: Loss | 'damaged') => void): void;
  /** Saves what the connection still holds of a deleted database for the next opening. Throws if that fails. */
  rescue(): void;
  close(): void;
}

export interface StoreOptions {
  /** Rows use this computer's clock, History the service's, and waiting the monotonic one. */
  time?: Clocks;
  backupEveryMs?: number;
  /** Tables of features, in the order of the features; none by default, and those that are there stay as they are. */
  features?: readonly FeatureTables[];
  /** What backups include beside the database; null for no backups. */
  backups?: BackupSurroundings | null;
  onDefect?: (error: unknown) => void;
  /** The data folder's lock, if the caller holds it for longer; otherwise it is taken and released here. */
  lock?: FolderLock;
  /** This process just had a database here: it may have printed until now, and a missing one counts as lost. */
  reopened?: boolean;
  /** Decimal digits of amounts in the search; ISO 4217 by default. */
  currencyDigits?: CurrencyDigits;
  /** A moment of the monotonic clock (epoch ms) on the service's; null until that is known. */
  serviceTimeOf?: (monotonicAt: number) => number | null;
}

/** How often a failing disk is tried again. */
const TRY_AGAIN_MS = 2_000;
/** How long a start waits for another program's lock. It is tried again, and nothing is received meanwhile. */
const OPEN_WAIT_MS = 500;
/** This process is blocked while a write waits for another program's lock. */
const LOCK_WAIT_MS = 50;
const TRY_LOCK_AGAIN_MS = 250;
/** A lock held this long is reported. */
const REPORT_LOCK_AFTER_MS = 1_000;
/** How often counts kept in memory are stored. */
const COUNTS_EVERY_MS = 5_000;
const LOOK_AT_FILE_MS = 1_000;
/** Precision of the service's time from its answers. */
const SLACK_MS = 2_000;

/**
 * Opens (or makes) the database in the data folder and takes the folder's lock. That of a newer Tillbridge is opened for reading; where it
 * cannot even be read, NewerDatabase is thrown. Throws DataFolderInUse, StoreError or StorageTrouble.
 */
export function openStore(dataDir: string, options: StoreOptions = {}): Store {
  const { time = startTime() } = options;
  const opened = open(dataDir, time.wall(), options);
  try {
    return build(opened, dataDir, time, options);
  } catch (error) {
    const unreadable = opened.readOnly && !storageTroubleOf(error) ? newerDatabase(opened.db) : null;
    // For example a database without a table. The lock must be free for another try.
    opened.db.close();
    if (!options.lock) opened.lock.leave();
    throw unreadable ?? storageTroubleOf(error) ?? error;
  }
}

function build({ lock, recovery, db, watch, readOnly }: Opened, dataDir: string, time: Clocks, options: StoreOptions): Store {
  const { wall: now, monotonic } = time;
  const serviceNow = time.service.now;
  const onDefect = options.onDefect ?? (() => undefined);
  const slackMs = options.reopened ? SLACK_MS : 0;
  const recoveries = createRecoveries(db, { monotonic, serviceTimeOf: options.serviceTimeOf ?? (() => null) }, slackMs);
  const backups = keepBackups({
    dataDir,
    database: idOf(join(dataDir, DATABASE)) ?? '',
    time,
    ...(options.backupEveryMs === undefined ? {} : { everyMs: options.backupEveryMs }),
    surroundings: options.backups ?? null,
    isOff: options.backups === null || readOnly !== null,
    onDefect,
  });
  const lossListeners: ((loss: Loss | 'damaged') => void)[] = [];
  let lost: StorageTrouble | null = null;
  let closed = false;
  const listeners = new Set<(touched: Touched) => void>();
  const troubleListeners = new Set<(trouble: StorageTrouble | null) => void>();
  let trying: Cancel | null = null;
  let reported: StorageTrouble['code'] | null = null;
  /** Since when another program holds the database (the monotonic clock); null while none does. */
  let lockedAt: number | null = null;
  let touched: Touched = nothingTouched();
  let depth = 0;
  const transaction = db.transaction((work: () => unknown) => work());

  /** A write of its own is the proof that the disk takes writes again; the next order must not be the one to find out. */
  function tell(trouble: StorageTrouble): void {
    if (closed) return;
    if (reported !== trouble.code && lasts(trouble)) {
      for (const listener of troubleListeners) listener(trouble);
      reported = trouble.code;
    }
    trying ??= time.every(trouble.code === 'database-locked' ? TRY_LOCK_AGAIN_MS : TRY_AGAIN_MS, () => {
      const wasReported = reported;
      try {
        store.write(() => wasReported && store.tallies.count('disk-trouble', wasReported));
      } catch {
        // `write` reported it.
        return;
      }
      trying?.();
      trying = null;
      reported = null;
      lockedAt = null;
      db.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
      if (wasReported) for (const listener of troubleListeners) listener(null);
    });
  }

  /** A brief lock isn't reported. While it lasts, each write fails immediately and is repeated. */
  function lasts({ code }: StorageTrouble): boolean {
    if (code !== 'database-locked') return true;
    if (lockedAt === null) db.pragma('busy_timeout = 0');
    lockedAt ??= monotonic();
    return monotonic() - lockedAt >= REPORT_LOCK_AFTER_MS;
  }

  /** Writes to an unreachable file would be lost with the process: nothing is written from here on. */
  function lose(loss: Loss | 'damaged', cause?: unknown): StorageTrouble {
    if (lost) return lost;
    lost = new StorageTrouble(loss === 'gone' ? 'database-gone' : 'database-damaged', cause ?? loss);
    tell(lost);
    for (const listener of lossListeners) listener(loss);
    return lost;
  }

  /** What was committed has happened, whatever becomes of those who follow it: none of them undoes it, nor keeps the others from it. */
  function follow(listener: (touched: Touched) => void, committed: Touched): void {
    try {
      listener(committed);
    } catch (error) {
      onDefect(error);
    }
  }

  /** What is written in the second before this is found out is saved with the rest; of a file that was cut short it may be lost. */
  function inspectDatabase(): void {
    const loss = lost || closed ? null : watch.check();
    if (loss) lose(loss);
  }
  const stopLooking = time.every(LOOK_AT_FILE_MS, inspectDatabase, onDefect);

  const rows = rowsOf(db, { now, serviceNow, monotonic }, options.currencyDigits ?? isoDigits, {
    order: (id) => touched.orders.add(id),
    delivery: (id) => touched.deliveries.add(id),
    menu: (id) => touched.menus.add(id),
    job(job) {
      touched.lanes.add(job.lane);
      if (job.orderId) touched.orders.add(job.orderId);
    },
  });
  const store: Store = {
    ...rows,
    recoveries,
    backups,
    outages: createOutages(db, serviceNow),
    access: createAccessRows(db),
    proofs: createProofRows(db, now),
    relay: createRelayRows(db),
    journal: createJournal(db, now),
    tallies: createTallies(db, now, () => {
      touched.tallies = true;
    }),
    ledger: createPrintLedger(db, now, (id) => touched.orders.add(id)),
    venues: createVenueRows(db, (id) => touched.venues.add(id)),
    write<T>(work: () => T): T {
      if (readOnly) throw readOnly;
      if (depth > 0) return work();
      if (lost) throw lost;
      touched = nothingTouched();
      depth += 1;
      let result: T;
      try {
        result = transaction.immediate(work) as T;
      } catch (error) {
        const found = storageTroubleOf(error);
        const trouble = found?.code === 'database-locked' ? heldBy(lockHolder(join(dataDir, DATABASE)), error) : found;
        if (trouble?.code === 'database-damaged' && !lost) throw lose('damaged', error);
        if (trouble) tell(trouble);
        throw trouble ?? error;
      } finally {
        depth -= 1;
      }
      const committed = touched;
      if (somethingTouched(committed)) for (const listener of listeners) follow(listener, committed);
      return result;
    },
    prepare: (sql) => db.prepare(sql),
    now,
    onCommit(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onTrouble(listener) {
      troubleListeners.add(listener);
      return () => troubleListeners.delete(listener);
    },
    readOnly,
    recovery,
    // While a backup is taken the file cannot be emptied, and waiting for it would hold up everything else.
    checkpoint: () =>
      backups.whenIdle(() => {
        // A truncated log must be noticed by the next check, and not hidden by our own checkpoint.
        if (closed || readOnly || watch.check() !== null) return;
        db.pragma('wal_checkpoint(TRUNCATE)');
        watch.emptied();
      }),
    suspect(error) {
      if (!lost && !closed && storageTroubleOf(error)?.code === 'database-damaged') lose('damaged', error);
    },
    onLoss: (listener) => void lossListeners.push(listener),
    rescue: () => rescue(db, dataDir),
    close() {
      closed = true;
      trying?.();
      stopLooking();
      void backups.stop();
      stopCounting();
      writeCounts();
      db.close();
      if (!options.lock) lock.leave();
    },
  };
  const writeCounts = (): void => {
    try {
      store.tallies.write(store.write);
    } catch (error) {
      // A disk problem is reported already; counting continues, and they are written later.
      if (!storageTroubleOf(error)) onDefect(error);
    }
  };
  const stopCounting = time.every(COUNTS_EVERY_MS, writeCounts);
  if (readOnly) return store;
  try {
    store.write(() => {
      store.queue.recoverLeases();
      store.outages.takeUp();
    });
  } catch (error) {
    store.close();
    throw error;
  }
  return store;
}

interface Opened {
  lock: FolderLock;
  recovery: Recovery | null;
  db: Database.Database;
  watch: FileWatch;
  readOnly: StorageTrouble | null;
}

function open(dataDir: string, now: number, { lock: held, reopened, backups, features = [] }: StoreOptions): Opened {
  let lock: FolderLock | null = held ?? null;
  let db: Database.Database | null = null;
  try {
    makePrivateFolder(dataDir);
    lock ??= lockDataFolder(dataDir);
    const recovery = recoverIfNeeded(dataDir, now, reopened);
    const file = join(dataDir, DATABASE);
    db = new Database(file, { timeout: OPEN_WAIT_MS });
    makeDurable(db);
    const readOnly = isNewer(db) || hasNewerFeature(db, features) ? new StorageTrouble('database-newer', null) : null;
    if (readOnly) db.pragma('query_only = ON');
    else {
      migrate(db);
      migrateFeatures(db, features);
      mendSearch(db);
    }
    db.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
    const watch = watchFile(file);
    // From here on there was a database: one that is missing at a later start is lost, not new.
    if (backups !== null && !existsSync(backupFolder(dataDir))) makePrivateFolder(backupFolder(dataDir));
    return { lock, recovery, db, watch, readOnly };
  } catch (error) {
    db?.close();
    if (!held) lock?.leave();
    throw storageTroubleOf(error) ?? error;
  }
}

function nothingTouched(): Touched {
  return { orders: new Set(), venues: new Set(), deliveries: new Set(), menus: new Set(), lanes: new Set(), tallies: false };
}

function somethingTouched(touched: Touched): boolean {
  return (
    touched.orders.size > 0 ||
    touched.venues.size > 0 ||
    touched.deliveries.size > 0 ||
    touched.menus.size > 0 ||
    touched.lanes.size > 0 ||
    touched.tallies
  );
}
