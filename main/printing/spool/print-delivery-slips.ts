/** Prints a delivery ticket once its courier is ordered: the queue's kind "delivery-slip". */
import * as v from 'valibot';
import { isFetched } from '../../orders/couriers/delivery-progress.ts';
import { jobKind } from '../../store/queue/job-kind.ts';
import type { ClaimedJob } from '../../store/queue/queue.ts';
import type { DeliveryRow } from '../../store/rows/delivery-rows.ts';
import type { Store } from '../../store/store.ts';
import { type Kind, kindOf, type Outcome } from '../../store/worker.ts';
import type { SlipDelivery } from '../documents/delivery-ticket.ts';
import type { Printer } from '../transports/printer.ts';
import { type Backups, backupOf } from './backup-printer.ts';
import { printerLane } from './plan.ts';
import type { MissingGlyphs } from './spool.ts';
import { PAPER_LEASE_MS, tryAgain } from './try-again.ts';

const SlipPayload = v.object({
  deliveryId: v.string(),
  printerId: v.string(),
  document: v.literal('delivery-slip'),
  /** Set if the job was moved here from a printer that is down. */
  standsIn: v.exactOptional(v.object({ for: v.string(), mayBeCopy: v.boolean() })),
});
type SlipPayload = v.InferOutput<typeof SlipPayload>;
export const SLIP = jobKind('delivery-slip', SlipPayload);

/** The printer for courier tickets, else the first. */
export function slipPrinter(printers: readonly Printer[]): Printer | null {
  return printers.find(({ documents }) => documents.includes('courier-slip')) ?? printers[0] ?? null;
}

export interface Slips {
  kind: Kind;
  /** Queues the ticket in the caller's transaction. Idempotent. */
  due(deliveryId: string): void;
}

export function createSlips(
  options: Backups & {
    store: Store;
    isOn: () => boolean;
    venueNames: () => string;
    /** Null once the recipient was erased. */
    slipOf: (row: DeliveryRow) => SlipDelivery | null;
    onMissingGlyphs: (paper: MissingGlyphs) => void;
  },
): Slips {
  const { store, printerService } = options;

  async function run(job: ClaimedJob, { deliveryId, printerId, standsIn }: SlipPayload, signal: AbortSignal): Promise<Outcome> {
    const row = store.deliveries.get(deliveryId);
    const slip = row && isWanted(row) ? options.slipOf(row) : null;
    const printer = options.printers().find(({ id }) => id === printerId) ?? slipPrinter(options.printers());
    if (!slip || !printer) return { end: 'done', outcome: 'not-needed' };
    const copy = job.outcomeUnknown || standsIn?.mayBeCopy ? 'possible-copy' : 'original';
    const result = await printerService.printDeliverySlip(
      printer,
      slip,
      options.venueNames(),
      { copy, ...(standsIn ? { standsInFor: standsIn.for } : {}) },
      signal,
    );
    if (result.outcome !== 'failed') {
      if (result.boxed) options.onMissingGlyphs({ number: slip.number ?? deliveryId, printer: printer.name, letters: result.boxed });
      return { end: 'done', outcome: result.outcome };
    }
    // A delivery ticket moves at its first failure: it would block kitchen tickets behind it on this printer.
    const backup = standsIn ? null : backupOf(printer, options);
    if (backup)
      return {
        end: 'done',
        outcome: 'moved',
        also: () => queue(deliveryId, backup, { for: printer.name, mayBeCopy: copy === 'possible-copy' || !result.nothingPrinted }),
      };
    return tryAgain(printer, result, job.attempts);
  }

  function queue(deliveryId: string, printer: Printer, standsIn?: SlipPayload['standsIn']): void {
    const payload: SlipPayload = { deliveryId, printerId: printer.id, document: 'delivery-slip', ...(standsIn ? { standsIn } : {}) };
    const key = standsIn ? `${deliveryId}/${printer.id}` : deliveryId;
    store.queue.add(SLIP.row({ key, lane: printerLane(printer.id), pool: printer.id, payload }));
  }

  return {
    kind: kindOf(SLIP, { atOnce: 1, leaseMs: PAPER_LEASE_MS, run }),
    due(deliveryId) {
      const printer = slipPrinter(options.printers());
      if (printer && options.isOn()) queue(deliveryId, printer);
    },
  };
}

function isWanted({ progress }: DeliveryRow): boolean {
  return !isFetched(progress.state);
}
