/**
 * Requests the customer's PIN (4.4, handshake details) in case its event never arrives, so that staff can repeat it to the customer. Queue
 * kind "delivery-pin".
 */

import * as v from 'valibot';
import { message } from '../../contract/message.ts';
import type { DeliveryApi } from '../service/deliveries/delivery-api.ts';
import { jobKind } from '../store/queue/job-kind.ts';
import type { ClaimedJob } from '../store/queue/queue.ts';
import type { Store } from '../store/store.ts';
import { type Kind, kindOf, type Outcome } from '../store/worker.ts';
import { backoffMs } from '../time/back-off.ts';
import { serviceCommand } from './service-command.ts';

export const PIN = jobKind('delivery-pin', v.object({ deliveryId: v.string() }));
/** Tries for a PIN that isn't ready; its event may still arrive. */
const ATTEMPTS = 8;
const NONE = { end: 'done' } as const;

/** Queues the request in the caller's transaction. */
export function pinDue(store: Store, { id, venueId }: { id: string; venueId: string }): void {
  store.queue.add(PIN.row({ key: id, lane: `delivery/${id}`, pool: venueId, payload: { deliveryId: id } }));
}

export function createPinKind({ store, api }: { store: Store; api: DeliveryApi }): Kind {
  async function run(job: ClaimedJob, { deliveryId }: { deliveryId: string }): Promise<Outcome> {
    const row = store.deliveries.get(deliveryId);
    if (!row?.reference || row.progress.pinCode !== null) return NONE;
    const { reference } = row;
    return serviceCommand(job, {
      isIdempotent: true,
      send: () => api.handshakePin(reference),
      onTaken(pinCode) {
        if (pinCode !== null) return { end: 'done', also: () => keep(deliveryId, pinCode) };
        if (job.attempts >= ATTEMPTS) return NONE;
        return { end: 'retry', error: message('courier.pinNotThere'), afterMs: backoffMs(job.attempts) };
      },
      // The key can order couriers, so a 403 here is permanent.
      onProblem: ({ status }, retry) => (status === 403 ? NONE : (retry ?? NONE)),
    });
  }

  function keep(id: string, pinCode: string): void {
    const row = store.deliveries.get(id);
    if (row) store.deliveries.save({ ...row, progress: { ...row.progress, pinCode } });
  }

  return kindOf(PIN, { atOnce: 2, leaseMs: 60_000, run });
}
