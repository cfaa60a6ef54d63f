/** The palette's entries. Each only opens something: a screen, an order, or a dialog. */
import type { AppView, OrderCard, VenueView } from '../../contract/contract.ts';
import { isFound, textOf } from '../board/find/found.ts';
import { ordersWith } from '../menu/order/orders-with.ts';
import type { IconName } from '../parts/icons.tsx';
import { screensIn } from '../screens.tsx';
import { AREAS, findAreas } from '../settings/areas.ts';
import { bulkMoves } from '../state/bulk-moves.ts';
import { may, PAUSE_MINUTES, type PageRights, RUSH_MINUTES, setUiState, type UiState } from '../state/ui-state.ts';
import { say, t } from '../words.ts';
import { argumentOf, bestMatches, type Findable } from './match.ts';

export interface Entry extends Findable {
  id: string;
  icon: IconName;
  hint?: string | undefined;
  go: () => void;
}

/** `onHours`: opens a venue's opening hours. */
export interface Found {
  app: AppView;
  page: PageRights;
  orders: readonly OrderCard[];
  venues: readonly VenueView[];
  onHours: (venue: VenueView) => void;
}

const MOST = 12;

/** The best matches, then entries that search in other screens. */
export function entriesFor(typed: string, now: Found): Entry[] {
  const all = [...orderEntries(now), ...commands(now), ...screens(now), ...dishEntries(now), ...(isCounter(now) ? settings(typed) : [])];
  return [...bestMatches(all, typed, MOST), ...(typed.trim() === '' ? [] : elsewhere(typed, now))];
}

const to = (change: Partial<UiState>) => () => setUiState(change);
const isCounter = ({ page }: Found): boolean => page.view === 'counter';
const isOpen = ({ column }: OrderCard): boolean => column !== 'ended';

function orderEntries({ orders }: Found): Entry[] {
  return orders.filter(isOpen).map((order) => ({
    id: `order ${order.id}`,
    icon: order.kind,
    name: t('card.name', { number: order.number }),
    words: textOf(order),
    hint: [order.customer, say(order.statusLabel)].filter(Boolean).join(' · '),
    whenTyped: true,
    go: to({ openOrder: order.id }),
  }));
}

function commands(now: Found): Entry[] {
  const { orders, page } = now;
  const several = (['accept', 'ready'] as const).filter((move) => bulkMoves(move, orders));
  return [
    ...several.map(
      (move): Entry => ({
        id: move,
        icon: move === 'accept' ? 'check' : 'double-check',
        name: t(`several.open.${move}`),
        go: to({ screen: 'board', several: move }),
      }),
    ),
    ...(may(page, 'pause') ? pauses() : []),
    ...(isCounter(now) ? ofCounter(now) : []),
    { id: 'health', icon: 'pulse', name: t('status.label'), go: to({ healthOpen: true }) },
  ];
}

function pauses(): Entry[] {
  return [
    { id: 'pause', icon: 'pause', name: t('sale.open'), words: t('sale.title'), go: to({ pauseOpen: true }) },
    ...PAUSE_MINUTES.map((minutes): Entry => {
      const name = t('palette.with', { name: t('sale.open'), value: t('time.minutes', { count: Number(minutes) }) });
      return { id: `pause ${minutes}`, icon: 'pause', name, whenTyped: true, go: to({ pauseOpen: true, pauseEnd: minutes }) };
    }),
  ];
}

function ofCounter({ venues, onHours }: Found): Entry[] {
  return [
    { id: 'rush', icon: 'flame', name: t('rush.open'), go: to({ rushOpen: true }) },
    ...RUSH_MINUTES.map((minutes): Entry => {
      const name = t('palette.with', { name: t('rush.open'), value: t('actions.plusMinutes', { minutes: Number(minutes) }) });
      return { id: `rush ${minutes}`, icon: 'flame', name, whenTyped: true, go: to({ rushOpen: true, rushMinutes: minutes }) };
    }),
    { id: 'self-test', icon: 'check', name: t('selfTest.open'), go: to({ selfTestOpen: true }) },
    ...venues.map((venue): Entry => {
      const name = venues.length > 1 ? t('palette.with', { name: t('hours.title'), value: venue.name }) : t('hours.title');
      return { id: `hours ${venue.id}`, icon: 'clock', name, whenTyped: true, go: () => onHours(venue) };
    }),
  ];
}

const screens = ({ app, page }: Found): Entry[] =>
  screensIn(app, page, 'bar', 'bar-folds', 'menu').map(({ to: screen, icon }) => ({
    id: `screen ${screen}`,
    icon,
    name: t(`nav.${screen}`),
    go: to({ screen, setUp: null }),
  }));

/** A dish of open orders is one entry, with one of its orders. */
function dishEntries({ orders, page }: Found): Entry[] {
  if (!may(page, 'sold-out')) return [];
  const dishes = new Map<string, Entry>();
  for (const { id: orderId, venueId, items } of orders.filter(isOpen))
    for (const [place, { name }] of items.entries()) {
      const id = `dish ${venueId} ${name}`;
      if (name === null || dishes.has(id)) continue;
      const numbers = ordersWith(orders, venueId, name);
      dishes.set(id, {
        id,
        icon: 'list',
        name: t('menu.soldOutNamed', { name }),
        hint: t('menu.order.open', { count: numbers.length, numbers: numbers.join(', ') }),
        whenTyped: true,
        go: to({ sellingOut: { orderId, place } }),
      });
    }
  return [...dishes.values()];
}

function settings(typed: string): Entry[] {
  return findAreas(typed).map(({ id, by }) => ({
    id: `settings ${id}`,
    icon: AREAS.find((area) => area.id === id)?.icon ?? 'gear',
    name: t(`settings.areas.${id}`),
    words: [t('nav.settings'), by ?? ''].join(' '),
    hint: [t('nav.settings'), by].filter(Boolean).join(' · '),
    whenTyped: true,
    go: to({ screen: 'settings', settingsArea: id, setUp: null }),
  }));
}

function elsewhere(typed: string, { orders, page }: Found): Entry[] {
  const dish = argumentOf(typed, t('menu.soldOut')) || typed.trim();
  const isOnBoard = orders.some((order) => isOpen(order) && !order.alerting && isFound(order, dish));
  return [
    ...(isOnBoard
      ? [{ id: 'board', icon: 'search' as const, name: t('palette.onBoard', { text: dish }), go: to({ screen: 'board', find: dish }) }]
      : []),
    ...(may(page, 'sold-out')
      ? [{ id: 'menu', icon: 'search' as const, name: t('palette.inMenu', { text: dish }), go: to({ screen: 'menu', menuFind: dish }) }]
      : []),
  ];
}
