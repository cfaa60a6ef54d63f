/** The app behind every host: one bridge at a time (the venue's own, or the one for training), one feed, one set of calls. */
import type { Answer, DesktopSettings, DisplayView, Language, Notice, Problem, Push, SettingsFile } from '../preload/contract.ts';
import { type Bridge, startBridge } from './bridge.ts';
import { type Handlers, refuse } from './counter/answers.ts';
import { answerCall } from './counter/calls.ts';
import { createFeed } from './counter/feed.ts';
import { answerIn, inLanguage, watchInLanguage } from './counter/in-language.ts';
import { type DataFolder, takeDataFolder } from './data-folder.ts';
import { keepStanding, problemOf } from './keep-standing.ts';
import { type Log, openLog } from './log.ts';
import type { Exposure } from './private-files.ts';
import { qrPicture } from './qr-picture.ts';
import { markCodeUsed, readProvisioningFile, takeSecrets, takeSettings } from './settings/provision.ts';
import { openSettings } from './settings/settings.ts';
import { storageTroubleOf } from './store/storage-trouble.ts';
import type { Training } from './training/training.ts';
import { byEnvironment } from './vault/by-environment.ts';
import { openVault, VaultError } from './vault/vault.ts';
import { VERSION } from './version.ts';

export interface AppOptions {
  dataDir: string;
  /** An installer's settings file, taken in before anything starts. */
  settingsFile?: string | null;
  log?: 'info' | 'silent';
  vault?: 'auto' | 'keychain' | 'file';
  /** Where the counter is shown; a browser when absent. */
  host?: 'desktop' | 'browser';
}

export interface App {
  /** Answers one call of the contract; the input is unknown and is checked inside. */
  call(name: string, input: unknown): Promise<Answer<unknown>>;
  /** Delivers a snapshot at once, then patches. Returns the end of the subscription. */
  watch(onPush: (push: Push) => void): () => void;
  /** Where the service should post to; null while nothing listens. */
  receiverUrl(): Promise<string | null>;
  /** Preferred port of the counter page in the browser. */
  counterPort(): number;
  /** What the settings say of the desktop app. */
  readonly desktop: { get(): DesktopSettings; onChange(listener: () => void): void };
  /** Shows a notice that belongs to no order; one with the same id takes the place of the one before. */
  tell(id: string, level: Notice['level'], says: string, remedy: string): void;
  /** One of the bridge's own sentences in the language of the screens. */
  say(text: string): string;
  /** After the computer slept: what waited goes on now. */
  wake(): void;
  /** Takes an address that the system handed over (`tillbridge://connected?code=...`). */
  openLink(address: string): void;
  /** Tablets that may show a display; the host that serves them offers its addresses. */
  displays: {
    get(): { on: boolean; port: number };
    onChange(listener: () => void): void;
    offer(address: (view: DisplayView) => string | null): void;
  };
  /** What keeps the data folder from being this user's alone; staff are told as well. */
  readonly exposures: readonly Exposure[];
  readonly log: Log;
  close(): Promise<void>;
}

/** Throws SettingsError, StoreError, StorageTrouble, DataFolderInUse or VaultError: each carries `says` and `remedy` for the person who started it. */
export async function startApp(options: AppOptions): Promise<App> {
  const file = options.settingsFile ? readProvisioningFile(options.settingsFile) : null;
  // Before anything else: a second start changes nothing of the app that runs here.
  const folder = await takeDataFolder(options.dataDir);
  try {
    return await startIn(folder, file, options);
  } catch (error) {
    folder.leave();
    throw error instanceof Error && 'says' in error ? error : (storageTroubleOf(error) ?? error);
  }
}

async function startIn(folder: DataFolder, file: SettingsFile | null, options: AppOptions): Promise<App> {
  const { dataDir, host = 'browser' } = options;
  const settings = openSettings(dataDir);
  if (file) takeSettings(file, settings, dataDir);
  const log = openLog(dataDir, options.log);
  let feed = createFeed();
  let training: Training | null = null;
  let changing: Promise<unknown> = Promise.resolve();
  const watchers = new Map<(push: Push) => void, () => void>();

  const standing = keepStanding({
    folder,
    settings,
    log,
    change,
    running: () => ({ bridge, isTraining: training !== null }),
    async stop() {
      await (training ?? bridge).stop();
      training = null;
    },
    async open() {
      feed = createFeed();
      bridge = await startLive();
      rejoin();
      return bridge;
    },
  });
  let bridge: Bridge = await startLive(false);
  await takeInFile().catch(async (error: unknown) => {
    await bridge.stop();
    throw error;
  });

  /** `reopened`: there was a bridge on this folder a moment ago. */
  async function startLive(reopened = true): Promise<Bridge> {
    const prefer = options.vault ?? 'auto';
    const live = await startBridge({
      dataDir,
      lock: folder.lock(),
      reopened,
      onLoss: standing.onLoss,
      settings,
      openVault: async () => byEnvironment(await openVault({ dataDir, prefer }), () => settings.get().service.environment),
      feed,
      log,
      mode: 'live',
      host,
      version: VERSION,
    });
    for (const [place, { says, remedy }] of folder.exposures.entries()) {
      log.warn({ says }, 'the data folder is not private');
      live.tell(`data-folder/${place}`, 'warning', says, remedy);
    }
    return live;
  }

  async function takeInFile(): Promise<void> {
    if (!file) return;
    const { codes, leftInFile } = await bridge.withVault((vault) => takeSecrets(file, vault));
    for (const name of leftInFile)
      log.info({ name }, 'this secret of the settings file is in the vault already; it can be taken out of the file');
    await bridge.connectWith(codes, (code) => bridge.withVault((vault) => markCodeUsed(vault, code)));
  }

  /** After a change of bridge everybody watches the new one's feed, from its snapshot on. */
  function rejoin(): void {
    for (const [onPush, leave] of watchers) {
      leave();
      watchers.set(onPush, watchInLanguage(feed, onPush));
    }
  }

  const language = (): Language => feed.get('app', 'app')?.screen.language ?? 'en';
  const refuseIn = (problem: Problem): Answer<never> => answerIn(language(), '', refuse(problem));

  /** One change of bridge at a time, and no call meets half of one. */
  function change<T>(work: () => Promise<T>): Promise<T> {
    const next = changing.then(work);
    changing = next.catch(() => undefined);
    return next;
  }

  let displayAddress: (view: DisplayView) => string | null = () => null;
  const handlers: Pick<Handlers, 'training.start' | 'training.leave' | 'training.order' | 'displays.address'> = {
    'displays.address': ({ view }) => {
      const url = displayAddress(view);
      return { ok: true, value: { address: url === null ? null : { url, qr: qrPicture(url) } } };
    },
    'training.start': () =>
      change<Answer<Record<string, never>>>(async () => {
        if (training) return { ok: true, value: {} };
        if (feed.ids('venues').length > 0) {
          return refuse({
            code: 'venue-connected',
            says: 'A venue is connected here: training would stop its orders.',
            remedy: 'Practise on another computer, or with another --data-dir.',
          });
        }
        await bridge.stop();
        feed = createFeed();
        try {
          const { startTraining } = await import('./training/training.ts');
          training = await startTraining({
            dataDir,
            screen: settings.get().screen,
            feed,
            log,
            host,
            version: VERSION,
            onLoss: standing.onLoss,
          });
          bridge = training.bridge;
        } catch (error) {
          log.error({ err: error }, 'training did not start');
          feed = createFeed();
          bridge = await startLive();
          return refuse({
            code: 'training-failed',
            says: 'Training mode could not be started.',
            remedy: 'Look into the log in the data folder.',
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
        bridge = await startLive();
        rejoin();
        return { ok: true, value: {} };
      }),
    async 'training.order'({ kind }) {
      if (!training) return refuse({ code: 'not-training', says: 'Practice orders exist in training mode only.' });
      await training.order(kind);
      return { ok: true, value: {} };
    },
  };

  return {
    log,
    exposures: folder.exposures,
    async call(name, input) {
      const inTheWay = standing.inTheWay();
      if (inTheWay) return refuseIn(inTheWay);
      await changing;
      try {
        return answerIn(language(), name, await answerCall({ ...bridge.calls, ...handlers }, name, input, bridge.refusalOf));
      } catch (error) {
        const trouble = storageTroubleOf(error);
        if (trouble) return refuseIn(problemOf(trouble));
        if (error instanceof VaultError) return refuseIn({ code: error.code, says: error.says, remedy: error.remedy });
        log.error({ err: error, call: name }, 'defect in a call');
        return refuseIn({
          code: 'defect',
          says: 'Something unexpected went wrong; nothing was done.',
          remedy: 'Try again. The log in the data folder says more.',
        });
      }
    },
    watch(onPush) {
      watchers.set(onPush, watchInLanguage(feed, onPush));
      return () => {
        watchers.get(onPush)?.();
        watchers.delete(onPush);
      };
    },
    receiverUrl: () => bridge.receiverUrl(),
    displays: {
      get: () => ({ on: settings.get().counter.displays, port: settings.get().counter.displays_port }),
      onChange: settings.onChange,
      offer(address) {
        displayAddress = address;
      },
    },
    counterPort: () => settings.get().counter.port,
    desktop: { get: () => settings.get().desktop, onChange: settings.onChange },
    tell: (id, level, says, remedy) => bridge.tell(id, level, says, remedy),
    say: (text) => inLanguage(language(), text),
    wake: () => bridge.wake(),
    openLink: (address) => bridge.openLink(address),
    async close() {
      standing.stop();
      await changing;
      await (training ?? bridge).stop();
      folder.leave();
    },
  };
}
