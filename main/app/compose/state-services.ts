import type { CompositionOptions } from '../../features/composed.ts';
import type { CoreServices, StateServices } from '../../features/context.ts';
import { noticeRecoveries } from '../../monitor/recovery-notices.ts';
import { openStore } from '../../store/store.ts';
import { createNotices } from '../../view/notices.ts';
import { createWarnings } from '../../view/warnings.ts';
import { featureTables } from '../features.ts';
import { lastCrash } from '../keep-up/crash-reports.ts';

/** Throws StoreError, StorageTrouble or DataFolderInUse. */
export function openStateServices(
  { dataDir, mode, feed, settings, log, time, currencyDigits, onDefect, opened, appEvents }: CoreServices,
  options: Pick<CompositionOptions, 'lock' | 'reopened' | 'onLoss'>,
): StateServices {
  const { monotonic, service: clock } = time;
  const store = openStore(dataDir, {
    time,
    features: featureTables,
    onDefect,
    ...(options.lock ? { lock: options.lock } : {}),
    reopened: options.reopened ?? false,
    serviceTimeOf: (monotonicAt) => (clock.isLearnt() ? clock.now() - (monotonic() - monotonicAt) : null),
    currencyDigits,
    backups: mode === 'training' ? null : { outside: () => settings.get().backup.folder, settings: settings.copy },
  });
  opened.defer(store.close);
  opened.defer(store.backups.stop);
  appEvents.on('defect', store.suspect);
  const notices = createNotices(feed, clock);
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
  noticeRecoveries({ store, settings, warnings, log });
  store.backups.onEvent((news) => {
    // Users type folder paths, so they aren't logged.
    const withoutPath = { at: undefined };
    if (news.is !== 'made') log.warn({ ...news, ...withoutPath }, 'backups');
    else {
      const { outside } = news.made;
      log.info({ ...news.made, outside: outside && { ...outside, ...withoutPath }, pid: process.pid }, 'a backup was made');
    }
    warnings.backup(news);
  });
  const crash = lastCrash(dataDir);
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
