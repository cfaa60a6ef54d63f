/** If the data folder is removed or damaged while the app runs: saves what is left, locks the folder again, and reopens the bridge. */

import { existsSync, readdirSync } from 'node:fs';
import type { Problem } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import type { Composed } from '../../features/composed.ts';
import type { SettingsKeeper } from '../../settings/settings.ts';
import { DataFolderInUse } from '../../store/file/lock.ts';
import type { Loss } from '../../store/file/same-file.ts';
import { StorageTrouble, storageTroubleOf } from '../../store/file/storage-trouble.ts';
import type { Time } from '../../time/time.ts';
import type { DataFolder } from '../data-folder.ts';
import type { Log } from '../log.ts';

export interface KeptDataFolder {
  /** To be told of a loss, once for each bridge. */
  onLoss(loss: Loss | 'damaged'): void;
  /** Why nothing can be done now; null while all is well. */
  blockedBy(): Problem | null;
  stop(): void;
}

const AGAIN_MS = 2_000;
const LOOK_MS = 1_000;
/** What still stands after this time was not being removed, ms. */
const STAYS_MS = 500;
const MOST_SAVES = 20;
/** Someone who takes the database away again and again is not to be outrun. */
const MOST = { times: 3, withinMs: 60_000 };

export function keepDataFolder(app: {
  dataDir: string;
  time: Time;
  folder: DataFolder;
  settings: SettingsKeeper;
  log: Log;
  /** Runs a change of bridge when no other one is under way. */
  change: <T>(work: () => Promise<T>) => Promise<T>;
  running: () => { composed: Composed; isTraining: boolean };
  /** Stops what is running. */
  stop: () => Promise<void>;
  /** Opens the venue's own bridge anew: it takes what was saved, or the best backup. */
  open: () => Promise<Composed>;
}): KeptDataFolder {
  const { folder, settings, log, time } = app;
  let blockedBy: Problem | null = null;
  let putBackAt: number[] = [];
  let closing = false;
  const isStanding = (): boolean => blockedBy !== null || closing || folder.lock().holds();
  const stopLooking = time.every(LOOK_MS, () => {
    if (!isStanding()) app.change(holdAgain).catch((error: unknown) => log.error({ err: error }, 'defect in holding the data folder'));
  });

  /** Without its file the lock keeps no one out: it is taken again, or another one has it by now. */
  async function holdAgain(): Promise<void> {
    if (isStanding()) return;
    try {
      await folder.stand();
      log.warn('the lock of the data folder was removed; it is held again');
    } catch (error) {
      if (error instanceof DataFolderInUse) return giveWay();
      // A folder that is gone, or a disk in trouble: the store tells of it.
      log.error({ err: error }, 'the data folder could not be held again');
    }
  }

  async function putBack(loss: Loss | 'damaged'): Promise<void> {
    const lately = putBackAt.filter((at) => time.monotonic() - at < MOST.withinMs);
    if (lately.length >= MOST.times) return giveUp(loss);
    putBackAt = [...lately, time.monotonic()];
    log.error({ loss }, 'the database was lost while Tillbridge was running');
    blockedBy = problemOf(new StorageTrouble(loss === 'gone' ? 'database-gone' : 'database-damaged', loss));
    for (let stopped = false; !closing; await time.wait(AGAIN_MS)) {
      try {
        await folder.stand();
        settings.keep();
        if (!stopped) {
          if (loss === 'gone' && !app.running().isTraining) await saveWhatIsLeft();
          await app.stop();
          stopped = true;
        }
        const composed = await app.open();
        blockedBy = null;
        if (loss === 'gone') tellOfIt(composed);
        return;
      } catch (error) {
        log.error({ err: error }, 'the database could not be put back');
        if (error instanceof DataFolderInUse) return giveWay();
        blockedBy = problemOf(storageTroubleOf(error)) ?? blockedBy;
      }
    }
  }

  /** Whoever removes the folder may be at it still: saved again until it stays. */
  async function saveWhatIsLeft(): Promise<void> {
    for (let times = 0; times < MOST_SAVES && !closing; times += 1) {
      await folder.stand();
      settings.keep();
      await save();
      const saved = namesIn(app.dataDir);
      await time.wait(STAYS_MS);
      const now = namesIn(app.dataDir);
      if (saved.length > 0 && saved.every((name) => now.includes(name))) return;
      log.warn('what was saved was removed as well; it is saved again');
    }
  }

  /** Where that cannot be done the best backup takes its place, and the screen says from when it is. */
  async function save(): Promise<void> {
    const { composed } = app.running();
    await composed.rescue().catch((error: unknown) => log.error({ err: error }, 'what the connection held could not be saved'));
    await composed.withVault((vault) => vault.keep()).catch((error: unknown) => log.error({ err: error }, 'the vault could not be kept'));
  }

  function tellOfIt(composed: Composed): void {
    const text = message('database.removedAndRestored');
    composed.tell('put-back', 'warning', text, message('dataFolder.findWhatRemoves'));
  }

  function giveUp(loss: Loss | 'damaged'): void {
    log.error({ loss }, 'the database was lost again and again; it is not put back any more');
    const text = message('database.lostRepeatedly');
    const hint = message('dataFolder.stopAndFindCause');
    app.running().composed.tell('storage', 'error', text, hint);
  }

  /** Two on one folder would print every ticket twice. */
  async function giveWay(): Promise<void> {
    const text = message('dataFolder.replaced');
    const hint = message('app.useOtherWindow');
    blockedBy = { code: 'in-use', text, hint };
    log.error('another Tillbridge has the data folder; this one stops');
    app.running().composed.tell('storage', 'error', text, hint);
    await app.stop();
  }

  return {
    onLoss(loss) {
      app.change(() => putBack(loss)).catch((error: unknown) => log.error({ err: error }, 'defect in putting the database back'));
    },
    blockedBy: () => blockedBy,
    stop() {
      closing = true;
      stopLooking();
    },
  };
}

const SAVED = /^(tillbridge\.sqlite\.rescued|settings(\.last-good)?\.json|vault(-place\.json|\.enc|\.key.*))$/;

/** Of what is saved, what is there. */
function namesIn(dataDir: string): string[] {
  return existsSync(dataDir) ? readdirSync(dataDir).filter((name) => SAVED.test(name)) : [];
}

/** What a call answers while the storage is in trouble. */
export function problemOf<T extends StorageTrouble | null>(trouble: T): T extends null ? null : Problem {
  return (trouble && {
    code: trouble.code,
    text: message('text.nothingDone', { text: trouble.text }),
    hint: trouble.hint,
  }) as never;
}
