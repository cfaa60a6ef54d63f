/** The desktop app: one process per data folder, with the main screen in a window. */

import { join } from 'node:path';
import { app, dialog, Menu, powerMonitor, powerSaveBlocker, protocol, shell } from 'electron';
import { type DesktopSettings, type Language, startsAtLogin, teachGeorgian } from '../../../contract/contract.ts';
import { english } from '../../../contract/english.ts';
import { message } from '../../../contract/message.ts';
import { makePrivateFolder } from '../../../shared/files/private-files.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { type App, startApp } from '../../app/app.ts';
import { folderKind, leaveStation } from '../../app/folder-kind.ts';
import { argumentsAfter } from '../../app/keep-up/restarts.ts';
import { LOG_FILE } from '../../app/log.ts';
import { listBackups, restoreFromBackup } from '../../app/restore-backup.ts';
import { supervise } from '../../app/supervisor.ts';
import { cannotStart, reasonOf } from '../../app/trouble.ts';
import { closeToOthers } from '../../files/private-files.ts';
import { checkPage, PAGE_HEADERS } from '../counter-page.ts';
import { keepDisplays } from '../displays/displays.ts';
import { announce } from './announcer.ts';
import { guardAgainstDeath } from './guard.ts';
import { type HostOptions, readOptions } from './options.ts';
import { programFile } from './program-file.ts';
import { closeOnQuit } from './quit.ts';
import { relaunch } from './relaunch.ts';
import { systemSeal } from './seal.ts';
import { startAtLogin } from './start-at-login.ts';
import { StationError } from './station/kept-station.ts';
import type { StationLink } from './station/station-link.ts';
import { openStation, systemLanguage } from './station/station-window.ts';
import { followUpdates } from './updates/follow-updates.ts';
import { readPackedUpdates } from './updates/packed-updates.ts';
import { howUpdated, sayHowUpdated } from './updates/update-method.ts';
import { type MainWindow, openCounterWindow, shutIn } from './window/main-window.ts';
import { answerPage, PAGE_SCHEME } from './window/page.ts';
import { serveWindow } from './window/serve-window.ts';
import { showTroubleIn, troublePageAt } from './window/trouble-window.ts';

/** The folder `out`: this file is bundled as out/main/index.js. */
const OUT = join(import.meta.dirname, '..');
const LINK_SCHEME = 'tillbridge';
const OPEN_LOG = message('tray.openLogFolder');

closeToOthers();
teachGeorgian(Intl);
protocol.registerSchemesAsPrivileged([{ scheme: PAGE_SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } }]);
app.setName('Tillbridge');
app.setAppUserModelId('app.tillbridge');
app.enableSandbox();

const given = readGiven();
if (given?.restoreBackup === '') list(given);
else if (given && mayBecome(given) && holdsTheFolder(given) && goneBack(given)) {
  if (given.station === 'leave') leaveStation(given.dataDir);
  const link = given.station === 'leave' ? null : given.station;
  if (link || folderKind(given.dataDir) === 'station') runStation(given.dataDir, link);
  else run(given);
}

function readGiven(): HostOptions | null {
  try {
    return readOptions(process.argv.slice(app.isPackaged ? 1 : 2));
  } catch (error) {
    giveUp(error, null);
    return null;
  }
}

/** False for a counter that would become a station. */
function mayBecome({ dataDir, station, restoreBackup }: HostOptions): boolean {
  if (station === null || station === 'leave' || (restoreBackup === null && folderKind(dataDir) !== 'counter')) return true;
  giveUp(new StationError(message('station.isCounter'), message('station.useOtherFolder')), dataDir);
  return false;
}

/** One window per data folder. A second start brings the first one's window to the front. */
function holdsTheFolder({ dataDir }: HostOptions): boolean {
  const profile = join(dataDir, 'electron');
  try {
    makePrivateFolder(profile);
    app.setPath('userData', profile);
  } catch (error) {
    giveUp(error, dataDir);
    return false;
  }
  if (app.requestSingleInstanceLock({ args: process.argv.slice(1) })) return true;
  app.quit();
  return false;
}

/** Prints the backups; on Windows, in a window. */
function list({ dataDir }: HostOptions): void {
  const text = listBackups(dataDir, systemTime.wall());
  console.log(text);
  if (process.platform === 'win32') dialog.showErrorBox('Tillbridge', text);
  app.exit(0);
}

/** False if a requested backup couldn't be restored; then nothing is changed or started. */
function goneBack({ dataDir, restoreBackup }: HostOptions): boolean {
  if (restoreBackup === null) return true;
  try {
    console.log(restoreFromBackup(dataDir, restoreBackup, systemTime.wall()));
    return true;
  } catch (error) {
    giveUp(error, dataDir);
    return false;
  }
}

function runStation(dataDir: string, link: StationLink | null): void {
  const complain = (error: unknown): void => explain(error, dataDir, systemLanguage());
  const icon = join(OUT, 'icons', 'icon.png');
  openStation({ dataDir, link, time: systemTime, icon, readOptions, complain }).catch((error: unknown) => {
    complain(error);
    app.exit(1);
  });
}

function run({ dataDir, settingsFile, vault, resetPin, crashes }: HostOptions): void {
  let counter: MainWindow | null = null;
  let appBeside: App | undefined;
  const show = (): void => counter?.show();
  const links = takeLinks(show);
  app.on('activate', show);
  // Closing only hides the window; without this listener the app would end.
  app.on('window-all-closed', () => undefined);
  const icon = join(OUT, 'icons', 'icon.png');
  // Shows the file's folder; never opens the file.
  const openLog = (): void => shell.showItemInFolder(join(dataDir, LOG_FILE));
  let updates: ReturnType<typeof updatesOfThis> | null = null;
  const { end } = supervise({
    dataDir,
    vault,
    sealer: systemSeal,
    crashes,
    time: systemTime,
    async prepare() {
      await app.whenReady();
      shutIn();
      setMenu(english(OPEN_LOG), openLog);
      protocol.handle(PAGE_SCHEME, (request) => answerTrouble(request.url) ?? answerPage(join(OUT, 'renderer'), request, appBeside));
    },
    start() {
      if (app.isPackaged) updates ??= updatesOfThis();
      return startApp({ dataDir, settingsFile, vault, resetPin, sealer: systemSeal, host: 'desktop', updates: updates?.say });
    },
    checkPage: () => checkPage(join(OUT, 'renderer')),
    async open(running, opened) {
      appBeside = running;
      await running.call('screen.prefer', { languages: app.getPreferredSystemLanguages() });
      counter = openCounterWindow({
        preload: join(OUT, 'preload', 'preload.cjs'),
        placeFile: join(dataDir, 'window.json'),
        icon,
        kiosk: running.desktop.get().kiosk,
        time: running.time,
        log: running.log,
        raiseNotice: running.raiseNotice,
      });
      setMenu(running.say(OPEN_LOG), openLog);
      opened.defer(serveWindow(running, counter.window.webContents));
      const announcer = announce({ app: running, window: counter.window, show, openLog, log: running.log });
      opened.defer(announcer.stop);
      const following = updates?.follow(running);
      if (following) opened.defer(following.stop);
      opened.defer(keepDisplays({ app: running, rendererDir: join(OUT, 'renderer'), dataDir }).stop);
      opened.defer(unguard);
      app.off('before-quit', quitAtOnce);
      keepAwake(running, closeOnQuit(running, counter, announcer, end));
      followSettings(running, counter);
      links.handTo(running.openLink);
    },
    show: showTroubleIn(icon, systemTime),
    onTrouble: ({ text, hint }) => console.error(`Tillbridge: ${english(text)}\n${english(hint)}`),
    startAgain(next) {
      relaunch(argumentsAfter(next, process.argv.slice(1)));
      app.exit(1);
    },
    giveUp: (error) => giveUp(error, dataDir),
  });
  // From here on, this process handles its own errors; the guard restarts it if it dies.
  const unguard = guardAgainstDeath(crashes, systemTime);
  // A deliberate end needs no restart, and a caught crash has already requested one.
  app.once('quit', unguard);
  process.once('exit', unguard);
  /** Without a main window, quitting needs no confirmation. */
  function quitAtOnce(event: { preventDefault(): void }): void {
    event.preventDefault();
    void end().then(() => app.exit(0));
  }
  app.on('before-quit', quitAtOnce);
}

function updatesOfThis() {
  const packed = readPackedUpdates(join(OUT, '..', 'package.json'));
  const program = programFile(process.env, app.getPath('exe'));
  const { platform, resourcesPath: resources } = process;
  const how = howUpdated({ platform, program, isAppImage: program === process.env.APPIMAGE, resources });
  return {
    say: (desktop: DesktopSettings) => sayHowUpdated(how, desktop, packed, platform),
    follow: (running: App) => followUpdates(running, how, packed),
  };
}

function answerTrouble(address: string): Response | null {
  const page = troublePageAt(address);
  return page === null ? null : new Response(page, { headers: { ...PAGE_HEADERS, 'content-type': 'text/html; charset=utf-8' } });
}

/** `tillbridge:` links arrive by arguments, a second start, or an event on macOS. Early ones are kept. */
function takeLinks(show: () => void): { handTo(take: (address: string) => void): void } {
  const early: string[] = [];
  let take: (address: string) => void = (address) => void early.push(address);
  const takeFrom = (args: readonly string[]): void => {
    for (const address of args.filter((word) => word.startsWith(`${LINK_SCHEME}://`))) take(address);
  };
  // From source, Electron's binary is registered with the app's folder.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);
  else app.setAsDefaultProtocolClient(LINK_SCHEME, process.execPath, [app.getAppPath()]);
  takeFrom(process.argv);
  app.on('second-instance', (_event, args) => {
    show();
    takeFrom(args);
  });
  app.on('open-url', (event, address) => {
    event.preventDefault();
    show();
    take(address);
  });
  return {
    handTo(taker) {
      take = taker;
      early.splice(0).forEach(taker);
    },
  };
}

/** A sleeping computer receives no orders. After a wake-up, everything waiting continues immediately. */
function keepAwake(running: App, quitNow: () => void): void {
  powerSaveBlocker.start('prevent-app-suspension');
  powerMonitor.on('resume', running.wake);
  powerMonitor.on('unlock-screen', running.wake);
  powerMonitor.on('shutdown', quitNow);
}

function followSettings(running: App, counter: MainWindow): void {
  let atLogin = false;
  const follow = (): void => {
    const { kiosk } = running.desktop.get();
    const wanted = startsAtLogin(running.desktop.get());
    if (counter.window.isKiosk() !== kiosk) counter.window.setKiosk(kiosk);
    if (wanted === atLogin) return;
    atLogin = wanted;
    try {
      startAtLogin(wanted, app.isPackaged ? [programFile()] : [process.execPath, app.getAppPath()]);
    } catch (error) {
      running.log.error({ err: error }, 'whether to start at login could not be kept');
    }
  };
  running.desktop.onChange(follow);
  follow();
}

/** macOS needs a menu for copy and paste; elsewhere it's hidden until Alt. */
function setMenu(logFolder: string, openLog: () => void): void {
  Menu.setApplicationMenu(
    Menu.buildFromTemplate([
      ...(process.platform === 'darwin' ? [{ role: 'appMenu' as const }] : []),
      { role: 'editMenu' },
      { label: 'View', submenu: [{ role: 'resetZoom' }, { role: 'zoomIn' }, { role: 'zoomOut' }, { role: 'togglefullscreen' }] },
      { role: 'windowMenu' },
      { role: 'help', submenu: [{ label: logFolder, click: openLog }] },
    ]),
  );
}

function giveUp(error: unknown, dataDir: string | null): void {
  explain(error, dataDir);
  app.exit(1);
}

/** In the folder's language by default. */
function explain(error: unknown, dataDir: string | null, language?: Language): void {
  const reason = reasonOf(error) ?? { text: error instanceof Error ? error.message : String(error), hint: '' };
  console.error(`Tillbridge: ${english(reason.text)}\n${english(reason.hint)}`);
  const { title, text, hint } = cannotStart(dataDir, reason, null, language);
  dialog.showErrorBox(title, `${text}\n\n${hint}`.trim());
}
