/** The app behind every host: one bridge at a time (the venue's or the one for training), one feed, one set of calls. */

import type {
  Answer,
  DesktopSettings,
  DisplayView,
  Notice,
  Problem,
  SettingsFile,
  SignedInPush,
  StatePush,
  TabletView,
} from '../../contract/contract.ts';
import { english } from '../../contract/english.ts';
import { wordsOf } from '../../contract/locales.ts';
import { message, type Text } from '../../contract/message.ts';
import type { Say } from '../../contract/words.ts';
import { systemTime } from '../../shared/time/system-time.ts';
import type { Time } from '../../shared/time/time.ts';
import { answerCall, type CounterCalls } from '../features/answer-call.ts';
import { DONE, type Handlers, refuse } from '../features/answers.ts';
import type { Screen } from '../features/caller.ts';
import type { Composed } from '../features/composed.ts';
import type { ShownPicture } from '../settings/customer-logo.ts';
import { SettingIsManaged } from '../settings/managed/refusal.ts';
import { markCodeUsed, readProvisioningFile, takeSecrets, takeSettings } from '../settings/provision.ts';
import { openSettings } from '../settings/settings.ts';
import { SettingsOfLaterVersion } from '../settings/versions.ts';
import { storageTroubleOf } from '../store/file/storage-trouble.ts';
import { type Opened, openStack } from '../time/opened.ts';
import { startTime } from '../time/start-time.ts';
import type { Training } from '../training/training.ts';
import { byEnvironment } from '../vault/by-environment.ts';
import { openVault, type Sealer, VaultError } from '../vault/vault.ts';
import { createFeed, type Watching } from '../view/feed.ts';
import { safeAnswer, safePush } from '../view/safe-for-screen.ts';
import { compose } from './compose/compose.ts';
import { type DataFolder, takeDataFolder } from './data-folder.ts';
import { type Log, openLog } from './log.ts';
import { qrPicture } from './qr-picture.ts';
import { keepDataFolder, problemOf } from './reopen-data-folder.ts';
import type { Reason } from './trouble.ts';
import { VERSION } from './version.ts';

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

/** The tablets of the venue's network, as the host that serves them offers them to the Settings screen. */
export interface TabletDoor {
  /** A code that lets one tablet in, once, and the address that holds it. Null while no tablet may come in. */
  pair(view: DisplayView, name: string, station: string | null): { url: string; code: string; validSeconds: number } | null;
  list(): TabletView[];
  /** Null: all of them. False where there is none with this id. */
  sendAway(id: string | null): boolean;
  /** Why no tablet can come in although it may; null while all is well. */
  trouble(): Problem | null;
}

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
  const { dataDir, host = 'browser', time = systemTime } = options;
  const settings = openSettings(dataDir, time.wall);
  if (file) takeSettings(file, settings, dataDir);
  const log = opened.use(openLog(dataDir, options.log));
  let feed = createFeed();
  let training: Training | null = null;
  let changing: Promise<unknown> = Promise.resolve();
  /** What the hosts say, also of the bridge after this one. */
  const hostNotices = new Map<string, () => void>();
  const watchers = new Map<(push: StatePush) => void, Watching>();
  /** As whoever signs in there is known by the bridge. */
  const screens = new WeakMap<Watching, Screen>();

  const standing = keepDataFolder({
    dataDir,
    time,
    folder,
    settings,
    log,
    change,
    running: () => ({ composed, isTraining: training !== null }),
    async stop() {
      await (training ?? composed).stop();
      training = null;
    },
    async open() {
      feed = createFeed();
      composed = await startLive();
      rejoin();
      return composed;
    },
  });
  opened.defer(standing.stop);
  let composed: Composed = await startLive(false);
  opened.defer(async () => {
    // Nothing is put back from here on, and what is changing comes to its end first.
    standing.stop();
    await changing;
    await (training ?? composed).stop();
  });
  await takeInFile();

  /** `reopened`: there was a bridge on this folder a moment ago. */
  async function startLive(reopened = true): Promise<Composed> {
    const { vault: prefer = 'auto', sealer } = options;
    const live = await compose({
      dataDir,
      time: startTime(time),
      lock: folder.lock(),
      reopened,
      onLoss: standing.onLoss,
      settings,
      openVault: async () =>
        byEnvironment(await openVault({ dataDir, prefer, ...(sealer ? { sealer } : {}) }), () => settings.get().service.environment),
      feed,
      log,
      mode: 'live',
      host,
      updates: options.updates,
      version: VERSION,
      // Taking the PIN away was meant once.
      resetPin: !reopened && (options.resetPin ?? false),
    });
    for (const [place, { text, hint }] of folder.exposures.entries()) {
      log.warn({ text: english(text) }, 'the data folder is not private');
      live.tell(`data-folder/${place}`, 'warning', text, hint);
    }
    return live;
  }

  async function takeInFile(): Promise<void> {
    if (!file) return;
    const { codes, leftInFile } = await composed.withVault((vault) => takeSecrets(file, vault, settings.get().service));
    for (const name of leftInFile)
      log.info({ name }, 'this secret of the settings file is in the vault already; it can be taken out of the file');
    await composed.connectWith(codes, (code) => composed.withVault((vault) => markCodeUsed(vault, code)));
  }

  const watchShown = (onPush: (push: StatePush) => void): Watching => feed.watch((push) => onPush(safePush(push)));

  /** After a change of bridge everyone watches the new one's feed, from its snapshot on. */
  function rejoin(): void {
    for (const tell of hostNotices.values()) tell();
    for (const [onPush, watching] of watchers) {
      watching.leave();
      watchers.set(onPush, watchShown(onPush));
    }
  }

  const refuseIn = (problem: Problem): Answer<never> => safeAnswer('', refuse(problem));

  let isClosed = false;
  /** One change of bridge at a time, and no call meets half of one. */
  function change<T>(work: () => Promise<T>): Promise<T> {
    const next = changing.then(work);
    changing = next.catch(() => undefined);
    return next;
  }

  let tablets: TabletDoor | null = null;
  const handlers: Omit<Handlers, keyof CounterCalls> = {
    'displays.pair': ({ view, name, station }) => {
      // Practising is without a PIN, and lets no one in.
      const way = training ? null : tablets?.pair(view, name, station);
      if (way) return { ok: true, value: { ...way, qr: qrPicture(way.url) } };
      return refuse(
        tablets?.trouble() ?? {
          code: 'no-tablets',
          text: message('tablet.pairingClosed'),
          hint: message('tablet.turnOnFirst'),
        },
      );
    },
    'displays.list': () => ({ ok: true, value: { tablets: tablets?.list() ?? [], trouble: tablets?.trouble() ?? null } }),
    'displays.sendAway': ({ id }) =>
      tablets?.sendAway(id) ? DONE : refuse({ code: 'unknown-tablet', text: message('tablet.alreadyUnpaired') }),
    'training.start': () =>
      change<Answer<Record<string, never>>>(async () => {
        if (training) return { ok: true, value: {} };
        if (feed.ids('venues').length > 0) {
          return refuse({
            code: 'venue-connected',
            text: message('training.venueConnected'),
            hint: message('training.useOtherComputer'),
          });
        }
        await composed.stop();
        feed = createFeed();
        try {
          const { startTraining } = await import('../training/training.ts');
          training = await startTraining({
            compose,
            dataDir,
            time: startTime(time),
            screen: settings.get().screen,
            throughRelay: settings.get().relay.url !== null,
            feed,
            log,
            host,
            version: VERSION,
            onLoss: standing.onLoss,
          });
          composed = training.composed;
        } catch (error) {
          log.error({ err: error }, 'training did not start');
          feed = createFeed();
          composed = await startLive();
          return refuse({
            code: 'training-failed',
            text: message('training.startFailed'),
            hint: message('app.checkLog'),
          });
        } finally {
          rejoin();
        }
        return { ok: true, value: {} };
      }),
    'training.leave': () =>
      change<Answer<Record<string, never>>>(async () => {
        if (!training) return { ok: true, value: {} };
        await training.stop();
        training = null;
        feed = createFeed();
        composed = await startLive();
        rejoin();
        return { ok: true, value: {} };
      }),
    async 'training.order'({ kind }) {
      if (!training) return refuse({ code: 'not-training', text: message('training.only') });
      await training.order(kind);
      return { ok: true, value: {} };
    },
  };

  return {
    time,
    log,
    troubles: [...(composed.readOnly ? [composed.readOnly] : []), ...folder.exposures],
    async call(name, input, from, display) {
      const blockedBy = standing.blockedBy();
      if (blockedBy) return refuseIn(blockedBy);
      await changing;
      // The folder may be another copy's by now.
      if (isClosed) return refuseIn({ code: 'closed', text: message('app.closing') });
      try {
        if (name === 'state.snapshot' && from) {
          from.snapshot();
          return DONE;
        }
        const screen = (from && screens.get(from)) ?? null;
        const by = composed.by({ screen, display: display ?? null });
        const answer = await answerCall({ ...composed.calls, ...handlers }, name, input, {
          time,
          by,
          refusalOf: (call, given) => composed.refusalOf(call, given, by),
          onDone: (call, given) => composed.noteCall(call, given, by),
        });
        return safeAnswer(name, answer);
      } catch (error) {
        const trouble = storageTroubleOf(error);
        if (trouble) return refuseIn(problemOf(trouble));
        if (error instanceof VaultError || error instanceof SettingsOfLaterVersion || error instanceof SettingIsManaged)
          return refuseIn({ code: error.code, text: error.text, hint: error.hint });
        log.error({ err: error, call: name }, 'defect in a call');
        return refuseIn({
          code: 'defect',
          text: message('app.unexpectedNothingDone'),
          hint: message('app.tryAgainSeeLog'),
        });
      }
    },
    watch(onPush, onSignedIn) {
      watchers.set(onPush, watchShown(onPush));
      const screen: Screen | null = onSignedIn ? { tell: onSignedIn, isHere: () => watchers.has(onPush) } : null;
      const watching: Watching = {
        snapshot: () => watchers.get(onPush)?.snapshot(),
        leave() {
          watchers.get(onPush)?.leave();
          watchers.delete(onPush);
          if (screen) composed.left(screen);
        },
      };
      if (screen) screens.set(watching, screen);
      return watching;
    },
    receiverUrl: () => composed.receiverUrl(),
    logoAt: (address) => composed.logoAt(address),
    tilesOrigin: () => composed.tilesOrigin(),
    displays: {
      get: () => ({ on: settings.get().counter.displays, port: settings.get().counter.displays_port }),
      onChange: settings.onChange,
      offer(door) {
        tablets = door;
      },
    },
    counterPort: () => settings.get().counter.port,
    desktop: { get: () => settings.get().desktop, onChange: settings.onChange },
    tell(id, level, text, hint) {
      const tell = (): void => composed.tell(id, level, text, hint);
      hostNotices.set(id, tell);
      tell();
    },
    untell(id) {
      hostNotices.delete(id);
      composed.untell(id);
    },
    say: (text) => wordsOf(feed.get('app', 'app')?.screen.language ?? 'en')(text),
    wake() {
      composed.wake();
      for (const watching of watchers.values()) watching.snapshot();
    },
    openLink: (address) => composed.openLink(address),
    async close() {
      isClosed = true;
      await opened.close();
    },
  };
}
