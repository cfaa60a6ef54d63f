/** The stand-in for the module `electron`, main process: the parts the app uses, over a real Chromium. */
import { dirname } from 'node:path';
import './operate.ts';

Object.defineProperty(process, 'resourcesPath', { value: dirname(process.argv[1] ?? '') });

export { app } from './app.ts';
export {
  dialog,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  powerSaveBlocker,
  screen,
  shell,
  Tray,
} from './desktop.ts';
export { ipcMain } from './ipc-main.ts';
export { autoUpdater, net } from './net.ts';
export { protocol } from './page-protocol.ts';
export { safeStorage } from './safe-storage.ts';
export { session } from './session.ts';
export { BrowserWindow } from './window.ts';
