/** The app behind every host: runs the venue's composition or training's, one at a time. */

import type { Answer, DesktopSettings, Language, Notice, SettingsFile, SignedInPush, StatePush } from '../../contract/contract.ts';
import { wordsOf } from '../../contract/locales.ts';
import type { Text } from '../../contract/message.ts';
import type { Say } from '../../contract/words.ts';
import { systemTime } from '../../shared/time/system-time.ts';
import type { Time } from '../../shared/time/time.ts';
import type { PairedCaller } from '../features/caller.ts';
import { vaultProblem } from '../features/vault-problem.ts';
import type { ShownPicture } from '../settings/customer-logo.ts';
import { readProvisioningFile, takeSettings } from '../settings/provision.ts';
import { openSettings } from '../settings/settings.ts';
import { storageTroubleOf } from '../store/file/storage-trouble.ts';
import { type OpenParts, openStack } from '../time/opened.ts';
import { startTime } from '../time/start-time.ts';
import type { Sealer, Vault } from '../vault/vault.ts';
import type { Watching } from '../view/feed.ts';
import { createCalls } from './calls.ts';
import { type DataFolder, takeDataFolder } from './data-folder.ts';
import { keepHostNotices } from './host-notices.ts';
import { type Log, openLog } from './log.ts';
import { keepDataFolder } from './reopen-data-folder.ts';
import { createRunning } from './running.ts';
import { createScreens } from './screens.ts';
import { startsOf, takeInFile } from './starts.ts';
import { createTablets, type TabletPairing } from './tablets.ts';
import { createTrainingCalls } from './training-calls.ts';
import type { Reason } from './trouble.ts';

export interface AppOptions {
  dataDir: string;
  /** An installer's settings file, applied before anything starts. */
  settingsFile?: string | null;
  log?: 'info' | 'silent';
  vault?: 'auto' | 'keychain' | 'file';
  sealer?: Sealer;
  resetPin?: boolean;
  /** A browser by default. */
  host?: 'desktop' | 'browser';
  /** How updates work, as text; absent without updates. */
  updates?: ((desktop: DesktopSettings) => Text) | undefined;
  time?: Time;
}

export type { Watching } from '../view/feed.ts';
export type { TabletPairing } from './tablets.ts';

export interface App {
  readonly time: Time;
  /**
   * Validates the input. `from`: the calling screen, for snapshots and sign-in. `paired`: the paired screen that calls; of a
   * display, its host has checked the rights.
   */
  call(name: string, input: unknown, from?: Watching, paired?: PairedCaller): Promise<Answer<unknown>>;
  /** A snapshot at once, then patches. `onSignedIn`: needed for sign-in. */
  watch(onPush: (push: StatePush) => void, onSignedIn?: (push: SignedInPush) => void): Watching;
  /** Where staff sign in without watching the state, for screens that watch a part of it. */
  signInAt(onSignedIn: (push: SignedInPush) => void): Watching;
  /** Where the service should post to; null if not listening. */
  receiverUrl(): Promise<string | null>;
  counterPort(): number;
  readonly desktop: { get(): DesktopSettings; onChange(listener: () => void): void };
  /** Shows a notice outside orders, replacing one with the same ID. */
  raiseNotice(id: string, level: Notice['level'], text: Text, hint: Text): void;
  clearNotice(id: string): void;
  /** Texts outside the screens (tray, system notifications, boxes), in their language. */
  say: Say;
  /** The screens' language. */
  language(): Language;
  /** Call after the computer slept. */
  wake(): void;
  /** A link passed by the system (`tillbridge://connected?code=...`). */
  openLink(address: string): void;
  /** The logo; null at any other address. */
  logoAt(address: string): ShownPicture | null;
  /** The only origin the map's page may contact; null without tiles. */
  tilesOrigin(): string | null;
  displays: {
    get(): { on: boolean; port: number; stationsPort: number };
    /** Runs work on the venue's vault; null in training. */
    withVault<T>(work: (vault: Pick<Vault, 'get' | 'set'>) => Promise<T>): Promise<Answer<T> | null>;
    onChange(listener: () => void): void;
    offer(door: TabletPairing): void;
  };
  /** An exposed data folder or a read-only database; also shown to staff. */
  readonly troubles: readonly Reason[];
  readonly log: Log;
  close(): Promise<void>;
}

/** Throws SettingsError, StoreError, StorageTrouble, DataFolderInUse, NoDataFolder or VaultError, each with `text` and `hint`. */
export async function startApp(options: AppOptions): Promise<App> {
  const file = options.settingsFile ? readProvisioningFile(options.settingsFile) : null;
  // Locks first: a second start must not change the running app's files.
  const folder = await takeDataFolder(options.dataDir);
  const opened = openStack(options.time ?? systemTime, (error) => console.error(error));
  opened.defer(folder.leave);
  try {
    return await startIn(folder, file, options, opened);
  } catch (error) {
    await opened.close();
    throw error instanceof Error && 'text' in error ? error : (storageTroubleOf(error) ?? error);
  }
}

async function startIn(folder: DataFolder, file: SettingsFile | null, options: AppOptions, opened: OpenParts): Promise<App> {
  const { dataDir, time = systemTime } = options;
  const settings = openSettings(dataDir, time.wall);
  if (file) takeSettings(file, settings, dataDir);
  const log = opened.use(openLog(dataDir, options.log));
  const onLoss: Parameters<typeof startsOf>[0]['onLoss'] = (loss) => keeping.onLoss(loss);
  const paired = () => tablets.list();
  const starts = startsOf({ ...options, clocks: () => startTime(time), settings, log, folder, onLoss, tablets: paired });
  const running = createRunning({ ...starts, log });
  const tablets = createTablets(running);
  const notices = keepHostNotices(running);
  const screens = createScreens(running);
  const keeping = keepDataFolder({ dataDir, time, folder, settings, log, running });
  opened.defer(keeping.stop);
  await running.start();
  opened.defer(async () => {
    // Prevents reopening from now on, then waits for a change in progress.
    keeping.stop();
    await running.settled();
    await running.stop();
  });
  if (file) await takeInFile(file, running.composed(), settings, log);

  const calls = createCalls({
    time,
    log,
    running,
    screens,
    handlers: { ...tablets.calls, ...createTrainingCalls(running) },
    blockedBy: keeping.blockedBy,
  });
  const { readOnly } = running.composed();
  const language = (): Language => running.feed().get('app', 'app')?.screen.language ?? 'en';
  return {
    time,
    log,
    troubles: [...(readOnly ? [readOnly] : []), ...folder.exposures],
    call: calls.call,
    watch: screens.watch,
    signInAt: screens.signInAt,
    receiverUrl: () => running.composed().receiverUrl(),
    logoAt: (address) => running.composed().logoAt(address),
    tilesOrigin: () => running.composed().tilesOrigin(),
    displays: {
      get() {
        const { displays: on, displays_port: port, stations_port: stationsPort } = settings.get().counter;
        return { on, port, stationsPort };
      },
      async withVault(work) {
        if (running.training()) return null;
        try {
          return { ok: true, value: await running.composed().withVault(work) };
        } catch (error) {
          return { ok: false, problem: vaultProblem(error) };
        }
      },
      onChange: settings.onChange,
      offer: tablets.offer,
    },
    counterPort: () => settings.get().counter.port,
    desktop: { get: () => settings.get().desktop, onChange: settings.onChange },
    raiseNotice: notices.raiseNotice,
    clearNotice: notices.clearNotice,
    say: (text) => wordsOf(language())(text),
    language,
    wake() {
      running.composed().wake();
      screens.refresh();
    },
    openLink: (address) => running.composed().openLink(address),
    async close() {
      calls.close();
      await opened.close();
    },
  };
}
