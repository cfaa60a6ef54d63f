/** Reloads a crashed or hanging page, and redraws windows after a graphics crash. */
import { app, BrowserWindow } from 'electron';
import { message } from '../../../../contract/message.ts';
import type { Cancel, Time } from '../../../../shared/time/time.ts';
import type { App } from '../../../app/app.ts';
import type { Log } from '../../../app/log.ts';

const RELOAD_AFTER_MS = 1_000;
/** A page that is only busy responds by then. */
const HANGS_FOR_MS = 5_000;

export interface PageKeeper {
  time: Time;
  log: Log;
  raiseNotice: App['raiseNotice'];
  isClosing: () => boolean;
}

export function keepPage(window: BrowserWindow, place: 'display' | 'main', { time, log, raiseNotice, isClosing }: PageKeeper): void {
  const { webContents } = window;
  let noEnd: Cancel | undefined;
  const isOver = (): boolean => isClosing() || window.isDestroyed();
  const awaited = (): void => noEnd?.();
  webContents.on('render-process-gone', (_event, { reason }) => {
    awaited();
    if (isOver()) return;
    log.error({ reason, place }, 'a page died and is loaded again');
    raiseNotice(`page/${place}`, 'warning', message('page.loadedAgain', { place }), message('page.restartIfRepeats'));
    time.after(RELOAD_AFTER_MS, () => !isOver() && webContents.reload());
  });
  window.on('unresponsive', () => {
    awaited();
    noEnd = time.after(HANGS_FOR_MS, () => {
      if (isOver()) return;
      log.error({ place }, 'a page hangs and is ended');
      webContents.forcefullyCrashRenderer();
    });
  });
  window.on('responsive', awaited);
  window.once('closed', awaited);
}

/** Chromium restarts its graphics process, but a window may stay black. */
export function redrawWithoutGraphics(log: Log): void {
  app.on('child-process-gone', (_event, { type, reason }) => {
    if (type !== 'GPU' || reason === 'clean-exit') return;
    log.warn({ reason }, 'the graphics process ended: all windows are drawn anew');
    for (const window of BrowserWindow.getAllWindows()) window.webContents.invalidate();
  });
}
