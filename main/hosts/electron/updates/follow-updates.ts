/** Updates are checked while the app runs, installed at quit. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { AppUpdater, NsisUpdater, UpdateInfo } from 'electron-updater';
import type { DesktopSettings } from '../../../../contract/contract.ts';
import { message } from '../../../../contract/message.ts';
import type { Cancel } from '../../../../shared/time/time.ts';
import type { App } from '../../../app/app.ts';
import type { PackedUpdates } from './packed-updates.ts';
import { signedFeed } from './signed-feed.ts';
import { popFailedUpdate, rememberTried } from './tried-update.ts';
import { feedOf, type HowUpdated, knowsSigner } from './update-method.ts';
import { updateTroubleOf } from './update-trouble.ts';

const CHECK_EVERY_MS = 6 * 60 * 60_000;
const NOTICE = 'update';
const NOT_INSTALLED = 'update-not-installed';

export function followUpdates(running: App, how: HowUpdated, packed: PackedUpdates): { stop(): void } {
  const { log } = running;
  let followed: string | null = null;
  let stopChecking: Cancel | undefined;

  async function follow(): Promise<void> {
    const desktop = running.desktop.get();
    const feed = feedOf(desktop, packed);
    const ring = desktop.update_ring;
    const wanted = feed && `${ring} ${feed}`;
    if (wanted === followed) return;
    followed = wanted;
    stopChecking?.();
    stopChecking = undefined;
    if (feed === null) return;
    if (!knowsSigner(packed, process.platform)) return noticeMissingSigner(running);
    const updater = await openUpdater(running, how);
    // The settings changed meanwhile.
    if (followed !== wanted) return;
    await pointAt(updater, feed, ring, packed);
    const check = async (): Promise<void> => {
      try {
        const found = await updater.checkForUpdates();
        // The download has its own promise; unhandled, a broken file would end the app.
        await found?.downloadPromise;
      } catch (error) {
        log.warn({ err: error }, 'there was no update to be had');
        const trouble = updateTroubleOf(error);
        if (trouble) running.raiseNotice(NOTICE, 'warning', trouble.text, trouble.hint);
      }
    };
    void check();
    stopChecking = running.time.every(CHECK_EVERY_MS, check);
  }

  const failed = popFailedUpdate(triedFile(), app.getVersion());
  if (failed !== null) {
    log.error({ version: failed }, 'the installer of a new version failed');
    running.raiseNotice(NOT_INSTALLED, 'warning', message('update.notInstalled', { version: failed }), message('update.retriedAtQuit'));
  }
  const start = (): void => void follow().catch((error: unknown) => log.error({ err: error }, 'updates are not followed'));
  running.desktop.onChange(start);
  start();
  return { stop: () => stopChecking?.() };
}

async function pointAt(
  updater: AppUpdater,
  url: string,
  ring: DesktopSettings['update_ring'],
  { keys, publishers }: PackedUpdates,
): Promise<void> {
  // The updater reads the required publisher and its cache folder from a file; JSON is valid YAML.
  const file = join(app.getPath('userData'), 'update.yml');
  const publisherName = publishers.length > 0 ? { publisherName: publishers } : {};
  writeFileSync(file, JSON.stringify({ provider: 'generic', url, updaterCacheDirName: 'tillbridge-updates', ...publisherName }), {
    mode: 0o600,
  });
  updater.updateConfigPath = file;
  updater.setFeedURL({ provider: 'custom', updateProvider: await signedFeed(url, ring, keys) });
}

/** There is an update feed, but nothing to verify its updates with, so none is installed. */
function noticeMissingSigner({ raiseNotice }: App): void {
  const hint = message('update.downloadManually');
  raiseNotice(NOTICE, 'warning', message('update.noSignatureKnown'), hint);
}

function noticeNewVersion({ raiseNotice, log }: App, how: HowUpdated, { version }: UpdateInfo): void {
  log.info({ version, how }, 'there is a new version');
  if (how === 'itself') return raiseNotice(NOTICE, 'info', message('update.ready', { version }), message('update.quitToInstall'));
  const hint = message(how === 'package' ? 'update.askForPackage' : 'update.askForInstall');
  raiseNotice(NOTICE, 'info', message('update.available', { version }), hint);
}

function triedFile(): string {
  return join(app.getPath('userData'), 'update-tried.json');
}

/** The updater installs the download after a clean quit. */
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
      // The log is closed by now; the next start just won't report a failed installer.
      console.error(error);
    }
  });
}

let updater: Promise<AppUpdater> | null = null;

function openUpdater(running: App, how: HowUpdated): Promise<AppUpdater> {
  updater ??= import('electron-updater').then(({ default: { autoUpdater } }) => {
    autoUpdater.autoDownload = how === 'itself';
    autoUpdater.autoInstallOnAppQuit = how === 'itself';
    // The second part of a web installer isn't signature-checked.
    autoUpdater.disableWebInstaller = true;
    autoUpdater.logger = null;
    if ('verifyUpdateCodeSignature' in autoUpdater) verifyOrRefuse(autoUpdater as NsisUpdater);
    autoUpdater.on(how === 'itself' ? 'update-downloaded' : 'update-available', (found: UpdateInfo) =>
      noticeNewVersion(running, how, found),
    );
    if (how === 'itself') rememberAtQuit(autoUpdater);
    // Without a listener, the emitter throws; the caller gets the errors.
    autoUpdater.on('error', () => undefined);
    return autoUpdater;
  });
  return updater;
}

/** If Windows can't check a signature, the updater itself only warns and goes on; here the update is refused. */
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
