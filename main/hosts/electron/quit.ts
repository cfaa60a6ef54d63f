import { app, dialog } from 'electron';
import { message } from '../../../contract/message.ts';
import type { App } from '../../app/app.ts';
import type { MainWindow } from './window/main-window.ts';

/** Closes everything once, however quitting starts (tray, menu, signal, shutdown). Returns a function that quits without asking. */
export function closeOnQuit(running: App, counter: MainWindow, announcer: { openOrders(): number }, end: () => Promise<void>): () => void {
  let state: 'open' | 'asking' | 'agreed' | 'closing' | 'closed' = 'open';

  async function ask(openOrders: number): Promise<void> {
    state = 'asking';
    counter.show();
    const { response } = await dialog.showMessageBox(counter.window, {
      type: 'warning',
      title: 'Tillbridge',
      message: running.say(message('quit.ordersOpen', { openOrders })),
      detail: running.say(message('quit.nothingLost')),
      buttons: [running.say(message('quit.keepRunning')), running.say(message('quit.button'))],
      defaultId: 0,
      cancelId: 0,
    });
    state = response === 1 ? 'agreed' : 'open';
    if (state === 'agreed') app.quit();
  }

  function close(): void {
    state = 'closing';
    void end().then(() => {
      state = 'closed';
      app.quit();
    });
    counter.letGo();
    counter.window.hide();
  }

  app.on('before-quit', (event) => {
    if (state === 'closed') return;
    event.preventDefault();
    const openOrders = announcer.openOrders();
    if (state === 'open' && openOrders > 0) void ask(openOrders);
    else if (state === 'open' || state === 'agreed') close();
  });

  const now = (): void => {
    if (state === 'open' || state === 'asking') state = 'agreed';
    app.quit();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGBREAK'] as const) process.on(signal, now);
  // Windows reports logoff and shutdown only to the window, and waits a few seconds.
  counter.window.on('query-session-end', now);
  counter.window.on('session-end', now);
  return now;
}
