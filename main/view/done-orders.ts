/** The kitchen's last finished orders, which can be recalled. */
import type { DoneOrder, Settings } from '../../contract/contract.ts';
import { kitchenOf } from '../orders/kitchen/kitchen.ts';
import type { OrderItem } from '../orders/order.ts';
import { shortText } from '../orders/text/short-order.ts';
import type { OrderRow } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';
import { mapYielding } from '../time/yielding.ts';
import { kindLabelOf, kindOf } from './card/status-label.ts';
import type { Feed } from './feed.ts';

const LAST_DONE = 20;
const WITHIN_MS = 24 * 3_600_000;
const MOST_ITEMS = 12;

interface DoneOrdersSources {
  store: Store;
  feed: Feed;
  settings: Settings;
  iso: (at: number) => string;
}

/** Newest first. `station`: null for the whole kitchen. */
export async function doneOrders(from: DoneOrdersSources, station: string | null): Promise<DoneOrder[]> {
  const { store, settings } = from;
  const orders = await mapYielding(lastDone(from, station), ({ orderId, at }) => {
    const row = store.orders.get(orderId);
    return row && row.stage !== 'rejected' ? [asDone(row, at, itemsAt(row, station, store, settings))] : [];
  });
  return orders.flat();
}

/** IDs and times, including rejected orders; reads no order. */
export function lastDone(
  { store, feed, iso }: Omit<DoneOrdersSources, 'settings'>,
  station: string | null,
): { orderId: string; at: string }[] {
  const done =
    station === null
      ? madeReady(store, feed)
      : store.kitchen.lastDone(station, store.now() - WITHIN_MS, LAST_DONE).map(({ orderId, at }) => ({ orderId, at: iso(at) }));
  return done.slice(0, LAST_DONE);
}

/** From the feed, which holds the day's orders. */
function madeReady(store: Store, feed: Feed): { orderId: string; at: string }[] {
  return feed
    .ids('orders')
    .flatMap((orderId) => {
      const column = feed.get('orders', orderId)?.column;
      const at = column === 'ready' || column === 'ended' ? (store.history.get(orderId)?.readyAt ?? null) : null;
      return at === null ? [] : [{ orderId, at: new Date(at).toISOString() }];
    })
    .sort((one, other) => other.at.localeCompare(one.at));
}

function itemsAt({ order }: OrderRow, station: string | null, store: Store, { kitchen }: Settings): readonly OrderItem[] {
  if (station === null) return order.items;
  const { lines } = kitchenOf(order, kitchen.stations, store.kitchen.of(order.id));
  return order.items.filter((_, at) => lines[at]?.stations.includes(station));
}

function asDone({ order }: OrderRow, at: string, items: readonly OrderItem[]): DoneOrder {
  return {
    orderId: order.id,
    number: order.number,
    kind: kindOf(order),
    kindLabel: kindLabelOf(order),
    at,
    items: items.slice(0, MOST_ITEMS).map(({ name, count }) => ({ name: name && shortText(name, 'name', '…'), count })),
    left: Math.max(0, items.length - MOST_ITEMS),
  };
}
