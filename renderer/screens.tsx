/**
 * The screens, in the order of the bar and its menu. Only this list names them; their titles are in the catalogue (`nav`), which also
 * types the names.
 */
import { type ComponentType, lazy } from 'react';
import type { AppView } from '../contract/contract.ts';
import { Board } from './board/board.tsx';
import { Diagnostics } from './diagnostics/diagnostics.tsx';
import { Kitchen } from './displays/kitchen/kitchen.tsx';
import type { IconName } from './parts/icons.tsx';
import { SaleMenu } from './sale/sale-menu.tsx';
import type { Screen } from './state/counter.ts';

interface ScreenPlace {
  icon: IconName;
  /** In the bar; `bar-folds`: behind its menu where it is too narrow for all of them; or always behind the menu. */
  in: 'bar' | 'bar-folds' | 'menu';
  /** Absent: always. */
  isThere?: (app: AppView) => boolean;
  /** It asks again when the language changes: what the bridge answered has its amounts written as the language of then, and nothing is filled in there. */
  asksAgain?: true;
  Draw: ComponentType;
}

type MenuScreen = typeof import('./menu/menu-screen.tsx').MenuScreen;
let fetchedMenuScreen: MenuScreen | null = null;
export async function fetchMenuScreen(): Promise<{ default: MenuScreen }> {
  fetchedMenuScreen = (await import('./menu/menu-screen.tsx')).MenuScreen;
  return { default: fetchedMenuScreen };
}
const LazyMenu = lazy(fetchMenuScreen);

/** What is there need not be awaited: React draws what it had to wait for no sooner than 300 ms later. */
function Menu() {
  const Fetched = fetchedMenuScreen ?? LazyMenu;
  return <Fetched links={(venue) => <SaleMenu venue={venue} pages={['hours', 'file']} quiet />} />;
}

/** The lazy ones are fetched when someone goes there: the board is on the screen sooner without them. */
export const SCREENS: Record<Screen, ScreenPlace> = {
  board: { icon: 'board', in: 'bar', Draw: Board },
  kitchen: { icon: 'kitchen', in: 'bar', Draw: Kitchen },
  courier: {
    icon: 'delivery',
    in: 'bar-folds',
    isThere: ({ couriers }) => couriers,
    Draw: lazy(async () => ({ default: (await import('./courier/courier-desk.tsx')).CourierDesk })),
  },
  menu: { icon: 'list', in: 'bar-folds', Draw: Menu },
  history: {
    icon: 'clock',
    in: 'bar-folds',
    asksAgain: true,
    Draw: lazy(async () => ({ default: (await import('./history/history-screen.tsx')).HistoryScreen })),
  },
  settings: {
    icon: 'gear',
    in: 'menu',
    Draw: lazy(async () => ({ default: (await import('./settings/settings.tsx')).Settings })),
  },
  diagnostics: { icon: 'pulse', in: 'menu', asksAgain: true, Draw: Diagnostics },
};

/** Those that are there, in the bar or behind its menu. */
export const screensIn = (app: AppView, ...places: ScreenPlace['in'][]) =>
  (Object.keys(SCREENS) as Screen[]).flatMap((to) => {
    const { icon, in: place, isThere } = SCREENS[to];
    return places.includes(place) && (isThere?.(app) ?? true) ? [{ to, icon }] : [];
  });
