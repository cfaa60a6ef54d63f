/** The bridge's side of the doorway: calls and pushes over Electron's IPC, for the counter page alone. */
import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import type { Push } from '../../../preload/contract.ts';
import type { App } from '../../app.ts';
import { isPageAddress } from './page.ts';

/** Opens the doorway for one page. A page that reloads watches again and starts from a snapshot. */
export function openDoorway(app: App, page: WebContents): () => void {
  let leave: (() => void) | null = null;

  /** Only the page's own main frame, while it shows the counter. */
  function isPage(event: IpcMainEvent | IpcMainInvokeEvent): boolean {
    const frame = event.senderFrame;
    return event.sender === page && frame !== null && frame === page.mainFrame && isPageAddress(frame.url);
  }

  function stopWatching(): void {
    leave?.();
    leave = null;
  }

  ipcMain.handle('tillbridge:call', (event, name: unknown, input: unknown) => {
    if (!isPage(event) || typeof name !== 'string') throw new Error('This is not the counter page.');
    return app.call(name, input);
  });
  ipcMain.on('tillbridge:watch', (event) => {
    if (!isPage(event)) return;
    stopWatching();
    leave = app.watch((push: Push) => {
      if (!page.isDestroyed()) page.send('tillbridge:push', push);
    });
  });
  ipcMain.on('tillbridge:leave', (event) => {
    if (isPage(event)) stopWatching();
  });
  page.on('render-process-gone', stopWatching);
  page.on('destroyed', stopWatching);

  return () => {
    stopWatching();
    ipcMain.removeHandler('tillbridge:call');
    ipcMain.removeAllListeners('tillbridge:watch');
    ipcMain.removeAllListeners('tillbridge:leave');
  };
}
