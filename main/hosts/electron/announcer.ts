/** Tells of orders outside the window: the tray, the system's notifications and the task bar. */
import { join } from 'node:path';
import { app, type BrowserWindow, Menu, Notification, nativeImage, Tray } from 'electron';
import type { App } from '../../app.ts';
import type { Log } from '../../log.ts';
import { announcementOf, followCounter, type Light, type News } from './counter-news.ts';

/** Starts telling; returns its end. `iconDir` holds tray-quiet.png, tray-new.png, tray-trouble.png and tray-offline.png. */
export function announce(options: { app: App; window: BrowserWindow; show: () => void; iconDir: string; log: Log }): () => void {
  const { window, show, log } = options;
  const icon = (light: Light) => nativeImage.createFromPath(join(options.iconDir, `tray-${light}.png`));
  const follow = followCounter();
  const shown = new Map<string, Notification>();
  const tray = openTray();
  let light: Light = 'quiet';

  /** Some Linux desktops have no tray: starting Tillbridge again shows the window there. */
  function openTray(): Tray | null {
    try {
      const opened = new Tray(icon('quiet'));
      opened.setContextMenu(
        Menu.buildFromTemplate([
          { label: 'Show Tillbridge', click: show },
          { type: 'separator' },
          { label: 'Quit (orders are no longer received)', click: () => app.quit() },
        ]),
      );
      opened.on('click', show);
      return opened;
    } catch (error) {
      log.warn({ err: error }, 'this desktop has no tray');
      return null;
    }
  }

  function tell(news: News): void {
    tray?.setToolTip(news.tooltip);
    if (light !== news.light) tray?.setImage(icon(news.light));
    light = news.light;
    app.setBadgeCount(news.newOrders);
    for (const [id, notification] of shown) {
      if (news.ringing.has(id)) continue;
      notification.close();
      shown.delete(id);
    }
    if (window.isDestroyed()) return;
    if (news.arrived.length > 0 && !window.isFocused()) window.flashFrame(true);
    if (news.ringing.size === 0) window.flashFrame(false);
    if (!Notification.isSupported()) return;
    for (const order of news.arrived) {
      // Silent: the counter rings by itself.
      const notification = new Notification({ ...announcementOf(order), silent: true, urgency: 'critical', timeoutType: 'never' });
      notification.on('click', show);
      notification.show();
      shown.set(order.id, notification);
    }
  }

  const leave = options.app.watch((push) => tell(follow(push)));
  return () => {
    leave();
    for (const notification of shown.values()) notification.close();
    tray?.destroy();
  };
}
