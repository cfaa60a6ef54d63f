/** The screens, in the order of bar and menu. Titles are in the catalog (`nav`), which also types the names. */
import { type ComponentType, lazy } from 'react';
import type { AppView } from '../contract/contract.ts';
import { Board } from './board/board.tsx';
import { Diagnostics } from './diagnostics/diagnostics.tsx';
import { Kitchen } from './displays/kitchen/kitchen.tsx';
import type { IconName } from './parts/icons.tsx';
import { SaleMenu } from './sale/sale-menu.tsx';
import { may, mayOfAllVenues, type PageRights, type Screen, useApp, useUiState } from './state/ui-state.ts';

interface ScreenPlace {
  icon: IconName;
  /** `bar`: in the bar. `bar-folds`: in its menu if the bar is too narrow. `menu`: always in the menu. */
  in: 'bar' | 'bar-folds' | 'menu';
  /** Whether the screen exists on this page now; absent: always. */
  isThere?: (app: AppView, page: PageRights) => boolean;
  /** Reloads on a language change, because main formats its amounts. It has no input to lose. */
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

/** A loaded screen must not suspend: React shows suspended content after 300 ms at the earliest. */
function Menu() {
  const Fetched = fetchedMenuScreen ?? LazyMenu;
  return <Fetched links={(venue) => <SaleMenu venue={venue} pages={['hours', 'file']} quiet />} />;
}

function isCounter(_: AppView, { view }: PageRights): boolean {
  return view === 'counter';
}

/** Lazy screens load on first use, so that the board appears sooner. */
export const SCREENS: Record<Screen, ScreenPlace> = {
  board: { icon: 'board', in: 'bar', Draw: Board },
  kitchen: { icon: 'kitchen', in: 'bar', isThere: (_, { station }) => station?.zones?.includes('preparing') !== false, Draw: Kitchen },
  courier: {
    icon: 'delivery',
    in: 'bar-folds',
    isThere: ({ couriers }, { view }) => couriers && view === 'counter',
    Draw: lazy(async () => ({ default: (await import('./courier/courier-desk.tsx')).CourierDesk })),
  },
  menu: { icon: 'list', in: 'bar-folds', isThere: (_, page) => may(page, 'sold-out'), Draw: Menu },
  history: {
    icon: 'clock',
    in: 'bar-folds',
    isThere: (_, page) => mayOfAllVenues(page, 'reports'),
    asksAgain: true,
    Draw: lazy(async () => ({ default: (await import('./history/history-screen.tsx')).HistoryScreen })),
  },
  settings: {
    icon: 'gear',
    in: 'menu',
    isThere: isCounter,
    Draw: lazy(async () => ({ default: (await import('./settings/settings.tsx')).Settings })),
  },
  diagnostics: { icon: 'pulse', in: 'menu', isThere: isCounter, asksAgain: true, Draw: Diagnostics },
};

export const screensIn = (app: AppView, page: PageRights, ...places: ScreenPlace['in'][]) =>
  (Object.keys(SCREENS) as Screen[]).flatMap((to) => {
    const { icon, in: place, isThere } = SCREENS[to];
    return places.includes(place) && (isThere?.(app, page) ?? true) ? [{ to, icon }] : [];
  });

export function useScreensIn(...places: ScreenPlace['in'][]) {
  const app = useApp();
  const view = useUiState((counter) => counter.view);
  const station = useUiState((counter) => counter.station);
  return app ? screensIn(app, { view, station }, ...places) : [];
}
