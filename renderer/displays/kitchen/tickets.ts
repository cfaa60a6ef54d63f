/** A kitchen display's tickets and lines: of a station, of all, at the pass, or ready. Pure. */
import { EVERYTHING, EXPO, type KitchenItem, type KitchenOrder, type KitchenTicket, READY } from '../../../contract/contract.ts';

/** What a display shows: a station (its ID), or EVERYTHING, EXPO (the pass) or READY. */
export type Tab = string;

export interface TicketLine {
  /** Index in the order. */
  at: number;
  item: KitchenItem;
  /** Null if the dish can't be marked as done. */
  key: string | null;
  done: boolean;
}

export interface Ticket {
  order: KitchenOrder;
  lines: TicketLine[];
  /** Tickets of this display's station, or of all stations. */
  own: KitchenTicket[];
  /** Open tickets of other stations. */
  others: KitchenTicket[];
  isDone: boolean;
  isRecalled: boolean;
  isFirst: boolean;
  /** When to start here (ISO UTC); null for at once. */
  startAt: string | null;
}

/** Priority tickets first, then those longest in the kitchen. `kind` leaves out no cancelled or recalled ones. */
export function ticketsOf(orders: readonly KitchenOrder[], tab: Tab, kind: KitchenOrder['kind'] | null = null): Ticket[] {
  return orders
    .filter((order) => isShown(order, tab))
    .map((order) => ticketOf(order, tab))
    .filter(({ order, isRecalled }) => kind === null || order.kind === kind || order.cancelled !== null || isRecalled)
    .sort((a, b) => Number(b.isFirst) - Number(a.isFirst) || compare(since(a.order), since(b.order)) || compare(a.order.id, b.order.id));
}

export function isStation(tab: Tab): boolean {
  return tab !== EVERYTHING && tab !== EXPO && tab !== READY;
}

function isShown({ column, kitchen }: KitchenOrder, tab: Tab): boolean {
  if (tab === READY) return column === 'ready';
  // Orders without station data are on every display.
  if (kitchen === null) return column === 'preparing';
  if (!isStation(tab)) return column === 'preparing' || kitchen.tickets.some(({ recalled }) => recalled);
  const own = kitchen.tickets.find(({ station }) => station === tab);
  return own !== undefined && (own.recalled || (column === 'preparing' && own.finishedAt === null));
}

export function ticketOf(order: KitchenOrder, tab: Tab): Ticket {
  const { kitchen } = order;
  const isOwn = (station: string) => !isStation(tab) || station === tab;
  const tickets = kitchen?.tickets ?? [];
  const own = tickets.filter(({ station }) => isOwn(station));
  const lines = order.items.flatMap((item, at): TicketLine[] => {
    const line = kitchen?.lines[at];
    if (line === undefined) return [{ at, item, key: null, done: false }];
    const its = line.stations.filter(isOwn);
    return its.length === 0 ? [] : [{ at, item, key: line.key, done: its.every((station) => line.doneAt.includes(station)) }];
  });
  const starts = own.map(({ startAt }) => startAt);
  return {
    order,
    lines,
    own,
    others: tickets.filter(({ station, left }) => !isOwn(station) && left > 0),
    isDone: own.length > 0 && own.every(({ count, left, finishedAt }) => (count > 0 ? left === 0 : finishedAt !== null)),
    isRecalled: own.some(({ recalled }) => recalled),
    isFirst: kitchen?.priority ?? false,
    startAt: starts.length > 0 && !starts.includes(null) ? (starts.toSorted((a, b) => compare(a ?? '', b ?? ''))[0] ?? null) : null,
  };
}

/** `group`: the option's name; null for a dish. */
export interface Total {
  group: string | null;
  name: string | null;
  count: number;
}

/** Open dishes, most first. */
export const allDay = (tickets: readonly Ticket[]): Total[] =>
  totalsOf(openItems(tickets).map(({ name, count }) => ({ group: null, name, count })));

/** Options of open dishes, counted for each portion. */
export const optionsAllDay = (tickets: readonly Ticket[]): Total[] =>
  totalsOf(
    openItems(tickets).flatMap((item) =>
      item.options.map(({ group, value, count }) => ({ group: group.trim(), name: value, count: count * item.count })),
    ),
  );

const openItems = (tickets: readonly Ticket[]): KitchenItem[] =>
  tickets.flatMap(({ lines }) => lines.flatMap(({ item, done, key }) => (done || key === null ? [] : [item])));

function totalsOf(entries: readonly Total[]): Total[] {
  const totals = new Map<string, Total>();
  for (const entry of entries) {
    const key = JSON.stringify([entry.group, entry.name]);
    totals.set(key, { ...entry, count: entry.count + (totals.get(key)?.count ?? 0) });
  }
  const nameOf = ({ group, name }: Total) => `${group ?? ''} ${name ?? ''}`;
  return [...totals.values()].sort((a, b) => b.count - a.count || compare(nameOf(a), nameOf(b)));
}

export const since = ({ kitchen, placedAt }: KitchenOrder): string => kitchen?.since ?? placedAt ?? '';

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
