/** The main window: sandboxed, limited to its own page, audible while hidden, restored to its place. */
import { app, BrowserWindow, type Display, type Session, screen, session, type WebPreferences } from 'electron';
import type { Cancel, Time } from '../../../../shared/time/time.ts';
import type { App } from '../../../app/app.ts';
import type { Log } from '../../../app/log.ts';
import { keepPage, redrawWithoutGraphics } from './keep-page.ts';
import { isDisplayAddress, isMapAddress, isPageAddress, PAGE_ADDRESS } from './page.ts';
import { LEAST_SIZE, placeWindow, readPlace, rememberPlace } from './window-place.ts';

export interface MainWindow {
  readonly window: BrowserWindow;
  show(): void;
  /** Makes closing really close the window. */
  letGo(): void;
}

const REMEMBER_AFTER_MS = 500;

/** `preload`: none for a page from another computer. */
export function preferences(preload?: string): WebPreferences {
  return {
    ...(preload === undefined ? {} : { preload }),
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webviewTag: false,
    devTools: !app.isPackaged,
    spellcheck: false,
    // The alarm must ring in the background and before any tap.
    backgroundThrottling: false,
    autoplayPolicy: 'no-user-gesture-required',
  };
}

export function openCounterWindow(options: {
  preload: string;
  placeFile: string;
  icon: string;
  kiosk: boolean;
  time: Time;
  log: Log;
  raiseNotice: App['raiseNotice'];
}): MainWindow {
  const { placeFile, time, log, raiseNotice } = options;
  const main = screen.getPrimaryDisplay();
  const screens = [main, ...screen.getAllDisplays().filter((display) => display.id !== main.id)].map(
    (display: Display) => display.workArea,
  );
  const { maximized, ...place } = placeWindow(readPlace(placeFile), screens);
  const window = new BrowserWindow({
    ...place,
    minWidth: LEAST_SIZE.width,
    minHeight: LEAST_SIZE.height,
    title: 'Tillbridge',
    icon: options.icon,
    kiosk: options.kiosk,
    show: false,
    autoHideMenuBar: true,
    webPreferences: preferences(options.preload),
  });
  // A kitchen display or customer screen: the same page in another window, equally restricted.
  window.webContents.setWindowOpenHandler(({ url }) =>
    isDisplayAddress(url)
      ? {
          action: 'allow',
          overrideBrowserWindowOptions: {
            title: 'Tillbridge',
            icon: options.icon,
            autoHideMenuBar: true,
            webPreferences: preferences(options.preload),
          },
        }
      : { action: 'deny' },
  );
  if (maximized) window.maximize();
  let mayClose = false;
  let rememberNoMore: Cancel | undefined;

  const remember = (): void => {
    rememberNoMore?.();
    if (window.isDestroyed() || window.isMinimized() || window.isKiosk()) return;
    try {
      rememberPlace(placeFile, { ...window.getNormalBounds(), maximized: window.isMaximized() });
    } catch (error) {
      log.warn({ err: error }, 'the place of the window was not saved');
    }
  };
  const rememberSoon = (): void => {
    rememberNoMore?.();
    rememberNoMore = time.after(REMEMBER_AFTER_MS, remember);
  };
  window.on('resize', rememberSoon);
  window.on('move', rememberSoon);
  window.on('close', (event) => {
    remember();
    if (mayClose) return;
    // Orders must keep ringing, so closing only hides; Quit is in the tray.
    event.preventDefault();
    window.hide();
  });
  window.once('ready-to-show', () => window.show());
  const keeper = { time, log, raiseNotice, isClosing: () => mayClose };
  keepPage(window, 'main', keeper);
  window.webContents.on('did-create-window', (display) => keepPage(display, 'display', keeper));
  redrawWithoutGraphics(log);
  window.loadURL(PAGE_ADDRESS).catch((error: unknown) => log.error({ err: error }, 'the counter page was not loaded'));

  return {
    window,
    show() {
      if (window.isDestroyed()) return;
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    letGo() {
      mayClose = true;
    },
  };
}

/** Permissions for copying, and for displays that stay awake. */
const USED = new Set(['clipboard-sanitized-write', 'screen-wake-lock']);

/** Blocks navigation elsewhere, new windows, and unused permissions. */
export function shutIn(isPage: (address: string) => boolean = isPageAddress, ownSession: Session = session.defaultSession): void {
  const isAllowed = (permission: string, address: string): boolean => USED.has(permission) && isPage(address);
  ownSession.setPermissionRequestHandler((_contents, permission, answer, details) => answer(isAllowed(permission, details.requestingUrl)));
  ownSession.setPermissionCheckHandler((contents, permission) => isAllowed(permission, contents?.getURL() ?? ''));
  ownSession.setDevicePermissionHandler(() => false);
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.on('will-frame-navigate', (details) => {
      const isOwn = details.isMainFrame ? isPage(details.url) : isMapAddress(details.url);
      if (!isOwn) details.preventDefault();
    });
    contents.on('will-redirect', (details) => {
      if (!isPage(details.url)) details.preventDefault();
    });
  });
}
