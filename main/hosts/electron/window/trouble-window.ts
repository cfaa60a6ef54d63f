/** A window with the reason why Tillbridge can't start: a page without scripts, preload or links. */
import { app, BrowserWindow } from 'electron';
import type { Time } from '../../../../shared/time/time.ts';
import type { ShowTrouble } from '../../../app/supervisor.ts';
import { troublePage } from '../../trouble-page.ts';
import { PAGE_SCHEME } from './page.ts';

const TROUBLE_ADDRESS = `${PAGE_SCHEME}://counter/trouble`;
const LOOK_AGAIN_MS = 2_000;

let page: string | null = null;

export function troublePageAt(address: string): string | null {
  return address === TROUBLE_ADDRESS ? page : null;
}

/** Closing the window quits: there is no tray yet. */
export function showTroubleIn(icon: string, time: Time): ShowTrouble {
  return async (trouble) => {
    await app.whenReady();
    page = troublePage(trouble());
    const window = new BrowserWindow({
      width: 720,
      height: 420,
      title: 'Tillbridge',
      icon,
      autoHideMenuBar: true,
      webPreferences: { contextIsolation: true, sandbox: true, nodeIntegration: false, javascript: false },
    });
    const quit = (): void => app.quit();
    window.once('closed', quit);
    const load = (): void => void window.loadURL(TROUBLE_ADDRESS).catch(() => undefined);
    load();
    const stopLooking = time.every(LOOK_AGAIN_MS, () => {
      const now = troublePage(trouble());
      if (now === page) return;
      page = now;
      load();
    });
    return () => {
      stopLooking();
      page = null;
      window.off('closed', quit);
      window.destroy();
    };
  };
}
