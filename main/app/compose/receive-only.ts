/** Receive-only mode: saves notifications while the rest of the app can't run. */

import type { Text } from '../../../contract/message.ts';
import { createIngestion } from '../../intake/ingest.ts';
import { openSettings } from '../../settings/settings.ts';
import type { FolderLock } from '../../store/file/lock.ts';
import { openStore, type Store } from '../../store/store.ts';
import { openStack } from '../../time/opened.ts';
import type { Clocks } from '../../time/service-clock.ts';
import { startTime } from '../../time/start-time.ts';
import { byEnvironment } from '../../vault/by-environment.ts';
import { openVault, type Sealer, VaultError } from '../../vault/vault.ts';
import { lockFolder } from '../data-folder.ts';
import { openLog } from '../log.ts';
import { openReceiver } from './intake.ts';

export interface OnlyReceiving {
  blockedBy(): Text | null;
  stop(): Promise<void>;
}

/**
 * Saves signed notifications before answering 200, in the database or, failing that, in files. Nothing else happens. `because`: why, for
 * the log. Throws DataFolderInUse or SettingsError.
 */
export async function receiveOnly(
  { dataDir, vault: prefer, sealer }: { dataDir: string; vault: 'auto' | 'keychain' | 'file'; sealer?: Sealer },
  because: { text: string } & Record<string, unknown>,
): Promise<OnlyReceiving> {
  const time = startTime();
  const opened = openStack(time, (error) => console.error(error));
  try {
    // Lock before anything is read or repaired.
    const lock = lockFolder(dataDir);
    opened.defer(lock.leave);
    const settings = openSettings(dataDir, time.wall);
    const log = opened.use(openLog(dataDir));
    const onDefect = (error: unknown): void => log.error({ err: error }, 'defect while only notifications are taken in');
    const store = openStoreIfPossible(dataDir, lock, time, onDefect);
    if (store) opened.defer(store.close);
    const { text, ...about } = because;
    log.warn(about, text);

    let locked: VaultError | null = null;
    const { vault, receiver } = openReceiver(
      {
        dataDir,
        ingestion: store && !store.readOnly ? createIngestion(store) : null,
        onUnstored: (counts) => log.warn(counts, 'notifications are kept in files'),
        openVault: async () =>
          byEnvironment(await openVault({ dataDir, prefer, ...(sealer ? { sealer } : {}) }), () => settings.get().service.environment),
        settings,
        time,
        opened,
        onDefect,
        notices: { raise: () => undefined, clear: () => undefined },
        onChange: () => undefined,
      },
      (error) => {
        locked = error;
      },
    );
    vault.opened.catch((error: unknown) => {
      if (error instanceof VaultError) locked = error;
      else onDefect(error);
    });
    await receiver.settled();
    return {
      blockedBy() {
        const { state, text } = receiver.view();
        return state === 'listening' ? (locked?.text ?? null) : text;
      },
      async stop() {
        log.info('the rest is over');
        await opened.close();
      },
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function openStoreIfPossible(dataDir: string, lock: FolderLock, time: Clocks, onDefect: (error: unknown) => void): Store | null {
  try {
    return openStore(dataDir, { lock, time, backups: null, onDefect });
  } catch (error) {
    onDefect(error);
    return null;
  }
}
