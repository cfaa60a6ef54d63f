/** Serves only the main window and its displays, over Electron's IPC. */
import { type IpcMainEvent, type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron';
import type { Push } from '../../../../contract/contract.ts';
import type { App, Watching } from '../../../app/app.ts';
import { isPageAddress } from './page.ts';

export function serveWindow(app: App, page: WebContents): () => void {
  const watching = new Map<WebContents, Watching>();
  const pages = new Set<WebContents>();

  /** Only a page's main frame while it shows our page. */
  function isPage(event: IpcMainEvent | IpcMainInvokeEvent): boolean {
    const { sender, senderFrame: frame } = event;
    return pages.has(sender) && frame !== null && frame === sender.mainFrame && isPageAddress(frame.url);
  }

  function stopWatching(contents: WebContents): void {
    watching.get(contents)?.leave();
    watching.delete(contents);
  }

  function admit(contents: WebContents): void {
    pages.add(contents);
    contents.on('render-process-gone', () => stopWatching(contents));
    contents.on('destroyed', () => {
      stopWatching(contents);
      pages.delete(contents);
    });
  }

  ipcMain.handle('tillbridge:call', (event, name: unknown, input: unknown) => {
    if (!isPage(event) || typeof name !== 'string') throw new Error('This is not the counter page.');
    return app.call(name, input, watching.get(event.sender));
  });
  ipcMain.on('tillbridge:watch', (event) => {
    if (!isPage(event)) return;
    const { sender } = event;
    stopWatching(sender);
    const send = (push: Push): void => {
      if (!sender.isDestroyed()) sender.send('tillbridge:push', push);
    };
    watching.set(sender, app.watch(send, send));
  });
  ipcMain.on('tillbridge:leave', (event) => {
    if (isPage(event)) stopWatching(event.sender);
  });
  admit(page);
  page.on('did-create-window', ({ webContents }) => admit(webContents));

  return () => {
    for (const contents of [...watching.keys()]) stopWatching(contents);
    ipcMain.removeHandler('tillbridge:call');
    ipcMain.removeAllListeners('tillbridge:watch');
    ipcMain.removeAllListeners('tillbridge:leave');
  };
}
