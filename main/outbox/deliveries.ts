/**
 * Orders a courier at most once. Without an idempotency key, a request with a lost answer isn't resent: it's `uncertain` until an event
 * with our reference or staff settle it.
 */

import * as v from 'valibot';
import { message, type Text } from '../../contract/message.ts';
import { deliveryReference } from '../../contract/relay/reference.ts';
import type { Address, OrderedDelivery, ShipmentPromise } from '../orders/couriers/delivery.ts';
import { NO_PROGRESS } from '../orders/couriers/delivery-progress.ts';
import type { DeliveryApi } from '../service/deliveries/delivery-api.ts';
import type { DeliveryRequest, VenuelessRequest } from '../service/deliveries/delivery-bodies.ts';
import { jobKind } from '../store/queue/job-kind.ts';
import type { ClaimedJob } from '../store/queue/queue.ts';
import type { DeliveryRow } from '../store/rows/delivery-rows.ts';
import type { Store } from '../store/store.ts';
import { type Kind, kindOf, type Outcome } from '../store/worker.ts';
import { pinDue } from './delivery-pins.ts';
import { serviceCommand } from './service-command.ts';

export const DELIVERY = jobKind('delivery', v.object({ deliveryId: v.string() }));
/** The reference is added on sending. `asked`: the address as typed, to prefill later. */
type Requested = (Omit<DeliveryRequest, 'merchantReference'> | Omit<VenuelessRequest, 'merchantReference'>) & { asked: Address };
const UNCERTAIN = message('courier.replyLost');
const EXPIRED = message('courier.offerExpiredUnsent');

/** How long an estimate or a promise without an expiry may be sent: after an hour offline, staff no longer expect a courier. */
const ESTIMATE_HOLDS_MS = 15 * 60_000;

/** The latest time to send the request, epoch ms on the service's clock. */
function endOf({ promise, createdAt }: DeliveryRow): number {
  const validUntil = Date.parse(promise.validUntil ?? '');
  return Number.isNaN(validUntil) ? createdAt + ESTIMATE_HOLDS_MS : validUntil;
}

/** Durable on return. `id`: unique per decision; a repeat orders no second courier. */
export function giveDelivery(
  store: Store,
  given: { id: string; venueId: string; request: Requested; promise: ShipmentPromise; now: number },
): void {
  const { id, venueId, request, promise, now } = given;
  store.write(() => {
    if (store.deliveries.get(id)) return;
    const row = { id, venueId, request, promise, reference: null, trackingUrl: null, progress: NO_PROGRESS, error: null, createdAt: now };
    store.deliveries.add(row);
    store.queue.add(DELIVERY.row({ key: id, lane: `delivery/${id}`, pool: venueId, payload: { deliveryId: id } }));
  });
}

export function createDeliveryKind(options: {
  store: Store;
  api: DeliveryApi;
  /** The service's clock, epoch ms. */
  now: () => number;
  /** Called in the transaction that records the answer. */
  onOrdered: (id: string) => void;
}): Kind {
  const { store, api } = options;

  async function run(job: ClaimedJob, { deliveryId }: { deliveryId: string }): Promise<Outcome> {
    const row = store.deliveries.get(deliveryId);
    if (row?.progress.state !== 'ordering') return { end: 'done' };
    const request = row.request as Requested;
    const merchantReference = deliveryReference(row.venueId, row.id);
    return serviceCommand(job, {
      isIdempotent: false,
      onUncertain: () => end(row, 'uncertain', UNCERTAIN),
      isShown: () => (endOf(row) < options.now() ? end(row, 'refused', EXPIRED) : null),
      send: () =>
        'pickup' in request
          ? api.orderWithoutVenue({ ...request, merchantReference })
          : api.order(row.venueId, { ...request, merchantReference }),
      onTaken: (answer) => ({ end: 'done', also: () => ordered(row.id, answer) }),
      onProblem: ({ text }, retry) => retry ?? end(row, 'refused', text),
    });
  }

  /** An event may have arrived before this answer, with more details. */
  function ordered(id: string, { reference, trackingUrl, pickupEta, dropoffEta, price }: OrderedDelivery): void {
    const row = store.deliveries.get(id);
    if (!row) return;
    const { progress } = row;
    const fresh = progress.state === 'ordering' || progress.state === 'uncertain';
    store.deliveries.save({
      ...row,
      reference,
      trackingUrl,
      error: null,
      progress: fresh
        ? { ...progress, state: 'ordered', pickupEta, dropoffEta: { min: dropoffEta, max: dropoffEta }, price }
        : { ...progress, price: progress.price ?? price },
    });
    if ((row.request as Requested).handshake) pinDue(store, row);
    options.onOrdered(id);
  }

  function end(row: DeliveryRow, state: 'uncertain' | 'refused', error: Text): Outcome {
    return {
      end: 'done',
      also() {
        const now = store.deliveries.get(row.id);
        // A later state from an event stays.
        if (now?.progress.state === 'ordering') store.deliveries.save({ ...now, error, progress: { ...now.progress, state } });
      },
    };
  }

  return kindOf(DELIVERY, { atOnce: 2, leaseMs: 60_000, run });
}
