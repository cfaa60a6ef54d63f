/** Notices about a restored database or settings, at every start until read. */
import type { SettingsKeeper } from '../settings/settings.ts';
import type { Store } from '../store/store.ts';
import type { Warnings } from '../view/warnings.ts';

export function noticeRecoveries(deps: {
  store: Store;
  settings: SettingsKeeper;
  warnings: Warnings;
  log: { error(about: object, text: string): void };
}): void {
  const { store, settings, warnings, log } = deps;
  const recovered = store.recoveries.latest();
  if (store.recovery) log.error(store.recovery, 'the database was put back from a backup');
  if (recovered && store.recoveries.isUnread()) warnings.recovery(recovered, () => store.write(store.recoveries.markRead));
  const settingsBack = settings.recovery();
  if (!settingsBack) return;
  log.error(settingsBack, 'the settings were put back from a copy');
  warnings.settings(settingsBack, settings.markRead);
}
