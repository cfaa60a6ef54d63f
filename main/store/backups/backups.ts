/** Backs up the database every 15 minutes and reports each result. */

import type { Cancel, Time } from '../../../shared/time/time.ts';
import { type WhyNot, whyNot } from '../../files/folder-trouble.ts';
import { inTime } from '../../time/time-limit.ts';
import { type BackupFile, backupsIn } from './backup-files.ts';
import { apartError, createBackupThread } from './backup-thread.ts';
import type { BackupMade } from './backup-work.ts';
import { type Aside, backupFolder, setAsideFilesIn } from './files-put-aside.ts';

const EVERY_MS = 15 * 60_000;
/** Soon, so that a newly connected venue is backed up. */
const FIRST_MS = 60_000;
/** Pause after a scheduled backup, as a multiple of its duration. */
const RESTS = 30;
/** Like RESTS, but before a requested backup, at most LONGEST_REST_MS. */
const RESTS_WHEN_ASKED = 3;
const LONGEST_REST_MS = 10_000;
const TRIAL_LIMIT_MS = 20_000;

export type BackupEvent = { is: 'made'; made: BackupMade } | ({ is: 'failed' } & WhyNot) | { is: 'erased'; failed: number };

export interface BackupOptions {
  /** Folder for a second copy; null for none. */
  outside(): string | null;
  /** `taken`: hash of the last installer's file imported into these settings. */
  settings(): { text: string; taken: string | null };
}

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
  /** Joins a backup in progress. Rejects with BackupFailed. */
  make(): Promise<BackupMade>;
  /** Writes a trial file. Returns why it can't; null if it can. Never rejects. */
  tryOutside(folder: string): Promise<WhyNot | null>;
  /** Deletes backups and files put aside from before `before` (epoch ms). `now`: the service's clock. */
  erase(before: number, now: number): Promise<void>;
  /** Backups in the data folder, newest first. */
  kept(): BackupFile[];
  asides(): Aside[];
  /** Runs `work` now, or after the current backup. */
  whenIdle(work: () => void): void;
  onEvent(listener: (news: BackupEvent) => void): void;
  stop(): Promise<void>;
}

export function keepBackups(options: {
  dataDir: string;
  database: string;
  time: Time;
  everyMs?: number;
  surroundings: BackupOptions | null;
  /** Makes no backups, as for the practice folder. */
  isOff: boolean;
  onDefect: (error: unknown) => void;
}): Backups {
  const { dataDir, database, time, everyMs = EVERY_MS, surroundings } = options;
  const apart = createBackupThread();
  const listeners: ((news: BackupEvent) => void)[] = [];
  const waiting: (() => void)[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let making: Promise<BackupMade> | null = null;
  let restsUntil = 0;
  const stopping = new AbortController();
  let nextOne: Cancel | undefined = options.isOff ? undefined : time.after(Math.min(FIRST_MS, everyMs), makeInTurn);

  function goOnUnlessStopped(): void {
    if (stopping.signal.aborted) throw apartError('stopped', 'Tillbridge is stopping');
  }

  function tell(news: BackupEvent): void {
    for (const listener of listeners) listener(news);
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = last.then(() => {
      goOnUnlessStopped();
      return work();
    });
    last = next.catch(() => undefined);
    return next;
  }

  /** Waits, so that repeated requests don't keep the disk or processor busy. */
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
      // In a thread: a network folder that doesn't answer blocks its caller.
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
        if (!stopping.signal.aborted) throw error;
      }
    },
    kept: () => backupsIn(backupFolder(dataDir), time.wall()),
    asides: () => setAsideFilesIn(dataDir),
    whenIdle(work) {
      if (making === null) work();
      else waiting.push(work);
    },
    onEvent: (listener) => void listeners.push(listener),
    async stop() {
      nextOne?.();
      stopping.abort();
      await apart.stop();
      await last;
    },
  };
}
