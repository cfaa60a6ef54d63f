/** Takes in what was proved genuine: durable when these return, and never twice. */
import { message } from '../../contract/message.ts';
import { isStandIn } from '../../contract/order-id.ts';
import type { DeliveryEvent } from '../orders/couriers/delivery.ts';
import { isBeingPrepared, isUndecided } from '../orders/stage.ts';
import { bearsOut, COURIER_COMES, claimedStage } from '../orders/told.ts';
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
import { wantReading } from './reading/read-order.ts';

export interface TakesIn {
  /** Section 6.1. Throws what the storage throws; nothing was kept then. `isNewest`: signed with the newest secret, which that proves. */
  notification(body: Buffer, isNewest?: boolean): void;
  /** Section 6.2, already read out of its `body`. Throws as above. */
  deliveryEvent(event: DeliveryEvent, body: Buffer): void;
  /**
   * Several in one transaction: one sync of the disk, and all of them are durable. Throws where one of them throws, and has kept none then.
   * Each may be taken in again by itself.
   */
  together(takeIns: readonly (() => void)[]): void;
  /** Counts for diagnostics what was not let in, by the name that diagnostics knows. */
  refused(name: string): void;
  /** The same of one whose signature could be one, and is not of any secret here. */
  wronglySigned(body: Buffer): void;
}

/** What the service tells of a venue, and of no order: a reason to read how the venue stands, and no more. */
export interface VenueEvent {
  type: string;
  venueId: string;
  /** When the service found it (ISO), as sent; null where it does not say. */
  at: string | null;
}

/** Null for what is no such event, and for one that names no venue. */
export function venueEventOf({ type, venueId, orderId, createdAt }: Notification): VenueEvent | null {
  return orderId === null && venueId !== null && /^[A-Z_]+$/.test(type) ? { type, venueId, at: createdAt } : null;
}

/** Is told of each signature once what it stands under was taken in. */
export interface SignatureWatch {
  /** Of the service: the self-test's own is signed with what is stored here. `isNewest`: with the newest secret. */
  right(isNewest: boolean): void;
  /** On what the service could have sent of a venue of ours. */
  wrong(): void;
}

/** `isDecidedHere`: whether staff decide orders of this venue here, and so must hear of them; null for one that was not named. */
export function takesInto(
  store: Store,
  isDecidedHere: (venueId: string | null) => boolean = () => true,
  signatures: SignatureWatch | null = null,
  onVenueEvent: (event: VenueEvent) => void = () => undefined,
): TakesIn {
  function keep(notification: Notification, oddity: ReadNotification['oddity']): void {
    store.inbox.add(notification);
    if (oddity) store.tallies.count(`notification-${oddity}`, notification.type);
    if (notification.orderId === null) return;
    const { type, status } = notification;
    store.journal.append(notification.orderId, { kind: 'notification', type, status });
    const courier = courierOf(notification);
    if (courier) store.orders.setCourier(notification.orderId, courier);
    tellOf(store, notification.orderId, notification, isDecidedHere(notification.venueId));
    if (isStandIn(notification.orderId)) return store.told.couldNotRead(notification.orderId, CANNOT_BE_ASKED_FOR);
    const placedAt = notification.status === 'CREATED' ? Date.parse(notification.createdAt ?? '') : Number.NaN;
    const reading = { orderId: notification.orderId, venueId: notification.venueId };
    wantReading(store, reading, Number.isFinite(placedAt) ? placedAt : undefined);
  }

  return {
    /** One transaction: the notification, and the reading of the order that it asks for. */
    notification(body, isNewest = false) {
      const { notification, oddity } = readNotification(body);
      const isOfService = SERVICE_TYPES.includes(notification.type);
      const proves = isNewest && isOfService && store.proofs.at('webhook-secret', '') === null;
      if (proves) store.write(() => store.proofs.keep('webhook-secret', ''));
      // Whoever sends the same one again and again must not make the disk work.
      if (store.inbox.has(notification.id)) store.tallies.countLater('notification-again');
      else {
        store.write(() => keep(notification, oddity));
        const event = oddity === 'venue-event' ? venueEventOf(notification) : null;
        if (event) onVenueEvent(event);
      }
      if (isOfService) signatures?.right(isNewest);
    },
    /** One of a delivery that is not ours is kept all the same, and changes nothing. */
    deliveryEvent(event) {
      // A courier tells his place every few seconds: the last one is enough.
      const isKept = event.type !== 'order.location_updated';
      const id = `delivery/${event.id}`;
      if (isKept && store.inbox.has(id)) return store.tallies.countLater('notification-again');
      store.write(() => {
        if (isKept)
          store.inbox.add({ id, type: event.type, orderId: null, venueId: null, status: null, createdAt: event.dispatchedAt, body: '' });
        store.deliveries.apply(event);
      });
    },
    together: (takeIns) =>
      store.write(() => {
        for (const takeIn of takeIns) takeIn();
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

/** Until a reading bears it out: what we know of and cannot read must be seen, and a cancelled order must not be cooked meanwhile. */
function tellOf(store: Store, orderId: string, notification: Notification, isDecidedHere: boolean): void {
  const { venueId, createdAt } = notification;
  const row = store.orders.get(orderId);
  const status = notification.status ?? (row === null && courierOf(notification) ? COURIER_COMES : null);
  if (row && bearsOut(row.stage, status)) return;
  const claimed = claimedStage(status);
  // What staff heard of, and perhaps accepted in the merchant app, must be stopped by somebody; of anything else they hear once.
  const isNew = store.told.get(orderId) === null;
  const rings = claimed === 'rejected' ? !isNew : isNew && isDecidedHere && (claimed === null || isUndecided(claimed));
  store.told.tell({ orderId, venueId, status, createdAt, rings });
  if (row && claimed === 'rejected' && isBeingPrepared(row.stage)) store.orders.ring(orderId);
}
