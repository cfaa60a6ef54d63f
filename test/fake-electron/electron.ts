/** The fake main-process module `electron`: the parts the app uses, over real Chromium. */
import { dirname } from 'node:path';
import './operate.ts';

Object.defineProperty(process, 'resourcesPath', { value: dirname(process.argv[1] ?? '') });

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
export { app } from './modules/app.ts';
export { ipcMain } from './modules/ipc-main.ts';
export { autoUpdater, net } from './modules/net.ts';
export { safeStorage } from './modules/safe-storage.ts';
export { session } from './modules/session.ts';
export { BrowserWindow } from './modules/window.ts';
export { protocol } from './page-protocol.ts';
