import type { Time } from '../../shared/time/time.ts';
import type { OrderAddress, OrderApi } from '../service/order-api.ts';
import type { Store } from '../store/store.ts';

const LOOK_MS = 1_000;
/** The screen treats a contact as fresh for 15 s. */
const PROOF_LASTS_MS = 11_000;
/** A probe doesn't wait for earlier answers: a lost packet must not delay the next. */
const PROBE_EVERY_MS = 1_500;

/** Keeps reading a known order, even if nothing else calls the service. `lastContactAt`: epoch ms of the service's last answer. */
export function keepContact(options: {
  store: Store;
  api: Pick<OrderApi, 'readOrder' | 'probe'>;
  time: Time;
  lastContactAt: () => number | null;
  /** Whether the service has been unreachable for a while despite calls. */
  isGone: () => boolean;
  /** Whether an unread order is read seldom because of service errors. */
  isReadSeldom: (orderId: string) => boolean;
  onDefect: (error: unknown) => void;
}): () => void {
  const { store, api, time } = options;
  let asking = false;

  /** The newest known or notified order of a connected venue. */
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

const ANNOUNCED = 20;
