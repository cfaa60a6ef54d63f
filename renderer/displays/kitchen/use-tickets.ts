/** This display's tickets in pages and columns; unchanged while the screen is tapped. */
import { create } from 'zustand';
import type { KitchenOrder } from '../../../contract/contract.ts';
import { forgetCards, measureCards } from '../../layout/measure-cards.ts';
import { type Place, placesOf } from '../../state/places.ts';
import { ordersIn, readUiState, useUiState } from '../../state/ui-state.ts';
import { readHands, useHands } from '../../touch/hands.ts';
import { onDishSize } from './dish-size.ts';
import { onKind, readKind } from './kind.ts';
import { append, columnsIn, paginate, type Room, type Spot } from './pages.ts';
import { type Tab, ticketsOf } from './tickets.ts';
import { onTab, readTab } from './use-tab.ts';

interface OnDisplay {
  tab: Tab;
  kind: KitchenOrder['kind'] | null;
  page: number;
  pages: Place[][][];
  /** New or cancelled tickets on earlier and later pages. */
  news: { before: number; after: number };
}

/** `turned`: gaps close even while the screen is tapped. `fresh`: all tickets are placed again. */
type How = 'settled' | 'turned' | 'fresh';

const NOTHING: OnDisplay = { tab: '', kind: null, page: 0, pages: [], news: { before: 0, after: 0 } };
const NO_COLUMNS: Place[][] = [];
const useOnDisplay = create<OnDisplay>(() => NOTHING);

export const usePages = (): Pick<OnDisplay, 'page' | 'pages' | 'news'> => useOnDisplay();
const columnsOf = ({ page, pages }: OnDisplay): Place[][] => pages[page] ?? NO_COLUMNS;
export const useColumns = (): Place[][] => useOnDisplay(columnsOf);
const readColumns = (): Place[][] => columnsOf(useOnDisplay.getState());
export const readTickets = (): KitchenOrder[] =>
  readColumns().flatMap((column) => column.flatMap(({ order, gone }) => (gone ? [] : [order])));
export const readColumn = (orderId: string): number =>
  readColumns().findIndex((column) => column.some(({ order }) => order.id === orderId));

/** Null if the tickets' area isn't shown. */
let room: Room | null = null;
let places: Place[] = [];
let spots: ReadonlyMap<string, Spot> = new Map();
/** Orders that were on a visible page; null before the first ones. */
let seen: Set<string> | null = null;
/** How to correct a page that is drawn but not visible yet. */
let correcting: How = 'settled';
/** Heights of tickets on other pages are of another width or text size. */
let areHeightsOld = false;

/** Size of the tickets' area, CSS px at the usual size; null if it isn't shown. */
export function setRoom(next: { width: number; height: number } | null): void {
  const before = room;
  room = next && { columns: columnsIn(next.width), height: next.height };
  if (room === null) useOnDisplay.setState(NOTHING);
  else settle(room.columns === before?.columns && useOnDisplay.getState().pages.length > 0 ? 'settled' : 'fresh');
}

export function startTickets(): void {
  useUiState.subscribe((now, before) => {
    if (now.held?.state !== before.held?.state) settle('settled');
  });
  useHands.subscribe((now, before) => {
    if (now.on !== before.on) settle('settled');
  });
  for (const follow of [onTab, onKind, onDishSize]) follow(() => settle('fresh'));
}

/** False if there is no such page. */
export function turnTo(page: number): boolean {
  const { page: from, pages } = useOnDisplay.getState();
  if (page === from || pages[page] === undefined) return false;
  useOnDisplay.setState({ page });
  settle('turned');
  return true;
}

export const readPage = (): number => useOnDisplay.getState().page;

/** Called after rendering: corrects estimated heights before they are visible. */
export function layOutMeasured(): void {
  const before = whereOf(readColumns());
  if (areHeightsOld) forgetCards('.tickets');
  settle(correcting);
  areHeightsOld = false;
  if (whereOf(readColumns()) === before) correcting = 'settled';
}

export const whereOf = (columns: readonly Place[][]): string =>
  JSON.stringify(columns.map((column) => column.map(({ order }) => order.id)));

function settle(how: How): void {
  if (room === null) return;
  const before = useOnDisplay.getState();
  const [tab, kind] = [readTab(), readKind()];
  const isOther = tab !== before.tab || kind !== before.kind;
  const isFresh = how === 'fresh' || isOther;
  if (how !== 'settled' || isOther) correcting = isFresh ? 'fresh' : how;
  areHeightsOld ||= isFresh;
  const keep = readHands().on && how === 'settled' && !isOther;
  const held = ordersIn(readUiState());
  const orders = ticketsOf(Object.values(held), tab, kind).map(({ order }) => order);
  places = placesOf(isFresh ? [] : places, orders, keep);
  const known = isFresh ? new Map() : spots;
  const sized = measureCards('.tickets', places);
  const byId = new Map(sized.map((card) => [card.id, card]));
  const shown = isOther ? 0 : before.page;
  const urgentFirst = orders.flatMap(({ id }) => byId.get(id) ?? []);
  const laid = keep ? { ...append(sized, room, known), shown } : paginate(urgentFirst, room, known, shown);
  spots = laid.spots;
  const { columns } = room;
  const pages = Array.from({ length: laid.count }, (_, page) =>
    Array.from({ length: columns }, (_, column) => {
      const here = places.filter(({ order }) => spots.get(order.id)?.page === page && spots.get(order.id)?.column === column);
      // Priority tickets move up once the screen isn't tapped.
      return keep ? inOrderOf(before.pages[page]?.[column] ?? [], here) : firstFirst(here);
    }),
  );
  useOnDisplay.setState({ tab, kind, page: laid.shown, pages, news: newsOf(pages, laid.shown, Object.values(held)) });
}

function newsOf(pages: readonly Place[][][], page: number, held: readonly KitchenOrder[]): OnDisplay['news'] {
  const here = new Set((pages[page] ?? []).flat().map(({ order }) => order.id));
  const isSeen = ({ id, column }: KitchenOrder) =>
    here.has(id) || (seen === null ? column !== 'new' && column !== 'scheduled' : seen.has(id));
  const known = new Set(held.filter(isSeen).map(({ id }) => id));
  seen = known;
  const isNews = ({ order, gone }: Place) => !gone && (!known.has(order.id) || order.cancelled !== null);
  const count = (others: readonly Place[][][]) => others.flat(2).filter(isNews).length;
  return { before: count(pages.slice(0, page)), after: count(pages.slice(page + 1)) };
}

function firstFirst(column: Place[]): Place[] {
  const isFirst = ({ order }: Place) => order.kitchen?.priority === true;
  return [...column.filter(isFirst), ...column.filter((place) => !isFirst(place))];
}

function inOrderOf(before: readonly Place[], now: Place[]): Place[] {
  const at = new Map(before.map(({ order }, place) => [order.id, place]));
  return now.toSorted((a, b) => (at.get(a.order.id) ?? before.length) - (at.get(b.order.id) ?? before.length));
}
