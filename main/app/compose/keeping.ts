/** Opens the database, and says on the screen what became of it, of its backups, of the settings and of the run before. */

import { tellOfRecoveries } from '../../monitor/tell-of-recoveries.ts';
import { openStore, type Store } from '../../store/store.ts';
import { createNotices, type Notices } from '../../view/notices.ts';
import { createWarnings, type Warnings } from '../../view/warnings.ts';
import { lastCrash } from '../keep-up/crash-reports.ts';
import type { Basics } from './basics.ts';

export interface Keeping {
  store: Store;
  notices: Notices;
  warnings: Warnings;
}

/** Throws StoreError, StorageTrouble or DataFolderInUse. */
export function openKeeping({ options, settings, log, time, currencyDigits, onDefect, opened, news }: Basics): Keeping {
  const { monotonic, service: clock } = time;
  const store = openStore(options.dataDir, {
    time,
    onDefect,
    ...(options.lock ? { lock: options.lock } : {}),
    reopened: options.reopened ?? false,
    serviceTimeOf: (monotonicAt) => (clock.isLearnt() ? clock.now() - (monotonic() - monotonicAt) : null),
    currencyDigits,
    backups: options.mode === 'training' ? null : { outside: () => settings.get().backup.folder, settings: settings.copy },
  });
  opened.defer(store.close);
  opened.defer(store.backups.stop);
  news.on('defect', store.suspect);
  const notices = createNotices(options.feed, clock);
  const warnings = createWarnings({ store, notices });
  store.onTrouble((trouble) => {
    if (trouble) log.error({ err: trouble, code: trouble.code }, 'the storage takes no writes');
    else log.warn('the storage takes writes again');
    warnings.storage(trouble);
  });
  if (store.readOnly) {
    log.warn({ code: store.readOnly.code }, 'the database is a newer Tillbridge’s: it is only read');
    warnings.storage(store.readOnly);
  }
  if (options.onLoss) store.onLoss(options.onLoss);
  tellOfRecoveries({ store, settings, warnings, log });
  store.backups.onNews((news) => {
    // The path of a folder was typed by somebody, and stays out of the log.
    const withoutPath = { at: undefined };
    if (news.is !== 'made') log.warn({ ...news, ...withoutPath }, 'backups');
    else {
      const { outside } = news.made;
      log.info({ ...news.made, outside: outside && { ...outside, ...withoutPath }, pid: process.pid }, 'a backup was made');
    }
    warnings.backup(news);
  });
  const crash = lastCrash(options.dataDir);
  if (crash) {
    log.error(crash, 'came back from a crash');
    warnings.crash(crash.inARow);
  }
  if (settings.later) {
    log.warn(settings.later, 'the settings are of a later version');
    warnings.laterSettings(settings.later.passedOver);
  }
  return { store, notices, warnings };
}
