/** Announces orders by tray, system notifications, and task bar. */

import { app, type BrowserWindow, Menu, type MenuItemConstructorOptions, Notification, nativeImage, nativeTheme, Tray } from 'electron';
import type { Answer, OrderCard } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import type { App } from '../../app/app.ts';
import type { Log } from '../../app/log.ts';
import { trayPicture } from './tray-picture.ts';
import { announcementOf, followTrayState, type TrayState } from './tray-state.ts';

export interface Announcer {
  openOrders(): number;
  stop(): void;
}

const BUTTONS = { accept: message('actions.accept'), open: message('tray.open') };
const PAUSE_MINUTES = 10;
/** Rechecks the state, since orders become late without any event. */
const LOOK_AGAIN_MS = 15_000;

export function announce(options: { app: App; window: BrowserWindow; show: () => void; openLog: () => void; log: Log }): Announcer {
  const { window, show, log } = options;
  const { say } = options.app;
  const follow = followTrayState(options.app.time.wall, say);
  const shown = new Map<string, Notification>();
  let news: TrayState | null = null;
  let drawn = '';
  let menuWords = '';
  const tray = openTray();

  /** Some Linux desktops have no tray; there, starting Tillbridge again shows the window. */
  function openTray(): Tray | null {
    try {
      const opened = new Tray(nativeImage.createEmpty());
      opened.on('click', show);
      return opened;
    } catch (error) {
      log.warn({ err: error }, 'this desktop has no tray');
      return null;
    }
  }

  function menu({ soundPaused, printers }: TrayState): Menu {
    const items: MenuItemConstructorOptions[] = [
      { label: say(message('tray.show')), click: show },
      { type: 'separator' },
      soundPaused
        ? { label: say(message('tray.turnAlarmOn')), click: () => act('sound.pause', { minutes: 0 }) }
        : {
            label: say(message('tray.pauseAlarm', { minutes: PAUSE_MINUTES })),
            click: () => act('sound.pause', { minutes: PAUSE_MINUTES }),
          },
      ...printers.map(({ id, name }) => ({
        label: say(message('tray.testPrint', { name })),
        click: () => act('printer.test', { printerId: id }),
      })),
      { type: 'separator' },
      { label: say(message('tray.openLogFolder')), click: options.openLog },
      { label: say(message('tray.quit')), click: () => app.quit() },
    ];
    return Menu.buildFromTemplate(items);
  }

  /** Failed calls show the main screen, which reports them. */
  async function act(call: string, input: unknown): Promise<void> {
    const answer: Answer<unknown> = await options.app.call(call, input);
    if (answer.ok) return;
    log.warn({ call, code: answer.problem.code }, 'what was asked for outside the window did not work');
    show();
  }

  async function draw({ light, count }: TrayState): Promise<void> {
    const state = { light, count, dark: nativeTheme.shouldUseDarkColors };
    const key = JSON.stringify(state);
    if (key === drawn) return;
    drawn = key;
    const picture = await trayPicture(state);
    if (drawn === key && !tray?.isDestroyed()) tray?.setImage(nativeImage.createFromBuffer(picture, { scaleFactor: 2 }));
  }

  function announceOrder(order: OrderCard): void {
    // Silent, since the main screen rings. Systems with notification buttons can accept with one tap.
    const actions = order.actions.some(({ name }) => name === 'accept') ? (['accept', 'open'] as const) : (['open'] as const);
    const notification = new Notification({
      ...announcementOf(order, say),
      silent: true,
      urgency: 'critical',
      timeoutType: 'never',
      actions: actions.map((name) => ({ type: 'button', text: say(BUTTONS[name]) })),
    });
    notification.on('click', show);
    notification.on('action', (_event, index) => {
      if (actions[index] === 'accept') void act('order.accept', { orderId: order.id, extraMinutes: null });
      else show();
    });
    shown.get(order.id)?.close();
    notification.show();
    shown.set(order.id, notification);
  }

  function announce(next: TrayState): void {
    const { arrived, ringing } = next;
    const words = say(message('tray.show'));
    if (
      tray &&
      (words !== menuWords || news?.soundPaused !== next.soundPaused || JSON.stringify(news.printers) !== JSON.stringify(next.printers))
    )
      tray.setContextMenu(menu(next));
    menuWords = words;
    news = next;
    tray?.setToolTip(next.tooltip);
    draw(next).catch((error: unknown) => log.warn({ err: error }, 'the tray picture was not drawn'));
    app.setBadgeCount(next.newOrders);
    for (const [id, notification] of shown) {
      if (ringing.has(id)) continue;
      notification.close();
      shown.delete(id);
    }
    if (window.isDestroyed()) return;
    if (arrived.length > 0 && !window.isFocused()) {
      if (options.app.desktop.get().come_to_front) show();
      else window.flashFrame(true);
    }
    if (ringing.size === 0) window.flashFrame(false);
    if (Notification.isSupported()) arrived.forEach(announceOrder);
  }

  const watching = options.app.watch((push) => announce(follow(push)));
  const again = (): void => announce(follow(null));
  nativeTheme.on('updated', again);
  const stopLooking = options.app.time.every(LOOK_AGAIN_MS, again);
  return {
    openOrders: () => news?.openOrders ?? 0,
    stop() {
      watching.leave();
      stopLooking();
      nativeTheme.off('updated', again);
      for (const notification of shown.values()) notification.close();
      tray?.destroy();
    },
  };
}
