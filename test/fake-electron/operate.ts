/** Operates the fake from the test's process: reads records and acts like a user. */

import { answers, chooseInMenu, notifications, powerMonitor, tray } from './desktop.ts';
import { app } from './modules/app.ts';
import { heardFromPreload } from './modules/ipc-main.ts';
import { chromium, windows } from './modules/window.ts';
import { record } from './record.ts';

const operations: Record<string, (...given: never[]) => unknown> = {
  look: () => ({ ...record, windows: windows.map((window) => window.state()) }),
  devtools: () => ({ endpoint: chromium().endpoint, own: chromium().own }),
  clickTray: () => tray?.emit('click'),
  chooseInMenu: (label: string) => chooseInMenu(label),
  chooseInTray: (label: string) => tray?.choose(label),
  clickNotification: (at: number) => notifications.at(at)?.emit('click'),
  chooseInNotification: (at: number, action: number) => notifications.at(at)?.emit('action', {}, action),
  power: (event: string) => powerMonitor.emit(event),
  answerBoxWith: (button: number) => answers.push(button),
  tellWindow: (event: string, at = 0) => windows[at]?.emit(event),
  tellApp: (event: string, details: object) => app.emit(event, {}, details),
  closeWindow: () => windows[0]?.close(),
  placeWindow: (bounds: { x: number; y: number; width: number; height: number }) => windows[0]?.setBounds(bounds),
  crashPage: (at = 0) => windows[at]?.webContents.crash(),
  openLink: (url: string) => app.emit('open-url', { preventDefault: () => undefined }, url),
  quit: () => app.quit(),
  /** Makes a call as a frame other than the page. */
  invokeFrom: (url: string) => {
    const [window] = windows;
    const event = { sender: window?.webContents, senderFrame: { url } };
    return heardFromPreload(event, { invoke: 1, channel: 'tillbridge:call', args: ['settings.get', {}] });
  },
};

process.on('message', async ({ id, operation, given }: { id: number; operation: string; given: never[] }) => {
  const answer = (message: object): void => void process.send?.({ id, ...message });
  try {
    const result = await operations[operation]?.(...given);
    answer({ result: result === undefined || typeof result === 'boolean' || typeof result === 'number' ? null : result });
  } catch (error) {
    answer({ error: String(error) });
  }
});
