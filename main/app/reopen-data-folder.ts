/** Recovers when the data folder is removed or damaged: saves the rest, locks the folder again, and reopens the app. */

import { existsSync, readdirSync } from 'node:fs';
import type { Problem } from '../../contract/contract.ts';
import { message } from '../../contract/message.ts';
import type { Time } from '../../shared/time/time.ts';
import type { Composed } from '../features/composed.ts';
import type { SettingsKeeper } from '../settings/settings.ts';
import { DataFolderInUse } from '../store/file/lock.ts';
import type { Loss } from '../store/file/same-file.ts';
import { StorageTrouble, storageTroubleOf } from '../store/file/storage-trouble.ts';
import type { DataFolder } from './data-folder.ts';
import type { Log } from './log.ts';
import type { Running } from './running.ts';

type State =
  | { is: 'open' }
  /** No call is possible: until the database is back, or for good if another Tillbridge has the folder. */
  | { is: 'reopening' | 'replaced'; problem: Problem }
  | { is: 'closed' };

const AGAIN_MS = 2_000;
const LOOK_MS = 1_000;
/** Files still present this long after saving, ms, stay. */
const STAYS_MS = 500;
const MOST_SAVES = 20;
/** Then it isn't reopened: something keeps removing the database. */
const MOST = { times: 3, withinMs: 60_000 };

/** `onLoss`: call once per composition. `blockedBy`: why no call is possible now; null if none. */
export function keepDataFolder(app: {
  dataDir: string;
  time: Time;
  folder: DataFolder;
  settings: SettingsKeeper;
  log: Log;
  running: Running;
}): { onLoss(loss: Loss | 'damaged'): void; blockedBy(): Problem | null; stop(): void } {
  const { folder, settings, log, time, running } = app;
  let state: State = { is: 'open' };
  let reopenedAt: number[] = [];
  const isClosed = (): boolean => state.is === 'closed';
  const isHeld = (): boolean => state.is !== 'open' || folder.lock().holds();
  const change = (work: () => Promise<void>, what: string): void =>
    void running.change(work).catch((error: unknown) => log.error({ err: error }, `defect in ${what}`));
  const stopLooking = time.every(LOOK_MS, () => isHeld() || change(holdAgain, 'holding the data folder'));

  function enter(next: State): void {
    if (!isClosed()) state = next;
  }

  /** Locks the folder again: the lock needs its file. */
  async function holdAgain(): Promise<void> {
    if (isHeld()) return;
    try {
      await folder.stand();
      log.warn('the lock of the data folder was removed; it is held again');
    } catch (error) {
      if (error instanceof DataFolderInUse) return giveWay();
      // Missing folders and disk problems are reported by the store.
      log.error({ err: error }, 'the data folder could not be held again');
    }
  }

  async function reopen(loss: Loss | 'damaged'): Promise<void> {
    reopenedAt = reopenedAt.filter((at) => time.monotonic() - at < MOST.withinMs);
    if (reopenedAt.length >= MOST.times) {
      log.error({ loss }, 'the database was lost again and again; it is not put back any more');
      return raise('storage', 'error', message('database.lostRepeatedly'), message('dataFolder.stopAndFindCause'));
    }
    reopenedAt.push(time.monotonic());
    log.error({ loss }, 'the database was lost while Tillbridge was running');
    enter({ is: 'reopening', problem: problemOf(new StorageTrouble(loss === 'gone' ? 'database-gone' : 'database-damaged', loss)) });
    for (let stopped = false; !isClosed(); await time.wait(AGAIN_MS)) {
      try {
        await folder.stand();
        settings.keep();
        if (!stopped) {
          if (loss === 'gone' && !running.training()) await saveWhatIsLeft();
          await running.stop();
          stopped = true;
        }
        await running.openLive();
        enter({ is: 'open' });
        if (loss === 'gone') raise('put-back', 'warning', message('database.removedAndRestored'), message('dataFolder.findWhatRemoves'));
        return;
      } catch (error) {
        log.error({ err: error }, 'the database could not be put back');
        if (error instanceof DataFolderInUse) return giveWay();
        const trouble = storageTroubleOf(error);
        if (trouble) enter({ is: 'reopening', problem: problemOf(trouble) });
      }
    }
  }

  /**
   * The folder may still be under removal, so saving repeats until files stay. Failing that, the best backup is used, and the screen shows
   * its time.
   */
  async function saveWhatIsLeft(): Promise<void> {
    const composed = running.composed();
    for (let times = 0; times < MOST_SAVES && !isClosed(); times += 1) {
      await folder.stand();
      settings.keep();
      await composed.rescue().catch((error: unknown) => log.error({ err: error }, 'what the connection held could not be saved'));
      await composed.withVault((vault) => vault.keep()).catch((error: unknown) => log.error({ err: error }, 'the vault could not be kept'));
      const saved = namesIn(app.dataDir);
      await time.wait(STAYS_MS);
      const now = namesIn(app.dataDir);
      if (saved.length > 0 && saved.every((name) => now.includes(name))) return;
      log.warn('what was saved was removed as well; it is saved again');
    }
  }

  /** Two apps on one folder would print every ticket twice. */
  async function giveWay(): Promise<void> {
    const text = message('dataFolder.replaced');
    const hint = message('app.useOtherWindow');
    enter({ is: 'replaced', problem: { code: 'in-use', text, hint } });
    log.error('another Tillbridge has the data folder; this one stops');
    raise('storage', 'error', text, hint);
    await running.stop();
  }

  function raise(...notice: Parameters<Composed['raiseNotice']>): void {
    running.composed().raiseNotice(...notice);
  }

  return {
    onLoss: (loss) => change(() => reopen(loss), 'putting the database back'),
    blockedBy: () => ('problem' in state ? state.problem : null),
    stop() {
      state = { is: 'closed' };
      stopLooking();
    },
  };
}

const SAVED = /^(tillbridge\.sqlite\.rescued|settings(\.last-good)?\.json|vault(-place\.json|\.enc|\.key.*))$/;

function namesIn(dataDir: string): string[] {
  return existsSync(dataDir) ? readdirSync(dataDir).filter((name) => SAVED.test(name)) : [];
}

export function problemOf({ code, text, hint }: StorageTrouble): Problem {
  return { code, text: message('text.nothingDone', { text }), hint };
}
