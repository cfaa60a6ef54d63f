/** Updates of the installed app: checked while it runs, installed when it quits. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { AppUpdater, NsisUpdater, UpdateInfo } from 'electron-updater';
import { message } from '../../../../contract/message.ts';
import type { Cancel } from '../../../../shared/time/time.ts';
import type { App } from '../../../app/app.ts';
import type { PackedUpdates } from './packed-updates.ts';
import { signedFeed } from './signed-feed.ts';
import { rememberTried, takeFailed } from './tried-update.ts';
import { feedOf, type HowUpdated, knowsSigner } from './update-method.ts';
import { updateTroubleOf } from './update-trouble.ts';

const CHECK_EVERY_MS = 6 * 60 * 60_000;
const NOTICE = 'update';
const NOT_INSTALLED = 'update-not-installed';

/** Only for the packaged app: what runs from its source is no one's to replace. */
export function followUpdates(running: App, how: HowUpdated, packed: PackedUpdates): { stop(): void } {
  const { log } = running;
  let feed: string | null = null;
  let stopChecking: Cancel | undefined;

  async function follow(): Promise<void> {
    const wanted = feedOf(running.desktop.get(), packed);
    if (wanted === feed) return;
    feed = wanted;
    stopChecking?.();
    stopChecking = undefined;
    if (wanted === null) return;
    if (!knowsSigner(packed, process.platform)) return tellOfNoSigner(running);
    const updater = await openUpdater(running, how);
    // Another feed was wanted meanwhile.
    if (feed !== wanted) return;
    await pointAt(updater, wanted, packed);
    const check = async (): Promise<void> => {
      try {
        const found = await updater.checkForUpdates();
        // The fetching is a promise of its own: left alone, a broken file would end the app.
        await found?.downloadPromise;
      } catch (error) {
        log.warn({ err: error }, 'there was no update to be had');
        const trouble = updateTroubleOf(error);
        if (trouble) running.tell(NOTICE, 'warning', trouble.text, trouble.hint);
      }
    };
    void check();
    stopChecking = running.time.every(CHECK_EVERY_MS, check);
  }

  const failed = takeFailed(triedFile(), app.getVersion());
  if (failed !== null) {
    log.error({ version: failed }, 'the installer of a new version failed');
    running.tell(NOT_INSTALLED, 'warning', message('update.notInstalled', { version: failed }), message('update.retriedAtQuit'));
  }
  const start = (): void => void follow().catch((error: unknown) => log.error({ err: error }, 'updates are not followed'));
  running.desktop.onChange(start);
  start();
  return { stop: () => stopChecking?.() };
}

async function pointAt(updater: AppUpdater, url: string, { keys, publishers }: PackedUpdates): Promise<void> {
  // The updater reads whose signature an installer must carry, and the name of its folder, from a file; JSON is YAML.
  const file = join(app.getPath('userData'), 'update.yml');
  const publisherName = publishers.length > 0 ? { publisherName: publishers } : {};
  writeFileSync(file, JSON.stringify({ provider: 'generic', url, updaterCacheDirName: 'tillbridge-updates', ...publisherName }), {
    mode: 0o600,
  });
  updater.updateConfigPath = file;
  updater.setFeedURL({ provider: 'custom', updateProvider: await signedFeed(url, keys) });
}

/** An installation that was packed without a feed says so in the settings alone: here someone named a feed, and waits for it. */
function tellOfNoSigner({ tell }: App): void {
  const hint = message('update.downloadManually');
  tell(NOTICE, 'warning', message('update.noSignatureKnown'), hint);
}

function tellOfVersion({ tell, log }: App, how: HowUpdated, { version }: UpdateInfo): void {
  log.info({ version, how }, 'there is a new version');
  if (how === 'itself') return tell(NOTICE, 'info', message('update.ready', { version }), message('update.quitToInstall'));
  const hint = message(how === 'package' ? 'update.askForPackage' : 'update.askForInstall');
  tell(NOTICE, 'info', message('update.available', { version }), hint);
}

function triedFile(): string {
  return join(app.getPath('userData'), 'update-tried.json');
}

/** The updater installs what it has fetched when the app ends well. */
function rememberAtQuit(updater: AppUpdater): void {
  let fetched: string | null = null;
  updater.on('update-downloaded', ({ version }: UpdateInfo) => {
    fetched = version;
  });
  app.on('quit', (_event, exitCode) => {
    if (fetched === null || exitCode !== 0) return;
    try {
      rememberTried(triedFile(), { version: fetched, from: app.getVersion() });
    } catch (error) {
      // The log is closed by now, and the next start says nothing about a failed installer.
      console.error(error);
    }
  });
}

let updater: Promise<AppUpdater> | null = null;

/** Loaded when there is a feed. */
function openUpdater(running: App, how: HowUpdated): Promise<AppUpdater> {
  updater ??= import('electron-updater').then(({ default: { autoUpdater } }) => {
    autoUpdater.autoDownload = how === 'itself';
    autoUpdater.autoInstallOnAppQuit = how === 'itself';
    // Its second part would be checked by no one's signature.
    autoUpdater.disableWebInstaller = true;
    autoUpdater.logger = null;
    if ('verifyUpdateCodeSignature' in autoUpdater) verifyOrRefuse(autoUpdater as NsisUpdater);
    autoUpdater.on(how === 'itself' ? 'update-downloaded' : 'update-available', (found: UpdateInfo) => tellOfVersion(running, how, found));
    if (how === 'itself') rememberAtQuit(autoUpdater);
    // An emitter that no one listens to throws its errors; who asked hears of them.
    autoUpdater.on('error', () => undefined);
    return autoUpdater;
  });
  return updater;
}

/** Where Windows cannot be asked for a signature, the updater only warns and goes on. Here a signature that was not seen is none. */
function verifyOrRefuse(nsis: NsisUpdater): void {
  const verify = nsis.verifyUpdateCodeSignature;
  let skipped: string | null = null;
  nsis.logger = {
    info: () => undefined,
    error: () => undefined,
    warn(message) {
      if (/^Cannot execute|^Unable to verify/.test(String(message))) skipped = String(message);
    },
  };
  nsis.verifyUpdateCodeSignature = async (publishers, file) => {
    skipped = null;
    return (await verify(publishers, file)) ?? skipped;
  };
}
