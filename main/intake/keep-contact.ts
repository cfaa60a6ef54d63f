/**
 * Checks regularly that the service can be reached: on a quiet afternoon nothing else asks it, and the next order would discover the broken
 * connection. While it is unreachable, this keeps checking, as everything else has backed off.
 */

import type { Time } from '../../shared/time/time.ts';
import type { OrderAddress, OrderApi } from '../service/order-api.ts';
import type { Store } from '../store/store.ts';

const LOOK_MS = 1_000;
/** The screen calls a contact fresh for 15 s. */
const PROOF_LASTS_MS = 11_000;
/** One question each so often while the service is gone, whether or not the one before was answered: a lost packet must not hold up the next. */
const PROBE_EVERY_MS = 1_500;

/** `lastContactAt`: epoch ms of the last answer of the service, null before the first. Reads an order that is known; only the service's own answer is proof. */
export function keepContact(options: {
  store: Store;
  api: Pick<OrderApi, 'readOrder' | 'probe'>;
  time: Time;
  lastContactAt: () => number | null;
  /** Whether the service was not heard for a while, although it was called. */
  isGone: () => boolean;
  /** Of an order that was only announced: whether the service answers for it with a fault, and is asked for it seldom. */
  isReadSeldom: (orderId: string) => boolean;
  onDefect: (error: unknown) => void;
}): () => void {
  const { store, api, time } = options;
  let asking = false;

  /** Of the newest order there is to ask for, at a venue that is connected: one that was read, or one that was only announced. */
  function someOrder(): OrderAddress | null {
    const connected = new Set(store.venues.all().flatMap(({ id, state }) => (state === 'connected' ? [id] : [])));
    const read = [...store.orders.open(), ...store.orders.endedSince(0, 1).flatMap((id) => store.orders.get(id) ?? [])].map(
      ({ order }) => ({
        orderId: order.id,
        venueId: order.venueId,
      }),
    );
    const announced = store.inbox
      .newest(ANNOUNCED)
      .flatMap(({ orderId, venueId }) => (orderId && venueId && !options.isReadSeldom(orderId) ? [{ orderId, venueId }] : []));
    return [...read, ...announced].find(({ venueId }) => connected.has(venueId)) ?? null;
  }

  async function look(): Promise<void> {
    const last = options.lastContactAt();
    if (asking || options.isGone() || (last !== null && Math.abs(time.wall() - last) < PROOF_LASTS_MS)) return;
    const order = someOrder();
    if (!order) return;
    asking = true;
    // The connection reports a failure like any other.
    await api.readOrder(order).finally(() => {
      asking = false;
    });
  }

  async function probe(): Promise<void> {
    const order = options.isGone() ? someOrder() : null;
    if (order) await api.probe(order);
  }

  const stops = [time.every(LOOK_MS, look, options.onDefect), time.every(PROBE_EVERY_MS, probe, options.onDefect)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** How many of the newest notifications are looked through for an order to ask for. */
const ANNOUNCED = 20;
