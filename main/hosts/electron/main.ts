/** The desktop app: one process per data folder that runs the bridge and shows its counter in a window. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog, Menu, powerMonitor, powerSaveBlocker, protocol } from 'electron';
import { type App, startApp } from '../../app.ts';
import { keepCrashReports } from '../../crash-reports.ts';
import { announce } from './announcer.ts';
import { type CounterWindow, openCounterWindow, shutIn } from './counter-window.ts';
import { openDoorway } from './doorway.ts';
import { type HostOptions, readOptions } from './options.ts';
import { answerPage, PAGE_SCHEME } from './page.ts';

/** This file is bundled as out/main/index.js; the rest of `out` stands around it. */
const OUT = join(import.meta.dirname, '..');
/** An app that does not stop by itself in this time is ended: nothing that was acknowledged is lost by that. */
const CLOSING_LIMIT_MS = 15_000;

protocol.registerSchemesAsPrivileged([{ scheme: PAGE_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
app.setName('Tillbridge');
app.setAppUserModelId('app.tillbridge');
app.enableSandbox();

const given = readGiven();
if (given && holdsTheFolder(given)) void run(given);

function readGiven(): HostOptions | null {
  try {
    return readOptions(process.argv.slice(app.isPackaged ? 1 : 2));
  } catch (error) {
    giveUp(error);
    return null;
  }
}

/** One window per data folder. A second start hands over to the first one, which comes to the front. */
function holdsTheFolder({ dataDir }: HostOptions): boolean {
  const profile = join(dataDir, 'electron');
  try {
    mkdirSync(profile, { recursive: true });
    app.setPath('userData', profile);
  } catch (error) {
    giveUp(error);
    return false;
  }
  if (app.requestSingleInstanceLock()) return true;
  app.quit();
  return false;
}

async function run({ dataDir, settingsFile, vault }: HostOptions): Promise<void> {
  keepCrashReports(dataDir, {
    comeBack() {
      app.relaunch();
      app.exit(1);
    },
    stayDown: () => app.exit(1),
  });
  let counter: CounterWindow | null = null;
  const show = (): void => counter?.show();
  app.on('second-instance', show);
  app.on('activate', show);
  app.on('open-url', show);
  // The window only hides; without this listener the app would end with it.
  app.on('window-all-closed', () => undefined);
  try {
    await app.whenReady();
    shutIn();
    setMenu();
    protocol.handle(PAGE_SCHEME, (request) => answerPage(join(OUT, 'renderer'), request));
    const bridge = await startApp({ dataDir, settingsFile, vault });
    const icons = join(OUT, 'icons');
    counter = openCounterWindow({
      preload: join(OUT, 'preload', 'preload.cjs'),
      placeFile: join(dataDir, 'window.json'),
      icon: join(icons, 'icon.png'),
      log: bridge.log,
    });
    const closeDoorway = openDoorway(bridge, counter.window.webContents);
    const stopAnnouncing = announce({ app: bridge, window: counter.window, show, iconDir: icons, log: bridge.log });
    keepAwake(bridge);
    closeOnQuit(bridge, counter, () => {
      stopAnnouncing();
      closeDoorway();
    });
  } catch (error) {
    giveUp(error);
  }
}

/** A sleeping computer receives no orders. After one that slept all the same, the counter starts from a fresh snapshot. */
function keepAwake(bridge: App): void {
  powerSaveBlocker.start('prevent-app-suspension');
  const refresh = (): void => void bridge.call('state.snapshot', {});
  powerMonitor.on('resume', refresh);
  powerMonitor.on('unlock-screen', refresh);
  powerMonitor.on('shutdown', () => app.quit());
}

/** However quitting begins (tray, menu, signal, shutdown), the bridge is closed once, and then the app ends. */
function closeOnQuit(bridge: App, counter: CounterWindow, stopShowing: () => void): void {
  let state: 'open' | 'closing' | 'closed' = 'open';
  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    if (state === 'closing') return;
    state = 'closing';
    stopShowing();
    counter.letGo();
    counter.window.hide();
    const limit = setTimeout(() => app.exit(1), CLOSING_LIMIT_MS);
    bridge
      .close()
      .catch((error: unknown) => bridge.log.error({ err: error }, 'the app did not close cleanly'))
      .finally(() => {
        clearTimeout(limit);
        state = 'closed';
        app.quit();
      });
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
}

/** Copying and pasting need a menu on macOS; elsewhere it stays hidden until Alt is pressed. */
function setMenu(): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(process.platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
      { role: 'editMenu' },
      { label: 'View', submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }] },
      { role: 'windowMenu' },
    ]),
  );
}

/** Says what went wrong and what to do about it, in a box and on the terminal, and ends. */
function giveUp(error: unknown): void {
  const says = error instanceof Error && 'says' in error ? String(error.says) : error instanceof Error ? error.message : String(error);
  const remedy = error instanceof Error && 'remedy' in error ? String(error.remedy) : '';
  console.error(`Tillbridge: ${says}\n${remedy}`);
  dialog.showErrorBox('Tillbridge cannot start', `${says}\n\n${remedy}`.trim());
  app.exit(1);
}
