import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { makePrivateFolder } from '../../shared/files/private-files.ts';
import type { Cancel } from '../../shared/time/time.ts';
import { type CurrencyDigits, isoDigits } from '../orders/money/money.ts';
import type { Clocks } from '../time/service-clock.ts';
import { startTime } from '../time/start-time.ts';
import { type BackupOptions, type Backups, keepBackups } from './backups/backups.ts';
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
import { createRelayRows, type RelayRows } from './rows/relay-rows.ts';
import { createTallies, type Tallies } from './rows/tallies.ts';
import { createVenueRows, type VenueRows } from './rows/venue-rows.ts';
import { createVerificationRows, type VerificationRows } from './rows/verification-rows.ts';
import { type Rows, rowsOf } from './rows.ts';

export { StoreError } from './file/store-error.ts';

export interface CommittedChanges {
  orders: Set<string>;
  venues: Set<string>;
  deliveries: Set<string>;
  /** Venue IDs. */
  menus: Set<string>;
  /** Lanes with a new or changed job. */
  lanes: Set<string>;
  tallies: boolean;
}

export interface Store extends Rows {
  readonly journal: Journal;
  readonly tallies: Tallies;
  readonly venues: VenueRows;
  readonly ledger: PrintLedger;
  readonly outages: Outages;
  readonly access: AccessRows;
  readonly verifications: VerificationRows;
  readonly relay: RelayRows;
  readonly recoveries: Recoveries;
  readonly backups: Backups;
  /**
   * Runs `work` in one durable transaction: on disk when this returns. Nested calls join it. Throws StorageTrouble; then nothing happened.
   */
  write<T>(work: () => T): T;
  /** For a feature's tables. Run writing statements in `write`. */
  prepare<Given extends unknown[] = [], Row = unknown>(sql: string): Database.Statement<Given, Row>;
  now(): number;
  /** Called after each commit with changes. Errors are reported as defects. Returns an unsubscribe function. */
  onCommit(listener: (touched: CommittedChanges) => void): () => void;
  /** Removes erased data from the write-ahead log, once no backup is running. */
  checkpoint(): void;
  /** Called when storage refuses writes, and with null when it works again. Returns an unsubscribe function. */
  onTrouble(listener: (trouble: StorageTrouble | null) => void): () => void;
  /** Set if a newer Tillbridge wrote the database. */
  readonly readOnly: StorageTrouble | null;
  /** The restore at this start; null if the database was usable. */
  readonly recovery: Recovery | null;
  /** Takes a read error, which may show that the database is damaged. */
  suspect(error: unknown): void;
  /** Called once if the open file is gone or damaged; nothing is written after that. */
  onLoss(listener: (loss: Loss | 'damaged') => void): void;
  /** Saves a deleted database's content for the next opening. Throws if that fails. */
  rescue(): void;
  close(): void;
}

export interface StoreOptions {
  /** Rows use this computer's clock, History the service's, waiting jobs the monotonic one. */
  time?: Clocks;
  backupEveryMs?: number;
  features?: readonly FeatureTables[];
  /** What backups include besides the database; null for no backups. */
  backups?: BackupOptions | null;
  onDefect?: (error: unknown) => void;
  /** The caller's lock; without it, the store takes and releases one. */
  lock?: FolderLock;
  /** This process just had a database here: it may have printed, and a missing file is lost, not new. */
  reopened?: boolean;
  currencyDigits?: CurrencyDigits;
  /** Monotonic to service time, epoch ms; null while unknown. */
  serviceTimeOf?: (monotonicAt: number) => number | null;
}

const TRY_AGAIN_MS = 2_000;
/** How long opening the database blocks while another program holds the lock. */
const OPEN_WAIT_MS = 500;
/** How long a write blocks while another program holds the lock. */
const LOCK_WAIT_MS = 50;
const TRY_LOCK_AGAIN_MS = 250;
const REPORT_LOCK_AFTER_MS = 1_000;
const COUNTS_EVERY_MS = 5_000;
const LOOK_AT_FILE_MS = 1_000;
/** Precision of the service's time. */
const SLACK_MS = 2_000;

/**
 * Opens or creates the database and locks the folder; read-only if a newer Tillbridge wrote it. Throws DataFolderInUse, StoreError,
 * StorageTrouble or NewerDatabase (unreadable).
 */
export function openStore(dataDir: string, options: StoreOptions = {}): Store {
  const { time = startTime() } = options;
  const opened = open(dataDir, time.wall(), options);
  try {
    return build(opened, dataDir, time, options);
  } catch (error) {
    const unreadable = opened.readOnly && !storageTroubleOf(error) ? newerDatabase(opened.db) : null;
    // For example a missing table. Frees the lock for another attempt.
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
  const listeners = new Set<(touched: CommittedChanges) => void>();
  const troubleListeners = new Set<(trouble: StorageTrouble | null) => void>();
  let trying: Cancel | null = null;
  let reported: StorageTrouble['code'] | null = null;
  /** Monotonic ms; null while not locked. */
  let lockedAt: number | null = null;
  let touched: CommittedChanges = nothingTouched();
  let depth = 0;
  const transaction = db.transaction((work: () => unknown) => work());

  /** Reports trouble and retries with test writes, so the next order isn't the first to find out. */
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

  /** Whether to report trouble: brief locks aren't. While locked, writes fail immediately and are retried. */
  function lasts({ code }: StorageTrouble): boolean {
    if (code !== 'database-locked') return true;
    if (lockedAt === null) db.pragma('busy_timeout = 0');
    lockedAt ??= monotonic();
    return monotonic() - lockedAt >= REPORT_LOCK_AFTER_MS;
  }

  /** Once the file is unreachable, writes would be lost with the process, so all are refused. */
  function lose(loss: Loss | 'damaged', cause?: unknown): StorageTrouble {
    if (lost) return lost;
    lost = new StorageTrouble(loss === 'gone' ? 'database-gone' : 'database-damaged', cause ?? loss);
    tell(lost);
    for (const listener of lossListeners) listener(loss);
    return lost;
  }

  /** A failing listener must not stop the others: the commit has happened. */
  function follow(listener: (touched: CommittedChanges) => void, committed: CommittedChanges): void {
    try {
      listener(committed);
    } catch (error) {
      onDefect(error);
    }
  }

  /** Writes since the last check are rescued; in a truncated file they may be lost. */
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
    verifications: createVerificationRows(db, now),
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
    // Checkpoints between backups: during one the log can't be emptied, and waiting would block everything.
    checkpoint: () =>
      backups.whenIdle(() => {
        // A truncated log must be noticed, not hidden by our checkpoint.
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
      // Storage trouble is already reported; counts are written later.
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
    // Marks that a database exists: if missing at a later start, it is lost, not new.
    if (backups !== null && !existsSync(backupFolder(dataDir))) makePrivateFolder(backupFolder(dataDir));
    return { lock, recovery, db, watch, readOnly };
  } catch (error) {
    db?.close();
    if (!held) lock?.leave();
    throw storageTroubleOf(error) ?? error;
  }
}

function nothingTouched(): CommittedChanges {
  return { orders: new Set(), venues: new Set(), deliveries: new Set(), menus: new Set(), lanes: new Set(), tallies: false };
}

function somethingTouched(touched: CommittedChanges): boolean {
  return (
    touched.orders.size > 0 ||
    touched.venues.size > 0 ||
    touched.deliveries.size > 0 ||
    touched.menus.size > 0 ||
    touched.lanes.size > 0 ||
    touched.tallies
  );
}
