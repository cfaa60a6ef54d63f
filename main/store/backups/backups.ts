/** Backups of the database, one every quarter of an hour, and the result of each. */

import type { Cancel, Time } from '../../../shared/time/time.ts';
import { type WhyNot, whyNot } from '../../files/folder-trouble.ts';
import { inTime } from '../../time/time-limit.ts';
import { type BackupFile, backupsIn } from './backup-files.ts';
import { apartError, createBackupThread } from './backup-thread.ts';
import type { BackupMade } from './backup-work.ts';
import { type Aside, asidesIn, backupFolder } from './files-put-aside.ts';

const EVERY_MS = 15 * 60_000;
/** The first one soon after a start: a venue that is connected now should not lose that to the next quarter of an hour. */
const FIRST_MS = 60_000;
/** A large database takes longer; so many times as long it then rests, whatever the interval. */
const RESTS = 30;
/** One that a person asks for rests less: so many times as long as the last took, and never longer than this. */
const RESTS_WHEN_ASKED = 3;
const LONGEST_REST_MS = 10_000;
const TRIAL_LIMIT_MS = 20_000;

export type BackupNews = { is: 'made'; made: BackupMade } | ({ is: 'failed' } & WhyNot) | { is: 'erased'; failed: number };

/** What a backup needs to know beyond the database. */
export interface BackupSurroundings {
  /** A folder outside the data folder for a second copy; null for none. */
  outside(): string | null;
  /** The settings as they hold now, and which installer's file they took in last. */
  settings(): { text: string; taken: string | null };
}

/** A backup that was not made. */
export class BackupFailed extends Error implements WhyNot {
  readonly code: string;
  readonly at: string;
  constructor({ code, at }: WhyNot, cause: unknown) {
    super('no backup was made', { cause });
    this.code = code;
    this.at = at;
  }
}

export interface Backups {
  /** Makes one now; the one that is under way counts. Rejects with BackupFailed. */
  make(): Promise<BackupMade>;
  /** What keeps a second copy from being written to a folder now, by writing there; null where nothing does. Never rejects. */
  tryOutside(folder: string): Promise<WhyNot | null>;
  /** Deletes what was backed up or put aside before (epoch ms), here and outside. `now`: the service's clock. */
  erase(before: number, now: number): Promise<void>;
  /** Those in the data folder, the newest first. */
  kept(): BackupFile[];
  asides(): Aside[];
  /** Runs once no copy is being taken: at once, or later. */
  whenIdle(work: () => void): void;
  onNews(listener: (news: BackupNews) => void): void;
  stop(): Promise<void>;
}

export function keepBackups(options: {
  dataDir: string;
  /** Which file is open: see `idOf`. */
  database: string;
  time: Time;
  everyMs?: number;
  surroundings: BackupSurroundings | null;
  /** Nothing is worth a backup here: the practice folder. */
  isOff: boolean;
  onDefect: (error: unknown) => void;
}): Backups {
  const { dataDir, database, time, everyMs = EVERY_MS, surroundings } = options;
  const apart = createBackupThread();
  const listeners: ((news: BackupNews) => void)[] = [];
  const waiting: (() => void)[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let making: Promise<BackupMade> | null = null;
  let restsUntil = 0;
  const stopping = new AbortController();
  let nextOne: Cancel | undefined = options.isOff ? undefined : time.after(Math.min(FIRST_MS, everyMs), makeInTurn);

  function goOnUnlessStopped(): void {
    if (stopping.signal.aborted) throw apartError('stopped', 'Tillbridge is stopping');
  }

  function tell(news: BackupNews): void {
    for (const listener of listeners) listener(news);
  }

  /** One piece of work at a time. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(() => {
      goOnUnlessStopped();
      return work();
    });
    last = next.catch(() => undefined);
    return next;
  }

  /** Repeated requests must not keep the disk or processor busy. */
  async function rest(): Promise<void> {
    const left = restsUntil - time.monotonic();
    if (left > 0) await time.wait(left, { signal: stopping.signal }).catch(() => undefined);
    goOnUnlessStopped();
  }

  async function copy(): Promise<BackupMade> {
    await rest();
    const began = time.monotonic();
    try {
      return await apart.run({
        work: 'backup',
        dataDir,
        database,
        now: time.wall(),
        settings: surroundings?.settings() ?? null,
        outside: surroundings?.outside() ?? null,
      });
    } finally {
      restsUntil = time.monotonic() + Math.min(LONGEST_REST_MS, RESTS_WHEN_ASKED * (time.monotonic() - began));
    }
  }

  async function makeOne(): Promise<BackupMade> {
    try {
      const made = await inTurn(copy);
      tell({ is: 'made', made });
      return made;
    } catch (error) {
      const why = whyNot(backupFolder(dataDir), error);
      if (why.code !== 'stopped') tell({ is: 'failed', ...why });
      throw new BackupFailed(why, error);
    } finally {
      making = null;
      for (const work of waiting.splice(0)) work();
    }
  }

  function make(): Promise<BackupMade> {
    making ??= makeOne();
    return making;
  }

  function makeInTurn(): void {
    const began = time.monotonic();
    make()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) options.onDefect(error);
      })
      .finally(() => {
        if (!stopping.signal.aborted) nextOne = time.after(Math.max(everyMs, RESTS * (time.monotonic() - began)), makeInTurn);
      });
  }

  return {
    make,
    tryOutside: (folder) =>
      // In a thread of its own: a share that doesn't answer blocks its caller.
      inTime(time, folder, TRIAL_LIMIT_MS, () => apart.run({ work: 'try', dataDir, outside: folder })).catch((error: unknown) =>
        whyNot(folder, error),
      ),
    async erase(before, at) {
      if (options.isOff) return;
      const outside = surroundings?.outside() ?? null;
      try {
        const { failed } = await inTurn(() => apart.run({ work: 'erase', dataDir, outside, before, now: at }));
        tell({ is: 'erased', failed: failed.length });
      } catch (error) {
        // The next start does it.
        if (!stopping.signal.aborted) throw error;
      }
    },
    kept: () => backupsIn(backupFolder(dataDir), time.wall()),
    asides: () => asidesIn(dataDir),
    whenIdle(work) {
      if (making === null) work();
      else waiting.push(work);
    },
    onNews: (listener) => void listeners.push(listener),
    async stop() {
      nextOne?.();
      stopping.abort();
      await apart.stop();
      await last;
    },
  };
}
