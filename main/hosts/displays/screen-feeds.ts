/** The feeds of paired screens: one for each distinct view, however many screens show it. */
import { customerOrder, type PairedScreen } from '../../../contract/contract.ts';
import type { App } from '../../app/app.ts';
import { customerApp, kitchenApp, kitchenOrder } from './display-views.ts';
import { type IdOf, type Projection, project } from './projection.ts';
import { stationView } from './station-view.ts';

export type ScreenFeed =
  | ({ view: 'station' } & Projection<'counter'>)
  | ({ view: 'kitchen' } & Projection<'kitchen'>)
  | ({ view: 'customer' } & Projection<'customer'>);

export interface ScreenFeeds {
  of(screen: PairedScreen): ScreenFeed;
  stop(): void;
}

export function openScreenFeeds(app: Pick<App, 'watch'>): ScreenFeeds {
  const feeds = new Map<string, ScreenFeed>();

  function open(screen: PairedScreen, onUnwatched: () => void): ScreenFeed {
    const watch = (onPush: Parameters<App['watch']>[0]) => app.watch(onPush);
    switch (screen.view) {
      case 'station':
        return { view: 'station', ...project('counter', watch, stationView(screen), undefined, onUnwatched) };
      case 'kitchen': {
        const { station } = screen;
        return {
          view: 'kitchen',
          ...project('kitchen', watch, { app: (view) => kitchenApp(view, station), orders: kitchenOrder }, undefined, onUnwatched),
        };
      }
      case 'customer':
        return {
          view: 'customer',
          ...project('customer', watch, { app: customerApp, orders: customerOrder }, runningNumbers(), onUnwatched),
        };
    }
  }

  return {
    of(screen) {
      const key = keyOf(screen);
      const known = feeds.get(key);
      if (known) return known;
      // Without a screen, a feed costs nothing.
      const opened = open(screen, () => {
        feeds.get(key)?.stop();
        feeds.delete(key);
      });
      feeds.set(key, opened);
      return opened;
    },
    stop() {
      for (const feed of feeds.values()) feed.stop();
      feeds.clear();
    },
  };
}

/** Screens with the same key are sent the same. */
function keyOf(screen: PairedScreen): string {
  if (screen.view !== 'station') return JSON.stringify([screen.view, screen.view === 'kitchen' ? screen.station : null]);
  return JSON.stringify(['station', screen.rights, screen.venues, screen.zones]);
}

const MOST_NUMBERS = 1_000;

/** Customer displays get running numbers, so that order IDs aren't exposed. */
function runningNumbers(): IdOf {
  const numbers = new Map<string, string>();
  let last = 0;
  return (topic, id, isShown, isHeld) => {
    if (topic !== 'orders') return id;
    const known = numbers.get(id);
    if (known !== undefined || !isShown) return known ?? null;
    last += 1;
    const number = String(last).padStart(9, '0');
    numbers.set(id, number);
    // An order's number is forgotten after a thousand more orders, unless it's still shown.
    for (const [old, held] of numbers) if (numbers.size > MOST_NUMBERS && old !== id && !isHeld(held)) numbers.delete(old);
    return number;
  };
}
