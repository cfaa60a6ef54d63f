/** Opens the venue's composition or training's, and passes on an installer's file. */
import type { DesktopSettings, SettingsFile, TabletView } from '../../contract/contract.ts';
import { english } from '../../contract/english.ts';
import type { Text } from '../../contract/message.ts';
import type { Composed, CompositionOptions } from '../features/composed.ts';
import { importSecrets, markCodeUsed } from '../settings/provision.ts';
import type { SettingsKeeper } from '../settings/settings.ts';
import type { Clocks } from '../time/service-clock.ts';
import { byEnvironment } from '../vault/by-environment.ts';
import { openVault, type Sealer } from '../vault/vault.ts';
import { compose } from './compose/compose.ts';
import type { DataFolder } from './data-folder.ts';
import type { Log } from './log.ts';
import type { Starts } from './running.ts';
import { VERSION } from './version.ts';

export function startsOf(given: {
  dataDir: string;
  /** New clocks per composition: each learns the service's time itself. */
  clocks: () => Clocks;
  settings: SettingsKeeper;
  log: Log;
  folder: DataFolder;
  onLoss: NonNullable<CompositionOptions['onLoss']>;
  vault?: 'auto' | 'keychain' | 'file';
  sealer?: Sealer;
  resetPin?: boolean;
  host?: 'desktop' | 'browser';
  updates?: ((desktop: DesktopSettings) => Text) | undefined;
  tablets: () => readonly TabletView[];
}): Starts {
  const { dataDir, clocks, settings, log, folder, onLoss, vault: prefer = 'auto', sealer, host = 'browser' } = given;
  return {
    async live(feed, reopened) {
      const live = await compose({
        dataDir,
        time: clocks(),
        lock: folder.lock(),
        reopened,
        onLoss,
        settings,
        openVault: async () =>
          byEnvironment(await openVault({ dataDir, prefer, ...(sealer ? { sealer } : {}) }), () => settings.get().service.environment),
        feed,
        log,
        mode: 'live',
        host,
        updates: given.updates,
        tablets: given.tablets,
        version: VERSION,
        // Only once: a new PIN may be set before a reopening.
        resetPin: !reopened && (given.resetPin ?? false),
      });
      for (const [place, { text, hint }] of folder.exposures.entries()) {
        log.warn({ text: english(text) }, 'the data folder is not private');
        live.raiseNotice(`data-folder/${place}`, 'warning', text, hint);
      }
      return live;
    },
    async training(feed) {
      const { startTraining } = await import('../training/training.ts');
      return startTraining({
        compose,
        dataDir,
        time: clocks(),
        screen: settings.get().screen,
        throughRelay: settings.get().relay.url !== null,
        feed,
        log,
        host,
        version: VERSION,
        onLoss,
      });
    },
  };
}

/** Applies secrets and codes of an installer's file, whose settings are already in use. */
export async function takeInFile(file: SettingsFile, composed: Composed, settings: SettingsKeeper, log: Log): Promise<void> {
  const { codes, leftInFile } = await composed.withVault((vault) => importSecrets(file, vault, settings.get().service));
  for (const name of leftInFile)
    log.info({ name }, 'this secret of the settings file is in the vault already; it can be taken out of the file');
  await composed.connectWith(codes, (code) => composed.withVault((vault) => markCodeUsed(vault, code)));
}
