/** The orders of each column of the board, the most urgent at the top. */
import type { Column, OrderCard } from '../../contract/contract.ts';
import { entryOf } from './entry-of.ts';

export type Columns = Record<Column, OrderCard[]>;

const LAST = '~';

/** The text each column is sorted by; ISO UTC times sort as text. An order that waits for an answer stands before those that do not. */
const sortKey: Record<Column, (order: OrderCard) => string> = {
  new: (order) => order.deadline?.at ?? LAST,
  scheduled: (order) => (order.deadline ? `0 ${order.deadline.at}` : `1 ${order.preorderFor ?? LAST}`),
  preparing: (order) => order.pickupAt ?? LAST,
  ready: (order) => order.pickupAt ?? LAST,
  ended: (order) => order.endedAt ?? '',
};

/** Orders by column. Equal ones keep the order they were placed in; ended ones stand newest first. */
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

/** Cards don't change places over less, ms: a courier's time of arrival changes all the time. Of the time to answer less is left. */
const SLACK_MS = 120_000;
const SLACK_NEW_MS = 15_000;
/** Before all that have a time, and behind them, ms. */
const FIRST = -1e15;
const BEHIND = 1e15;

/** Whether no order of the column stands behind one that is due much later. */
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

/** Orders that no one has touched yet, the most pressing first; those in `muted` were touched here a moment ago. */
export function alertingOrders(orders: Record<string, OrderCard>, muted: Record<string, true>): OrderCard[] {
  return Object.values(orders)
    .filter((order) => order.alerting && !entryOf(muted, order.id))
    .sort((a, b) => compare(a.deadline?.at ?? LAST, b.deadline?.at ?? LAST) || compare(a.placedAt ?? '', b.placedAt ?? ''));
}

/**
 * What the strip speaks of and leads to, of all that ring: while there is anything new, that; a reminder of a pre-order is no new order,
 * and each is told of by itself.
 */
export function firstToAnnounce(alerting: OrderCard[]): OrderCard[] {
  const others = alerting.filter(({ column, trouble }) => column !== 'scheduled' || trouble.some(({ code }) => code === 'contradicted'));
  return others.length > 0 ? others : alerting.slice(0, 1);
}

/** Orders that were cancelled while they were cooked and that no one has answered, the first to end first; `muted` as above. */
export function stoppedOrders(orders: Record<string, OrderCard>, muted: Record<string, true>): OrderCard[] {
  return Object.values(orders)
    .filter(({ id, cancelled }) => cancelled === 'unseen' && !entryOf(muted, id))
    .sort((a, b) => compare(a.endedAt ?? LAST, b.endedAt ?? LAST));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
