/** Updates from a feed that the settings name: fetched while the counter works, put in place when it is quit, never in between. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { NsisUpdater } from 'electron-updater';
import { type Message, message } from '../../../contract/message.ts';
import type { App } from '../../app/app.ts';
import type { Cancel } from '../../time/time.ts';

const CHECK_EVERY_MS = 6 * 60 * 60_000;
const NOTICE = 'update';

/**
 * Only for the packaged app: what runs from its source is nobody's to replace. `manifest`: the package.json of the packed app, which
 * names whose signature a new version must carry on Windows.
 */
export function followUpdates(running: App, manifest: string): { stop(): void } {
  const { log } = running;
  const publishers = publishersOf(manifest);
  let feed: string | null = null;
  let stopChecking: Cancel | undefined;

  async function follow(): Promise<void> {
    const wanted = running.desktop.get().update_feed;
    if (wanted === feed) return;
    feed = wanted;
    stopChecking?.();
    if (wanted === null) return;
    // The updater checks a signature only where it is told whose; without that, whoever holds the feed could replace the app.
    if (process.platform === 'win32' && publishers.length === 0) return tellOfNoPublisher(running);
    const { autoUpdater } = await openUpdater(running);
    // The updater reads its feed from a file; JSON is YAML.
    const file = join(app.getPath('userData'), 'update.yml');
    const from = { provider: 'generic', url: wanted, updaterCacheDirName: 'tillbridge-updates' };
    writeFileSync(file, JSON.stringify({ ...from, ...(publishers.length > 0 ? { publisherName: publishers } : {}) }), { mode: 0o600 });
    autoUpdater.updateConfigPath = file;
    const check = async (): Promise<void> => {
      try {
        const found = await autoUpdater.checkForUpdates();
        // The fetching is a promise of its own: left alone, a broken file would end the app.
        await found?.downloadPromise;
      } catch (error) {
        log.warn({ err: error }, 'there was no update to be had');
        tellOfRefusal(running, error);
      }
    };
    void check();
    stopChecking = running.time.every(CHECK_EVERY_MS, check);
  }

  const start = (): void => void follow().catch((error: unknown) => log.error({ err: error }, 'updates are not followed'));
  running.desktop.onChange(start);
  start();
  return { stop: () => stopChecking?.() };
}

/** As packed by electron-builder, from `win.signtoolOptions.publisherName`. Empty where it was packed without one. */
function publishersOf(manifest: string): string[] {
  const { updatePublishers } = JSON.parse(readFileSync(manifest, 'utf8')) as { updatePublishers?: unknown };
  return Array.isArray(updatePublishers) ? updatePublishers.filter((name) => typeof name === 'string' && name !== '') : [];
}

function tellOfNoPublisher({ tell }: App): void {
  const remedy = message('fetch-new-versions-by-hand-or');
  tell(NOTICE, 'warning', message('tillbridge-does-not-update-itself-here'), remedy);
}

const SAYS: ReadonlyMap<unknown, Message> = new Map([
  ['ERR_UPDATER_INVALID_SIGNATURE', message('update-was-refused-it-is-not')],
  ['ERR_CHECKSUM_MISMATCH', message('update-was-refused-its-file-is')],
]);

/** A feed that cannot be reached is no news; a file that is not what it should be is. */
function tellOfRefusal({ tell }: App, error: unknown): void {
  const says = error instanceof Error && 'code' in error ? SAYS.get(error.code) : undefined;
  if (says) tell(NOTICE, 'warning', says, message('nothing-was-changed-tell-whoever-keeps'));
}

type Updater = Pick<typeof import('electron-updater'), 'autoUpdater'>;
let updater: Promise<Updater> | null = null;

/** Loaded when a feed is named: most venues have none. */
function openUpdater(running: App): Promise<Updater> {
  updater ??= import('electron-updater').then(({ default: { autoUpdater } }) => {
    autoUpdater.autoDownload = true;
    autoUpdater.autoInstallOnAppQuit = true;
    // Its second part would be checked by nobody's signature.
    autoUpdater.disableWebInstaller = true;
    autoUpdater.logger = null;
    if ('verifyUpdateCodeSignature' in autoUpdater) verifyOrRefuse(autoUpdater as NsisUpdater);
    autoUpdater.on('update-downloaded', ({ version }) => {
      running.log.info({ version }, 'an update is ready');
      const remedy = message('quit-tillbridge-when-no-order-is');
      running.tell(NOTICE, 'info', message('tillbridge-version-is-ready', { version }), remedy);
    });
    // An emitter that nobody listens to throws its errors; who asked hears of them.
    autoUpdater.on('error', () => undefined);
    return { autoUpdater };
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
