/** Stores verified requests: durable on return, and never twice. */
import { message } from '../../contract/message.ts';
import { isSyntheticId } from '../../contract/order-id.ts';
import { COURIER_COMES, claimedStage, confirms } from '../orders/claim.ts';
import type { DeliveryEvent } from '../orders/couriers/delivery.ts';
import { isBeingPrepared, isUndecided } from '../orders/stage.ts';
import type { Notification } from '../store/rows/inbox.ts';
import type { Store } from '../store/store.ts';
import {
  couldBeOfService,
  courierOf,
  type ReadNotification,
  readNotification,
  SERVICE_TYPES,
  WRONG_FOR_VENUE,
  WRONG_SIGNATURE,
} from './notification.ts';
import { queueOrderReading } from './reading/read-order.ts';

export interface Ingestion {
  /**
   * An order notification (6.1). Throws storage errors; then nothing was stored. `isNewest`: signed with the newest secret. `isDirect`:
   * posted to this computer.
   */
  notification(body: Buffer, isNewest?: boolean, isDirect?: boolean): void;
  /** A delivery event (6.2). Throws storage errors. */
  deliveryEvent(event: DeliveryEvent, body: Buffer): void;
  /** One transaction, one disk sync. If one throws, none is stored; each can be retried alone. */
  together(ingests: readonly (() => void)[]): void;
  refused(name: string): void;
  /** A request whose well-formed signature matches no secret. */
  wronglySigned(body: Buffer): void;
}

/** A notification about a venue; only triggers a read of its status. */
export interface VenueEvent {
  type: string;
  venueId: string;
  /** ISO, as sent. */
  at: string | null;
}

export function venueEventOf({ type, venueId, orderId, createdAt }: Notification): VenueEvent | null {
  return orderId === null && venueId !== null && /^[A-Z_]+$/.test(type) ? { type, venueId, at: createdAt } : null;
}

/** Called after the content is stored. */
export interface SignatureWatch {
  /** A correct signature of the service, not the self-test. `isNewest`: by the newest secret. */
  right(isNewest: boolean): void;
  /** A wrong signature on a request that names a known venue. */
  wrong(): void;
}

/** `isDecidedHere`: whether staff answer the venue's orders here, so that they ring. */
export function createIngestion(
  store: Store,
  isDecidedHere: (venueId: string | null) => boolean = () => true,
  signatures: SignatureWatch | null = null,
  onVenueEvent: (event: VenueEvent) => void = () => undefined,
): Ingestion {
  function keep(notification: Notification, oddity: ReadNotification['oddity']): void {
    store.inbox.add(notification);
    if (oddity) store.tallies.count(`notification-${oddity}`, notification.type);
    if (notification.orderId === null) return;
    const { type, status } = notification;
    store.journal.append(notification.orderId, { kind: 'notification', type, status });
    const courier = courierOf(notification);
    if (courier) store.orders.setCourier(notification.orderId, courier);
    recordStatusClaim(store, notification.orderId, notification, isDecidedHere(notification.venueId));
    if (isSyntheticId(notification.orderId)) return store.claims.couldNotRead(notification.orderId, CANNOT_BE_ASKED_FOR);
    const placedAt = notification.status === 'CREATED' ? Date.parse(notification.createdAt ?? '') : Number.NaN;
    const reading = { orderId: notification.orderId, venueId: notification.venueId };
    queueOrderReading(store, reading, Number.isFinite(placedAt) ? placedAt : undefined);
  }

  return {
    /** One transaction: the notification and the job that reads its order. */
    notification(body, isNewest = false, isDirect = false) {
      const { notification, oddity } = readNotification(body);
      const isOfService = SERVICE_TYPES.includes(notification.type);
      const verifies = isNewest && isOfService && store.verifications.at('webhook-secret', '') === null;
      if (verifies) store.write(() => store.verifications.keep('webhook-secret', ''));
      // Duplicates must not cause disk writes.
      if (store.inbox.has(notification.id)) store.tallies.countLater('notification-again');
      else {
        store.write(() => {
          keep(notification, oddity);
          if (isDirect && isOfService) store.verifications.renew('receiver');
        });
        const event = oddity === 'venue-event' ? venueEventOf(notification) : null;
        if (event) onVenueEvent(event);
      }
      if (isOfService) signatures?.right(isNewest);
    },
    /** Events of unknown deliveries are stored, too, without effect. */
    deliveryEvent(event) {
      // Couriers report their place every few seconds; only the last report matters.
      const isKept = event.type !== 'order.location_updated';
      const id = `delivery/${event.id}`;
      if (isKept && store.inbox.has(id)) return store.tallies.countLater('notification-again');
      store.write(() => {
        if (isKept)
          store.inbox.add({ id, type: event.type, orderId: null, venueId: null, status: null, createdAt: event.dispatchedAt, body: '' });
        store.deliveries.apply(event);
      });
    },
    together: (ingests) =>
      store.write(() => {
        for (const ingest of ingests) ingest();
      }),
    refused: (name) => store.tallies.countLater(name),
    wronglySigned(body) {
      const isForVenue = couldBeOfService(body, (id) => store.venues.get(id) !== null);
      store.tallies.countLater(isForVenue ? WRONG_FOR_VENUE : WRONG_SIGNATURE);
      if (isForVenue) signatures?.wrong();
    },
  };
}

const CANNOT_BE_ASKED_FOR = message('service.invalidId');

/** Shows the notified status: an unreadable order must be visible, and a cancelled one must not be cooked. */
function recordStatusClaim(store: Store, orderId: string, notification: Notification, isDecidedHere: boolean): void {
  const { venueId, createdAt } = notification;
  const row = store.orders.get(orderId);
  const status = notification.status ?? (row === null && courierOf(notification) ? COURIER_COMES : null);
  if (row && confirms(row.stage, status)) return;
  const claimed = claimedStage(status);
  // A cancellation rings if staff know the order; anything else rings once.
  const isNew = store.claims.get(orderId) === null;
  const rings = claimed === 'rejected' ? !isNew : isNew && isDecidedHere && (claimed === null || isUndecided(claimed));
  store.claims.record({ orderId, venueId, status, createdAt, rings });
  if (row && claimed === 'rejected' && isBeingPrepared(row.stage)) store.orders.ring(orderId);
}
