/** This display's tickets and columns; unchanged while the screen is tapped. */
import { create } from 'zustand';
import type { KitchenOrder } from '../../../contract/contract.ts';
import { measureCards } from '../../layout/measure-cards.ts';
import { type Place, placesOf } from '../../state/places.ts';
import { ordersIn, readUiState, useUiState } from '../../state/ui-state.ts';
import { readHands, useHands } from '../../touch/hands.ts';
import { assignColumns, columnsIn } from './columns.ts';
import { onDishSize } from './dish-size.ts';
import { type Tab, ticketsOf } from './tickets.ts';
import { onTab, readTab } from './use-tab.ts';

interface OnDisplay {
  tab: Tab;
  columns: Place[][];
}

const useOnDisplay = create<OnDisplay>(() => ({ tab: '', columns: [] }));

export const useColumns = () => useOnDisplay(({ columns }) => columns);
export const readTickets = (): KitchenOrder[] =>
  useOnDisplay
    .getState()
    .columns.flat()
    .flatMap(({ order, gone }) => (gone ? [] : [order]));
export const readColumn = (orderId: string): number =>
  useOnDisplay.getState().columns.findIndex((column) => column.some(({ order }) => order.id === orderId));

/** Width of the tickets' area, CSS px at the usual size; null if it isn't shown. */
let width: number | null = null;
let places: Place[] = [];
let lanes: ReadonlyMap<string, number> = new Map();

export function setWidth(next: number | null): void {
  const isOther = next !== null && columnsIn(next) !== columnsIn(width ?? 0);
  width = next;
  if (next === null) useOnDisplay.setState({ columns: [] });
  else settle(isOther || useOnDisplay.getState().columns.length === 0);
}

export function startTickets(): void {
  useUiState.subscribe((now, before) => {
    if (now.held?.state !== before.held?.state) settle(false);
  });
  useHands.subscribe((now, before) => {
    if (now.on !== before.on) settle(false);
  });
  onTab(() => settle(true));
  onDishSize(() => settle(true));
}

/** Called after rendering: corrects estimated heights before they are visible. */
export const layOutMeasured = (): void => settle(true);

/** `fresh`: another view, text size or number of columns places all tickets again. */
function settle(fresh: boolean): void {
  if (width === null) return;
  const tab = readTab();
  const isOther = fresh || tab !== useOnDisplay.getState().tab;
  const keep = readHands().on && !isOther;
  const tickets = ticketsOf(Object.values(ordersIn(readUiState())), tab);
  const count = columnsIn(width);
  places = placesOf(
    isOther ? [] : places,
    tickets.map(({ order }) => order),
    keep,
  );
  lanes = assignColumns(measureCards('.tickets', places), count, isOther ? new Map() : lanes);
  const columns = Array.from({ length: count }, (_, lane) => {
    const here = places.filter(({ order }) => lanes.get(order.id) === lane);
    // Priority tickets move up once the screen isn't tapped.
    return keep ? inOrderOf(useOnDisplay.getState().columns[lane] ?? [], here) : firstFirst(here);
  });
  useOnDisplay.setState({ tab, columns });
}

function firstFirst(column: Place[]): Place[] {
  const isFirst = ({ order }: Place) => order.kitchen?.priority === true;
  return [...column.filter(isFirst), ...column.filter((place) => !isFirst(place))];
}

function inOrderOf(before: readonly Place[], now: Place[]): Place[] {
  const at = new Map(before.map(({ order }, place) => [order.id, place]));
  return now.toSorted((a, b) => (at.get(a.order.id) ?? before.length) - (at.get(b.order.id) ?? before.length));
}
