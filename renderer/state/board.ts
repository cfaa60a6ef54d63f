/** The board's orders by column, most urgent first. */
import type { Column, KitchenOrder, OrderCard } from '../../contract/contract.ts';
import { entryOf } from './entry-of.ts';

export type Columns = Record<Column, OrderCard[]>;

const LAST = '~';

/** ISO UTC times sort as text. Orders that wait for an answer come first. */
const sortKey: Record<Column, (order: OrderCard) => string> = {
  new: (order) => order.deadline?.at ?? LAST,
  scheduled: (order) => (order.deadline ? `0 ${order.deadline.at}` : `1 ${order.preorderFor ?? LAST}`),
  preparing: (order) => order.pickupAt ?? LAST,
  ready: (order) => order.pickupAt ?? LAST,
  ended: (order) => order.endedAt ?? '',
};

/** Equally urgent orders are sorted by the time they were placed; ended orders are newest first. */
export function columnsOf(orders: Record<string, OrderCard>): Columns {
  const columns: Columns = { new: [], scheduled: [], preparing: [], ready: [], ended: [] };
  for (const order of Object.values(orders)) columns[order.column].push(order);
  for (const name of Object.keys(columns) as Column[]) {
    const key = sortKey[name];
    columns[name].sort((a, b) => compare(key(a), key(b)) || compare(a.placedAt ?? '', b.placedAt ?? '') || compare(a.id, b.id));
  }
  columns.ended.reverse();
  return columns;
}

/** An order stays above the next one if that is due at most this much earlier, ms, as courier times change often. */
const SLACK_MS = 120_000;
const SLACK_NEW_MS = 15_000;
/** Times for orders that belong first or last, ms. */
const FIRST = -1e15;
const BEHIND = 1e15;

/** Whether no order is behind one that is due much later. */
export function isInOrder(column: Exclude<Column, 'ended'>, orders: readonly OrderCard[]): boolean {
  const slack = column === 'new' ? SLACK_NEW_MS : SLACK_MS;
  let latest = Number.NEGATIVE_INFINITY;
  return orders.every((order) => {
    const moment = momentOf(column, order);
    const isBehind = latest - moment <= slack;
    latest = Math.max(latest, moment);
    return isBehind;
  });
}

function momentOf(column: Exclude<Column, 'ended'>, { deadline, preorderFor, pickupAt }: OrderCard): number {
  if (column === 'scheduled' && deadline) return FIRST + Date.parse(deadline.at);
  const at = column === 'new' ? deadline?.at : column === 'scheduled' ? preorderFor : pickupAt;
  return at ? Date.parse(at) : BEHIND;
}

/** Unseen orders, most urgent first. `muted`: seen on this screen a moment ago. */
export function alertingOrders(orders: Record<string, KitchenOrder>, muted: Record<string, true>): KitchenOrder[] {
  return Object.values(orders)
    .filter((order) => order.alerting && !entryOf(muted, order.id))
    .sort((a, b) => compare(a.deadline?.at ?? LAST, b.deadline?.at ?? LAST) || compare(a.placedAt ?? '', b.placedAt ?? ''));
}

/** The alerting orders that the strip announces: new ones first. Pre-order reminders are announced one at a time. */
export function firstToAnnounce(alerting: KitchenOrder[]): KitchenOrder[] {
  const others = alerting.filter(({ column, trouble }) => column !== 'scheduled' || trouble.some(({ code }) => code === 'contradicted'));
  return others.length > 0 ? others : alerting.slice(0, 1);
}

/** Orders canceled during preparation that staff haven't confirmed, oldest first. `muted`: seen on this screen a moment ago. */
export function stoppedOrders(orders: Record<string, KitchenOrder>, muted: Record<string, true>): KitchenOrder[] {
  return Object.values(orders)
    .filter(({ id, cancelled }) => cancelled === 'unseen' && !entryOf(muted, id))
    .sort((a, b) => compare(a.endedAt ?? LAST, b.endedAt ?? LAST));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
