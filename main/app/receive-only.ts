/** After repeated crashes: only the receiver and what it needs, so that no notification is lost while the rest of the app is stopped. */

import type { Text } from '../../contract/message.ts';
import { createIngestion } from '../intake/ingest.ts';
import { withFileFallback } from '../intake/unstored-notifications.ts';
import { keepReceiving } from '../intake/webhook/keep-receiving.ts';
import { priceUnitBy } from '../orders/couriers/delivery.ts';
import { hiddenVault } from '../settings/hidden-vault.ts';
import { createSecrets } from '../settings/secrets.ts';
import { openSettings } from '../settings/settings.ts';
import type { FolderLock } from '../store/file/lock.ts';
import { openStore, type Store } from '../store/store.ts';
import { type Opened, openStack } from '../time/opened.ts';
import { startTime } from '../time/system-time.ts';
import type { Clocks } from '../time/time.ts';
import { byEnvironment } from '../vault/by-environment.ts';
import { openRetrying } from '../vault/keychain/retrying-vault.ts';
import { openVault, type Sealer, VaultError } from '../vault/vault.ts';
import { lockFolder } from './data-folder.ts';
import { openLog } from './log.ts';

export interface OnlyReceiving {
  /** What keeps notifications out; null while they are taken in. */
  blockedBy(): Text | null;
  stop(): Promise<void>;
}

/**
 * Signed notifications are made durable and answered with 200, into the database, or into files beside it where the database is what
 * fails. Nothing else happens: no order is read, nothing is printed or sent. Throws DataFolderInUse or SettingsError.
 */
export async function receiveOnly(options: {
  dataDir: string;
  vault: 'auto' | 'keychain' | 'file';
  /** The system's way of keeping a key, where the host has one. */
  sealer?: Sealer;
  /** For the log: why nothing else is done. */
  because: { text: string } & Record<string, unknown>;
}): Promise<OnlyReceiving> {
  const time = startTime();
  const opened = openStack(time, (error) => console.error(error));
  try {
    // Nothing in the folder is read or mended before it is ours.
    const lock = lockFolder(options.dataDir);
    opened.defer(lock.leave);
    return await receiveInto(lock, opened, time, options);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function receiveInto(
  lock: FolderLock,
  opened: Opened,
  time: Clocks,
  { dataDir, vault: prefer, sealer, because }: Parameters<typeof receiveOnly>[0],
): Promise<OnlyReceiving> {
  const settings = openSettings(dataDir, time.wall);
  const log = opened.use(openLog(dataDir));
  const onDefect = (error: unknown): void => log.error({ err: error }, 'defect while only notifications are taken in');
  const store = openStoreIfPossible(dataDir, lock, time, onDefect);
  if (store) opened.defer(store.close);
  const { text, ...about } = because;
  log.warn(about, text);

  let locked: VaultError | null = null;
  const open = async () =>
    hiddenVault(
      byEnvironment(await openVault({ dataDir, prefer, ...(sealer ? { sealer } : {}) }), () => settings.get().service.environment),
    );
  const vault = opened.use(
    openRetrying(time, open, (error) => {
      locked = error;
    }),
  );
  vault.opened.catch((error: unknown) => {
    if (error instanceof VaultError) locked = error;
    else onDefect(error);
  });
  const secrets = createSecrets(vault, () => settings.get().service);
  const receiver = opened.use(
    keepReceiving({
      ingestion: withFileFallback(dataDir, store && !store.readOnly ? createIngestion(store) : null, { time, onDefect }),
      time,
      settings: () => settings.get().receiver,
      secrets: secrets.webhookSecrets,
      deliverySecrets: secrets.deliverySecrets,
      priceUnit: () => priceUnitBy(settings.get().service),
      notices: { raise: () => undefined, clear: () => undefined },
      onDefect,
      onChange: () => undefined,
    }),
  );
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
}

/** Null where the database itself is what fails. */
function openStoreIfPossible(dataDir: string, lock: FolderLock, time: Clocks, onDefect: (error: unknown) => void): Store | null {
  try {
    return openStore(dataDir, { lock, time, backups: null, onDefect });
  } catch (error) {
    onDefect(error);
    return null;
  }
}
