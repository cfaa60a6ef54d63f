/** Keeps verified notifications as files while the database is blocked. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { syncFolder, writePrivately } from '../../shared/files/private-files.ts';
import type { Cancel, Time } from '../../shared/time/time.ts';
import type { PriceUnit } from '../orders/couriers/delivery.ts';
import { storageTroubleOf } from '../store/file/storage-trouble.ts';
import { whenUnlocked } from '../store/file/when-unlocked.ts';
import { eventOfVerified } from './delivery-event.ts';
import type { Ingestion } from './ingest.ts';

const FOLDER = 'notifications-waiting';
const ENDING = '.json';
/** The service waits five seconds for an answer. */
const DATABASE_LIMIT_MS = 1_000;
const TAKE_OVER_EVERY_MS = 500;
/** Attempts on a file that causes unexpected errors; then it stays until the next start. */
const MOST_TRIES = 3;

const Waiting = v.pipe(v.string(), v.parseJson(), v.object({ kind: v.picklist(['notification', 'delivery-event']), body: v.string() }));
type Unstored = v.InferOutput<typeof Waiting>;

export interface UnstoredNotifications extends Disposable {
  /**
   * Runs `store`; on failure, or after a second of a locked database, writes a file. Earlier files go first. Resolves once durable, true if
   * in the database; rejects if neither works.
   */
  keep(kind: Unstored['kind'], body: Buffer, store: () => void | Promise<void>): Promise<boolean>;
}

/** `defective`: files not retried until the next start. */
export interface UnstoredCounts {
  waiting: number;
  defective: number;
}

/** `ingestion`: null if the database stays unavailable. */
export function createUnstoredNotifications(options: {
  dataDir: string;
  ingestion: Ingestion | null;
  priceUnit: () => PriceUnit;
  time: Time;
  onChange: (counts: UnstoredCounts) => void;
  onDefect: (error: unknown) => void;
}): UnstoredNotifications {
  const { ingestion, time, onDefect } = options;
  const folder = join(options.dataDir, FOLDER);
  /** Oldest first. */
  let waiting: string[] = [];
  const tries = new Map<string, number>();
  let defective = 0;
  let polling: Cancel | null = null;
  let reported = '';
  let isOver = false;

  function reportCounts(): void {
    const counts = { waiting: waiting.length, defective };
    if (JSON.stringify(counts) === reported) return;
    reported = JSON.stringify(counts);
    options.onChange(counts);
  }

  /** Throws storage errors; then the rest still waits. */
  function takeOver(ingestion: Ingestion): void {
    if (waiting.length === 0) return;
    try {
      for (const name of [...waiting]) {
        const done = takeOne(name, ingestion);
        if (done) waiting = waiting.filter((other) => other !== name);
      }
    } finally {
      follow();
    }
  }

  function takeOne(name: string, ingestion: Ingestion): boolean {
    const file = join(folder, name);
    const unstored = readFile(file);
    if (unstored === null) return true;
    try {
      // In one transaction, so that a defect leaves nothing behind.
      ingestion.together([() => ingestOne(unstored, ingestion, options.priceUnit())]);
    } catch (error) {
      if (storageTroubleOf(error)) throw error;
      onDefect(error);
      return isLastTry(name);
    }
    // If the file survives a crash here, its notification is a duplicate.
    remove(file);
    return true;
  }

  /** Null if unreadable; the file stays. */
  function readFile(file: string): Unstored | null {
    try {
      return v.parse(Waiting, readFileSync(file, 'utf8'));
    } catch (error) {
      defective += 1;
      onDefect(error);
      return null;
    }
  }

  function isLastTry(name: string): boolean {
    const count = (tries.get(name) ?? 0) + 1;
    tries.set(name, count);
    if (count < MOST_TRIES) return false;
    tries.delete(name);
    defective += 1;
    return true;
  }

  function remove(file: string): void {
    try {
      rmSync(file);
    } catch (error) {
      onDefect(error);
    }
  }

  function follow(): void {
    if (waiting.length === 0) {
      polling?.();
      polling = null;
      removeFolder();
    } else if (ingestion && !isOver) polling ??= time.every(TAKE_OVER_EVERY_MS, () => tryTakeOver(ingestion), onDefect);
    reportCounts();
  }

  function tryTakeOver(ingestion: Ingestion): void {
    try {
      takeOver(ingestion);
    } catch (error) {
      // The store reports it.
      if (!storageTroubleOf(error)) throw error;
    }
  }

  function removeFolder(): void {
    try {
      rmdirSync(folder);
    } catch (error) {
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) onDefect(error);
    }
  }

  function write(kind: Unstored['kind'], body: Buffer): void {
    const ending = `-${createHash('sha256').update(kind).update(body).digest('hex').slice(0, 16)}${ENDING}`;
    // The service repeats notifications: this one is already in a file.
    if (waiting.some((name) => name.endsWith(ending))) return;
    makeFolder();
    const name = nextMoment(waiting.at(-1), time.wall()) + ending;
    writePrivately(join(folder, name), JSON.stringify({ kind, body: body.toString('base64') }));
    syncFolder(options.dataDir);
    waiting.push(name);
    follow();
  }

  /** Not recursive: with its disk missing, the data folder would be created elsewhere. */
  function makeFolder(): void {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }

  function begin(): void {
    try {
      for (const name of readdirSync(folder).sort()) {
        if (name.endsWith(ENDING)) waiting.push(name);
        // Incomplete files were never answered with 200.
        else remove(join(folder, name));
      }
    } catch (error) {
      // The path may be a file or closed to this user; receiving must start regardless.
      if (codeOf(error) !== 'ENOENT') onDefect(error);
      return;
    }
    if (ingestion) tryTakeOver(ingestion);
    follow();
  }

  async function isStored(ingestion: Ingestion, store: () => void | Promise<void>): Promise<boolean> {
    // Waiting files mean that the limit has already passed.
    const limitMs = waiting.length > 0 ? 0 : DATABASE_LIMIT_MS;
    try {
      await whenUnlocked(time, limitMs, async () => {
        takeOver(ingestion);
        await store();
      });
      return true;
    } catch (error) {
      if (!storageTroubleOf(error)) onDefect(error);
      return false;
    }
  }

  begin();
  return {
    async keep(kind, body, store) {
      if (ingestion && (await isStored(ingestion, store))) return true;
      write(kind, body);
      return false;
    },
    [Symbol.dispose]() {
      isOver = true;
      polling?.();
    },
  };
}

/** Without a database, only files are written and nothing is counted. */
export const NO_DATABASE: Ingestion = {
  notification: unreachable,
  deliveryEvent: unreachable,
  together: unreachable,
  refused: () => undefined,
  wronglySigned: () => undefined,
};

function unreachable(): never {
  throw new Error('There is no database to take this in.');
}

/** Sorts after the previous name even if the clock was set back. */
function nextMoment(before: string | undefined, wall: number): string {
  const nameOf = (at: number): string => new Date(at).toISOString().replaceAll(':', '-');
  const now = nameOf(wall);
  const last = before?.slice(0, now.length) ?? '';
  if (last < now) return now;
  const at = Date.parse(last.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
  return Number.isNaN(at) ? now : nameOf(at + 1);
}

function ingestOne({ kind, body }: Unstored, ingestion: Ingestion, priceUnit: PriceUnit): void {
  const bytes = Buffer.from(body, 'base64');
  if (kind === 'notification') return ingestion.notification(bytes);
  const event = eventOfVerified(bytes, priceUnit);
  if (event) ingestion.deliveryEvent(event, bytes);
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
