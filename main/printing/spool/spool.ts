/**
 * Runs jobs of kind "print", one lane per printer. Printouts that may already exist are marked POSSIBLE COPY: a kitchen can handle a copy,
 * but not a missing ticket.
 */

import { message } from '../../../contract/message.ts';
import { PRINTED_DOCUMENTS, type PrintedDocument } from '../../../contract/printed-documents.ts';
import type { PaperTemplate } from '../../../contract/settings/paper-template.ts';
import { isDecidedStatus, unreadOrder } from '../../orders/claim.ts';
import type { Occasion } from '../../orders/consequences.ts';
import type { Deadline } from '../../orders/deadline.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import type { Order } from '../../orders/order.ts';
import { isUndecided } from '../../orders/stage.ts';
import type { ClaimedJob, Job } from '../../store/queue/queue.ts';
import type { OrderRow } from '../../store/rows/order-rows.ts';
import type { Store } from '../../store/store.ts';
import { type Kind, kindOf, type Outcome } from '../../store/worker.ts';
import { paperOf } from '../documents/paper.ts';
import { LABELS_MOST } from '../documents/parts/continued.ts';
import type { PrintCopy } from '../documents/parts/ticket-words.ts';
import { PRINT, type PrintPayload } from '../print-payload.ts';
import type { Printer } from '../transports/printer.ts';
import { type Backups, backupOf } from './backup-printer.ts';
import { againJob, backupPrinterJob, paperJobs, ticketPrinters } from './plan.ts';
import { PAPER_LEASE_MS, tryAgain } from './try-again.ts';

/** A printout with boxes for letters that no font here has. */
export interface MissingGlyphs {
  /** The order's or delivery's number. */
  number: string;
  printer: string;
  letters: readonly string[];
}

export interface Spool {
  kind: Kind;
  /** Queues printouts in the caller's transaction. */
  paperDue(order: Order, occasion: Occasion): void;
  /** Queues in the caller's transaction, on the document's printers or the given one. Returns how many. */
  printAgain(order: Order, document: PrintedDocument, part: number | null, printerId: string | null): number;
  moveWaiting(printerId: string, to: Printer): number;
}

export function createSpool(
  options: Backups & {
    store: Store;
    monotonic: () => number;
    /** Printouts that waited longer (ms) fail until staff retry them. */
    askAfterMs: () => number;
    /** Adds the promised time if the order's last reading lacks it. */
    asPromised: (row: OrderRow) => Order;
    answerBy: (row: OrderRow) => Deadline | null;
    /** ISO UTC, on the service's clock. */
    printedAt: () => string;
    venueName: (order: Order) => string;
    venueAddress: (order: Order) => string | null;
    template: () => PaperTemplate;
    currencyDigits: CurrencyDigits;
    acceptedBy: (order: Order) => string | null;
    /** Called in the transaction that records a printed document, confirmed or sent. */
    onCarried: (order: Order, document: PrintedDocument, on: { printer: Printer; isConfirmed: boolean }) => void;
    onMissingGlyphs: (paper: MissingGlyphs) => void;
  },
): Spool {
  const { store, printerService, monotonic } = options;

  /** Adds the deadline, which may have been unknown when the printout was queued. */
  function asKnownNow(payload: PrintPayload, row: OrderRow | null): PrintPayload {
    const deadline = row && payload.document === 'unanswered-slip' ? options.answerBy(row) : null;
    return deadline ? { ...payload, answerBy: deadline.at, answerIsAbout: deadline.about } : payload;
  }

  async function run(job: ClaimedJob, payload: PrintPayload, signal: AbortSignal): Promise<Outcome> {
    const row = store.orders.get(job.orderId ?? '');
    const claim = row === null && payload.document === 'unanswered-slip' ? store.claims.get(job.orderId ?? '') : null;
    const order = row?.order ?? (claim && unreadOrder(claim.orderId, claim.venueId));
    if (!order) return { end: 'failed', error: message('order.unknown') };
    const isAnswered = row === null ? isDecidedStatus(claim?.status ?? null) : !isUndecided(row.stage);
    if (payload.document === 'unanswered-slip' && isAnswered) return { end: 'done', outcome: 'not-needed' };
    const printer = options.printers().find(({ id }) => id === payload.printerId);
    if (!printer) return { end: 'failed', outcome: 'printer-removed', error: message('printJob.printerRemoved') };
    if (monotonic() - payload.madeAt > options.askAfterMs() && payload.again === undefined && job.askedAgainAt === null) {
      return { end: 'failed', error: message('printJob.waitedLong') };
    }

    const mayBeCopy = job.outcomeUnknown || (payload.standsInFor?.mayBeCopy ?? false) || isInDoubt(order, payload);
    const copy: PrintCopy = mayBeCopy
      ? { kind: 'possible-copy' }
      : payload.again === undefined || payload.again === 1
        ? { kind: 'original' }
        : { kind: 'reprint', number: payload.again };
    const context = {
      venueName: options.venueName(order),
      venueAddress: options.venueAddress(order),
      template: options.template(),
      currencyDigits: options.currencyDigits,
      acceptedBy: options.acceptedBy(order),
      copy,
      printedAt: options.printedAt(),
    };
    const document = paperOf(row ? options.asPromised(row) : order, asKnownNow(payload, row), options.printers(), context);
    if (!document) return { end: 'done', outcome: 'not-needed' };
    const extras = {
      buzzer: printer.buzzer && 'buzzes' in PRINTED_DOCUMENTS[payload.document],
      drawer: printer.drawer && payload.document === 'receipt' && order.cash !== null,
    };
    const result = await printerService.print(printer, document, extras, signal);
    const enter = (outcome: 'confirmed' | 'reported' | 'sent' | 'uncertain'): void =>
      store.ledger.add({
        orderId: order.id,
        document: payload.document,
        part: payload.part,
        printerId: printer.id,
        printer: printer.name,
        mark: copy.kind,
        outcome,
        by: payload.again === undefined && payload.standsInFor?.by !== 'staff' ? 'service' : 'staff',
      });
    if (result.outcome === 'failed') {
      // A printout is moved only once.
      const backup = payload.standsInFor ? null : backupOf(printer, options);
      if (backup) {
        return {
          end: 'done',
          outcome: 'moved',
          also() {
            // The job ends, so only the ledger knows that this printer may have printed it.
            if (!result.nothingPrinted || (job.outcomeUnknown && !isInLedger(order.id, payload))) enter('uncertain');
            store.queue.add(
              backupPrinterJob(job, payload, backup, {
                id: printer.id,
                name: printer.name,
                mayBeCopy: mayBeCopy || !result.nothingPrinted,
              }),
            );
            const moved = { document: PRINTED_DOCUMENTS[payload.document].label, from: printer.name, to: backup.name, text: result.text };
            store.journal.append(order.id, { kind: 'print-moved', text: message('printJob.moved', moved) });
          },
        };
      }
      return { ...tryAgain(printer, result, job.attempts), also: () => void (result.nothingPrinted || enter('uncertain')) };
    }
    return {
      end: 'done',
      outcome: result.outcome,
      also: () => {
        enter(result.outcome);
        const isConfirmed = result.outcome === 'confirmed';
        store.journal.append(order.id, { kind: 'printed', document: payload.document, printer: printer.name, isConfirmed });
        options.onCarried(order, payload.document, { printer, isConfirmed: result.outcome !== 'sent' });
        if (!result.boxed) return;
        const boxes = { document: PRINTED_DOCUMENTS[payload.document].label, printer: printer.name };
        store.journal.append(order.id, { kind: 'letters-missing', text: message('printJob.hasBoxes', boxes) });
        options.onMissingGlyphs({ number: order.number, printer: printer.name, letters: result.boxed });
      },
    };
  }

  /**
   * Whether the printout may have printed before a database restore. The first reprint isn't marked as one, so it counts if nothing has
   * printed since the restore.
   */
  function isInDoubt(order: Order, { document, part, again }: PrintPayload): boolean {
    if (!store.recoveries.mayHavePrinted(order)) return false;
    return again === undefined || (again === 1 && !store.recoveries.hasPrintedSince(order.id, document, part));
  }

  function isInLedger(orderId: string, { document, part, printerId }: PrintPayload): boolean {
    return store.ledger.of(orderId).some((one) => one.document === document && one.part === part && one.printerId === printerId);
  }

  function paperDue(order: Order, occasion: Occasion): void {
    const had = store.queue.ofOrder(order.id);
    const holding = ticketOn(order, had);
    // After a restore the ledger may lack tickets: STOP goes to all their printers.
    if (occasion.occasion === 'cancelled' && store.recoveries.mayBeCooking(order) && !store.recoveries.hasPaperSince(order.id))
      for (const { id } of ticketPrinters(options.printers(), order)) holding.add(id);
    for (const job of paperJobs(options.printers(), order, occasion, holding, monotonic())) store.queue.add(job);
    if (occasion.occasion === 'cancelled') dropWaiting(had);
  }

  /** Printers that printed the ticket, or may have. */
  function ticketOn(order: Order, had: readonly Job[]): Set<string> {
    const underWay = had
      .filter(({ state, outcomeUnknown }) => state === 'leased' || outcomeUnknown)
      .map(PRINT.read)
      .filter((payload) => payload !== null);
    const tickets = [...store.ledger.of(order.id), ...underWay].filter(({ document }) => document === 'kitchen-ticket');
    return new Set(tickets.map(({ printerId }) => printerId));
  }

  /** Drops waiting printouts; those that may already exist get a STOP ticket instead. */
  function dropWaiting(had: readonly Job[]): void {
    for (const job of had) {
      if (job.kind === PRINT.kind && job.state === 'waiting' && PRINT.read(job)?.document !== 'stop-slip')
        store.queue.giveUp(job.id, message('printJob.orderCancelled'));
    }
  }

  function printAgain(order: Order, document: PrintedDocument, part: number | null, printerId: string | null): number {
    const all = options.printers();
    const taking = all.filter(({ id, documents }) => (printerId === null ? documents.some((one) => one === document) : id === printerId));
    // Without a printer for this document, the first one prints it.
    const on = taking.length > 0 ? taking : all.slice(0, 1);
    const isLabel = document === 'participant-label';
    const parts = part === null ? (isLabel ? labelsOf(order) : [0]) : part < (isLabel ? order.participants.length : 1) ? [part] : [];
    for (const printer of on) {
      for (const one of parts) {
        const before =
          store.ledger.count(order.id, document, one) + store.queue.ofOrder(order.id).filter((job) => waits(job, document, one)).length;
        store.queue.add(againJob(order, document, one, printer, before + 1, monotonic()));
      }
    }
    return on.length * parts.length;
  }

  function waits(job: Job, document: PrintedDocument, part: number): boolean {
    const payload = job.state === 'waiting' || job.state === 'leased' ? PRINT.read(job) : null;
    return payload?.document === document && payload.part === part;
  }

  function moveWaiting(printerId: string, to: Printer): number {
    const from = options.printers().find(({ id }) => id === printerId);
    if (!from) return 0;
    const jobs = store.queue.list('unfinished', 500).flatMap((job) => {
      const payload = job.state === 'waiting' && job.pool === printerId ? PRINT.read(job) : null;
      return payload ? [{ job, payload }] : [];
    });
    for (const { job, payload } of jobs) {
      store.queue.giveUp(job.id, message('printJob.movedTo', { name: to.name }));
      store.queue.add(backupPrinterJob(job, payload, to, { id: from.id, name: from.name, mayBeCopy: job.outcomeUnknown, by: 'staff' }));
    }
    return jobs.length;
  }

  return {
    kind: kindOf(PRINT, { atOnce: 1, leaseMs: PAPER_LEASE_MS, run }),
    paperDue,
    printAgain,
    moveWaiting,
  };
}

function labelsOf(order: Order): number[] {
  return order.participants.slice(0, LABELS_MOST).map((_, at) => at);
}
