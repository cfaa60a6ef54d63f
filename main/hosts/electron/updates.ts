/** Updates from a feed that the settings name: fetched while the counter works, put in place when it is quit, never in between. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import type { App } from '../../app.ts';

const CHECK_EVERY_MS = 6 * 60 * 60_000;

/** Only for the packaged app: what runs from its source is nobody's to replace. */
export function followUpdates(bridge: App): { stop(): void } {
  const { log } = bridge;
  let feed: string | null = null;
  let timer: NodeJS.Timeout | undefined;

  async function follow(): Promise<void> {
    const wanted = bridge.desktop.get().update_feed;
    if (wanted === feed) return;
    feed = wanted;
    clearInterval(timer);
    if (wanted === null) return;
    const { autoUpdater } = await openUpdater(bridge);
    // The updater reads its feed from a file; JSON is YAML.
    const file = join(app.getPath('userData'), 'update.yml');
    writeFileSync(file, JSON.stringify({ provider: 'generic', url: wanted, updaterCacheDirName: 'tillbridge-updates' }), { mode: 0o600 });
    autoUpdater.updateConfigPath = file;
    const check = async (): Promise<void> => {
      try {
        const found = await autoUpdater.checkForUpdates();
        // The fetching is a promise of its own: left alone, a broken file would end the app.
        await found?.downloadPromise;
      } catch (error) {
        log.warn({ err: error }, 'there was no update to be had');
      }
    };
    void check();
    timer = setInterval(() => void check(), CHECK_EVERY_MS);
  }

  const start = (): void => void follow().catch((error: unknown) => log.error({ err: error }, 'updates are not followed'));
  bridge.desktop.onChange(start);
  start();
  return { stop: () => clearInterval(timer) };
}

type Updater = Pick<typeof import('electron-updater'), 'autoUpdater'>;
let updater: Promise<Updater> | null = null;

/** Loaded when a feed is named: most venues have none. */
function openUpdater(bridge: App): Promise<Updater> {
  updater ??= import('electron-updater').then(({ default: { autoUpdater } }) => {
    autoUpdater.autoDownload = true;
    autoUpdater.autoInstallOnAppQuit = true;
    autoUpdater.logger = null;
    autoUpdater.on('update-downloaded', ({ version }) => {
      bridge.log.info({ version }, 'an update is ready');
      const remedy = 'Quit Tillbridge when no order is open: the new version starts with the next start.';
      bridge.tell('update', 'info', `Tillbridge ${version} is ready.`, remedy);
    });
    // An emitter that nobody listens to throws its errors; who asked hears of them.
    autoUpdater.on('error', () => undefined);
    return { autoUpdater };
  });
  return updater;
}
