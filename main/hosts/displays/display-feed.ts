/** The shared state of all displays of one kind; sends only changes they draw. */
import {
  type Change,
  customerOrder,
  type DisplayView,
  type PageStates,
  type Snapshot,
  type StatePush,
} from '../../../contract/contract.ts';
import type { App, Watching } from '../../app/app.ts';
import { customerApp, kitchenApp, kitchenOrder } from './display-views.ts';

export interface DisplayFeed<V extends DisplayView> {
  watch(onPush: (push: StatePush<V>) => void): Watching;
  order(id: string): PageStates[V]['orders'][string] | null;
  stop(): void;
}

interface Shown<V extends DisplayView> {
  app(view: Parameters<typeof kitchenApp>[0]): PageStates[V]['app'][string];
  order(card: Parameters<typeof kitchenOrder>[0]): PageStates[V]['orders'][string] | null;
  /** The ID that displays get; null for an order that was never shown and doesn't appear now. */
  idOf(orderId: string, comesUp: boolean): string | null;
}

export function kitchenFeed(app: App): DisplayFeed<'kitchen'> {
  return follow<'kitchen'>(app, 'kitchen', { app: kitchenApp, order: kitchenOrder, idOf: (id) => id });
}

/** Orders get running numbers, so their IDs aren't exposed. */
export function customerFeed(app: App): DisplayFeed<'customer'> {
  const places = new Map<string, string>();
  let last = 0;
  return follow<'customer'>(app, 'customer', {
    app: customerApp,
    order: customerOrder,
    idOf(orderId, comesUp) {
      const known = places.get(orderId);
      if (known !== undefined || !comesUp) return known ?? null;
      last += 1;
      const place = String(last).padStart(9, '0');
      places.set(orderId, place);
      // An order's number is forgotten after a thousand more orders.
      for (const [old] of places) if (places.size > MOST_PLACES) places.delete(old);
      return place;
    },
  });
}

const MOST_PLACES = 1_000;

function follow<V extends DisplayView>(app: App, of: V, shown: Shown<V>): DisplayFeed<V> {
  type Entries = Map<string, { text: string; value: unknown }>;
  const held: Record<'app' | 'orders', Entries> = { app: new Map(), orders: new Map() };
  const watchers = new Set<(push: StatePush<V>) => void>();
  let seq = 0;

  function set(topic: 'app' | 'orders', id: string, value: unknown): Change<V>[] {
    const entries = held[topic];
    if (value === null) return entries.delete(id) ? [{ topic, id, value } as Change<V>] : [];
    const text = JSON.stringify(value);
    if (entries.get(id)?.text === text) return [];
    entries.set(id, { text, value });
    return [{ topic, id, value } as Change<V>];
  }

  function hear(push: StatePush): void {
    const changes = push.push === 'snapshot' ? changesTo(push) : push.changes.flatMap(change);
    if (changes.length === 0) return;
    seq += 1;
    for (const watcher of watchers) watcher({ push: 'patch', seq, after: seq - 1, changes });
  }

  function change(given: Extract<StatePush, { push: 'patch' }>['changes'][number]): Change<V>[] {
    if (given.topic === 'app') return given.value ? set('app', given.id, shown.app(given.value)) : set('app', given.id, null);
    if (given.topic !== 'orders') return [];
    const value = given.value && shown.order(given.value);
    const id = shown.idOf(given.id, value !== null);
    return id === null ? [] : set('orders', id, value);
  }

  function changesTo({ state }: Extract<StatePush, { push: 'snapshot' }>): Change<V>[] {
    const orders = Object.entries(state.orders).flatMap(([id, card]) => {
      const value = shown.order(card);
      const shownAs = value && shown.idOf(id, true);
      return shownAs ? [[shownAs, value] as const] : [];
    });
    const still = new Set(orders.map(([id]) => id));
    const gone = [...held.orders.keys()].filter((id) => !still.has(id)).flatMap((id) => set('orders', id, null));
    const apps = Object.entries(state.app).flatMap(([id, view]) => set('app', id, shown.app(view)));
    return [...gone, ...apps, ...orders.flatMap(([id, value]) => set('orders', id, value))];
  }

  const entriesOf = (entries: Entries) => Object.fromEntries([...entries].map(([id, { value }]) => [id, value]));
  const snapshot = (): StatePush<V> => {
    const state = { app: entriesOf(held.app), orders: entriesOf(held.orders) };
    return { push: 'snapshot', of, seq, state } as Snapshot<V>;
  };

  const watching = app.watch(hear);
  return {
    watch(onPush) {
      watchers.add(onPush);
      onPush(snapshot());
      return {
        snapshot: () => onPush(snapshot()),
        leave: () => void watchers.delete(onPush),
      };
    },
    order: (id) => (held.orders.get(id)?.value as PageStates[V]['orders'][string] | undefined) ?? null,
    stop: () => watching.leave(),
  };
}
