/**
 * Orders that were announced and cannot be read: what the service answers is no order, or another one. They stand on the board all the
 * same, with what the signed notifications told of them, until a reading brings the rest.
 */
import type { Order } from '../orders/order.ts';
import { parseOrder } from '../orders/parse-order.ts';
import { isNewer, isOpen, type Stage, stageOf } from '../orders/stage.ts';
import type { OrderAddress } from '../service/order-api.ts';
import type { Store } from '../store/store.ts';

/** Longer than this nobody keeps a card of which nothing is known. */
const KEPT_MS = 24 * 3_600_000;

/** Section 6.1, and CANCELED and its like, which are seen in the field; in the words of section 2.5. */
const STATUS_OF: ReadonlyMap<string, string> = new Map([
  ['CREATED', 'received'],
  ['PRODUCTION', 'production'],
  ['READY', 'ready'],
  ['DELIVERED', 'delivered'],
  ['CANCELED', 'rejected'],
  ['CANCELLED', 'rejected'],
  ['REJECTED', 'rejected'],
]);

/**
 * Puts an announced order on the board of which a reading brought nothing; one that was read before stays as it was read. `why`: in
 * words, for the order's story.
 */
export function keepUnread(
  store: Store,
  { isDecidedHere, now }: { isDecidedHere: (venueId: string) => boolean; now: () => number },
  { orderId, venueId }: OrderAddress,
  why: string,
): void {
  const before = store.orders.get(orderId);
  if (before && before.order.readable !== 'nothing') return;
  const told = toldOf(store, orderId, venueId);
  if (!told) return;
  const { order, stage } = told;
  if (before && now() - before.noticedAt > KEPT_MS) return store.write(() => store.orders.forget(orderId));
  if (before?.order.status === order.status) return;
  const awaits = stage === 'awaiting-acceptance' || stage === 'awaiting-confirmation';
  store.write(() => {
    store.orders.save(
      {
        order,
        stage,
        open: isOpen(stage),
        noticedAt: before?.noticedAt ?? store.inbox.firstAbout(orderId) ?? now(),
        readAt: now(),
        initialPickupEta: null,
        alerting: awaits && (before ? before.alerting : isDecidedHere(venueId)),
        endedAt: isOpen(stage) ? null : now(),
      },
      order.status,
    );
    if (before) return;
    store.journal.count('order-unread');
    store.journal.note(orderId, 'unread', why);
  });
}

/** The service knows no such order after all. */
export function forgetUnread(store: Store, orderId: string): void {
  if (store.orders.get(orderId)?.order.readable === 'nothing') store.write(() => store.orders.forget(orderId));
}

/** Null for an order that was never announced. News may come in any order: the furthest state holds. */
function toldOf(store: Store, orderId: string, venueId: string): { order: Order; stage: Stage } | null {
  const notifications = store.inbox.about(orderId);
  if (notifications.length === 0) return null;
  const states = notifications.flatMap(({ status }) => (status === null ? [] : [STATUS_OF.get(status) ?? status.toLowerCase()]));
  const [first, ...later] = (states.length > 0 ? states : ['other']).map((status) => orderWith(status, orderId, venueId));
  const order = later.reduce((furthest, next) => (isNewer(furthest, next) ? next : furthest), first as Order);
  return { order, stage: stageOf(order) };
}

function orderWith(status: string, orderId: string, venueId: string): Order {
  const parsed = parseOrder(status, venueId, orderId);
  if (!parsed.ok) throw new Error(parsed.why);
  return parsed.order;
}
