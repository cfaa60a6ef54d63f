/** The app behind every host: one bridge at a time (the venue's or the one for training), one feed, one set of calls. */

import type { Answer, DesktopSettings, Notice, SettingsFile, SignedInPush, StatePush } from '../../contract/contract.ts';
import { wordsOf } from '../../contract/locales.ts';
import type { Text } from '../../contract/message.ts';
import type { Say } from '../../contract/words.ts';
import { systemTime } from '../../shared/time/system-time.ts';
import type { Time } from '../../shared/time/time.ts';
import type { ShownPicture } from '../settings/customer-logo.ts';
import { readProvisioningFile, takeSettings } from '../settings/provision.ts';
import { openSettings } from '../settings/settings.ts';
import { storageTroubleOf } from '../store/file/storage-trouble.ts';
import { type Opened, openStack } from '../time/opened.ts';
import { startTime } from '../time/start-time.ts';
import type { Sealer } from '../vault/vault.ts';
import type { Watching } from '../view/feed.ts';
import { createCalls } from './calls.ts';
import { type DataFolder, takeDataFolder } from './data-folder.ts';
import { keepHostNotices } from './host-notices.ts';
import { type Log, openLog } from './log.ts';
import { keepDataFolder } from './reopen-data-folder.ts';
import { createRunning } from './running.ts';
import { createScreens } from './screens.ts';
import { startsOf, takeInFile } from './starts.ts';
import { createTablets, type TabletDoor } from './tablets.ts';
import { createTrainingCalls } from './training-calls.ts';
import type { Reason } from './trouble.ts';

export interface AppOptions {
  dataDir: string;
  /** An installer's settings file, taken in before anything starts. */
  settingsFile?: string | null;
  log?: 'info' | 'silent';
  vault?: 'auto' | 'keychain' | 'file';
  /** The system's way of keeping a key, where the host has one. */
  sealer?: Sealer;
  /** Takes the manager's PIN away. */
  resetPin?: boolean;
  /** Where the counter is shown; a browser when absent. */
  host?: 'desktop' | 'browser';
  /** How this installation gets new versions, as the settings are; absent where it is none. */
  updates?: ((desktop: DesktopSettings) => Text) | undefined;
  /** As it passes on this computer, where not given. */
  time?: Time;
}

export type { Watching } from '../view/feed.ts';
export type { TabletDoor } from './tablets.ts';

export interface App {
  readonly time: Time;
  /**
   * Answers one call of the contract; the input is unknown and is checked inside. `from`: the screen that asks, where a snapshot goes.
   * `display`: what the display that asks is called; its host has judged what it may ask for.
   */
  call(name: string, input: unknown, from?: Watching, display?: string): Promise<Answer<unknown>>;
  /** Delivers a snapshot at once, then patches. `onSignedIn`: hears who signs in or out there; where no one hears it, no one can. */
  watch(onPush: (push: StatePush) => void, onSignedIn?: (push: SignedInPush) => void): Watching;
  /** Where the service should post to; null while nothing listens. */
  receiverUrl(): Promise<string | null>;
  /** Preferred port of the counter page in the browser. */
  counterPort(): number;
  /** What the settings say of the desktop app. */
  readonly desktop: { get(): DesktopSettings; onChange(listener: () => void): void };
  /** Shows a notice that belongs to no order; one with the same id takes the place of the one before. */
  tell(id: string, level: Notice['level'], text: Text, hint: Text): void;
  /** The notice with this id is true no more. */
  untell(id: string): void;
  /** What is said outside the screens (the tray, the system's notifications and boxes), in the language of the screens. */
  say: Say;
  /** After the computer slept: what waited goes on now. */
  wake(): void;
  /** Takes an address that the system handed over (`tillbridge://connected?code=...`). */
  openLink(address: string): void;
  /** The logo of the customers' screen, for the host that gives it out; null at any other address. */
  logoAt(address: string): ShownPicture | null;
  /** Whom alone the page of the map may ask: the origin of the tiles that are set; null where none are. */
  tilesOrigin(): string | null;
  /** Tablets that may show a display. */
  displays: {
    get(): { on: boolean; port: number };
    onChange(listener: () => void): void;
    offer(door: TabletDoor): void;
  };
  /** What keeps the data folder from being this user's alone, and its database from being written to; staff are told as well. */
  readonly troubles: readonly Reason[];
  readonly log: Log;
  close(): Promise<void>;
}

/** Throws SettingsError, StoreError, StorageTrouble, DataFolderInUse, NoDataFolder or VaultError: each carries `text` and `hint` for the person who started it. */
export async function startApp(options: AppOptions): Promise<App> {
  const file = options.settingsFile ? readProvisioningFile(options.settingsFile) : null;
  // Before anything else: a second start changes nothing of the app that runs here.
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

async function startIn(folder: DataFolder, file: SettingsFile | null, options: AppOptions, opened: Opened): Promise<App> {
  const { dataDir, time = systemTime } = options;
  const settings = openSettings(dataDir, time.wall);
  if (file) takeSettings(file, settings, dataDir);
  const log = opened.use(openLog(dataDir, options.log));
  const onLoss: Parameters<typeof startsOf>[0]['onLoss'] = (loss) => keeping.onLoss(loss);
  const running = createRunning({ ...startsOf({ ...options, clocks: () => startTime(time), settings, log, folder, onLoss }), log });
  const notices = keepHostNotices(running);
  const screens = createScreens(running);
  const keeping = keepDataFolder({ dataDir, time, folder, settings, log, running });
  opened.defer(keeping.stop);
  await running.start();
  opened.defer(async () => {
    // Nothing is put back from here on, and a change under way ends first.
    keeping.stop();
    await running.settled();
    await running.stop();
  });
  if (file) await takeInFile(file, running.composed(), settings, log);

  const tablets = createTablets(running);
  const calls = createCalls({
    time,
    log,
    running,
    screens,
    handlers: { ...tablets.calls, ...createTrainingCalls(running) },
    blockedBy: keeping.blockedBy,
  });
  const { readOnly } = running.composed();
  return {
    time,
    log,
    troubles: [...(readOnly ? [readOnly] : []), ...folder.exposures],
    call: calls.call,
    watch: screens.watch,
    receiverUrl: () => running.composed().receiverUrl(),
    logoAt: (address) => running.composed().logoAt(address),
    tilesOrigin: () => running.composed().tilesOrigin(),
    displays: {
      get: () => ({ on: settings.get().counter.displays, port: settings.get().counter.displays_port }),
      onChange: settings.onChange,
      offer: tablets.offer,
    },
    counterPort: () => settings.get().counter.port,
    desktop: { get: () => settings.get().desktop, onChange: settings.onChange },
    tell: notices.tell,
    untell: notices.untell,
    say: (text) => wordsOf(running.feed().get('app', 'app')?.screen.language ?? 'en')(text),
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
