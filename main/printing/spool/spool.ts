/**
 * The print spool: the queue's kind "print", one lane a printer. A paper that may have been printed already is printed again marked
 * POSSIBLE COPY: a kitchen forgives a copy, never a gap. Every paper that went out is in the ledger; where the ledger itself was put back
 * from a backup, so is every paper that it may lack.
 */

import { type Message, message } from '../../../contract/message.ts';
import type { PaperTemplate } from '../../../contract/settings/paper-template.ts';
import type { Occasion } from '../../orders/consequences.ts';
import type { Deadline } from '../../orders/deadline.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import type { Order } from '../../orders/order.ts';
import { isUndecided } from '../../orders/stage.ts';
import { tellsOfAnswer, unreadOrder } from '../../orders/told.ts';
import type { ClaimedJob, Job } from '../../store/queue/queue.ts';
import { type Kind, kindOf, type Outcome } from '../../store/queue/worker.ts';
import type { OrderRow } from '../../store/rows/order-rows.ts';
import type { Store } from '../../store/store.ts';
import { paperOf } from '../documents/paper.ts';
import { LABELS_MOST } from '../documents/parts/continued.ts';
import type { PrintCopy } from '../documents/parts/ticket-words.ts';
import { PRINT, type PrintPayload } from '../print-payload.ts';
import type { PrintedDocument, Printer } from '../transports/printer.ts';
import { type Backups, backupOf } from './backup-printer.ts';
import { againJob, backupPrinterJob, paperJobs, ticketPrinters } from './plan.ts';
import { PAPER_LEASE_MS, tryAgain } from './try-again.ts';

/** Papers for the kitchen: the buzzer sounds for these. */
const FOR_THE_KITCHEN = new Set<PrintedDocument>(['kitchen-ticket', 'change-slip', 'stop-slip', 'unanswered-slip']);

/** What staff call each paper. */
const DOCUMENT: Readonly<Record<PrintedDocument, Message>> = {
  'kitchen-ticket': message('printoutName.kitchenTicket'),
  'participant-label': message('printoutName.label'),
  receipt: message('printoutName.receipt'),
  'courier-slip': message('printoutName.courierTicket'),
  'preorder-slip': message('printoutName.preorderTicket'),
  'change-slip': message('printoutName.changeTicket'),
  'stop-slip': message('printoutName.stopTicket'),
  'unanswered-slip': message('printoutName.unansweredTicket'),
};

/** A paper on which boxes stand for letters that no font of this computer has. */
export interface BoxedPaper {
  /** Of its order or delivery. */
  number: string;
  printer: string;
  letters: readonly string[];
}

export interface Spool {
  kind: Kind;
  /** Queues the papers that an occasion asks for, in the caller's transaction. */
  paperDue(order: Order, occasion: Occasion): void;
  /** Queues a paper again, by hand, in the caller's transaction; on the printers that take it, or on the one named. Answers how many. */
  printAgain(order: Order, document: PrintedDocument, part: number | null, printerId: string | null): number;
  /** Gives the papers that wait for one printer to another. Answers how many. */
  moveWaiting(printerId: string, to: Printer): number;
}

export function createSpool(
  options: Backups & {
    store: Store;
    /** The clock that waiting goes by, epoch ms. */
    monotonic: () => number;
    /** A paper that waited longer asks before it prints, ms. */
    askAfterMs: () => number;
    /** The order with the time that is promised for it, where its reading does not have that yet. */
    asPromised: (row: OrderRow) => Order;
    /** Until when the order is to be answered; null where it is. */
    answerBy: (row: OrderRow) => Deadline | null;
    /** The time that stands on the paper (ISO UTC): the service's. */
    printedAt: () => string;
    venueName: (order: Order) => string;
    /** Null where the venue has not written it down. */
    venueAddress: (order: Order) => string | null;
    /** How the venue wants its papers. */
    template: () => PaperTemplate;
    currencyDigits: CurrencyDigits;
    /** Who accepted it, where papers are to say so. */
    acceptedBy: (order: Order) => string | null;
    /** Called in the transaction that records a document which a printer took, confirmed or only sent. */
    onCarried: (order: Order, document: PrintedDocument, on: { printer: Printer; isConfirmed: boolean }) => void;
    /** A printer took a paper on which boxes stand for letters. */
    onBoxed: (paper: BoxedPaper) => void;
  },
): Spool {
  const { store, printerService, monotonic } = options;

  /** A slip that was asked for before the order could be read, or before the service told how long it waits, knows better by now. */
  function asKnownNow(payload: PrintPayload, row: OrderRow | null): PrintPayload {
    const deadline = row && payload.document === 'unanswered-slip' ? options.answerBy(row) : null;
    return deadline ? { ...payload, answerBy: deadline.at, answerIsAbout: deadline.about } : payload;
  }

  async function run(job: ClaimedJob, payload: PrintPayload, signal: AbortSignal): Promise<Outcome> {
    const row = store.orders.get(job.orderId ?? '');
    const told = row === null && payload.document === 'unanswered-slip' ? store.told.get(job.orderId ?? '') : null;
    const order = row?.order ?? (told && unreadOrder(told.orderId, told.venueId));
    if (!order) return { end: 'failed', error: message('order.unknown') };
    const isAnswered = row === null ? tellsOfAnswer(told?.status ?? null) : !isUndecided(row.stage);
    if (payload.document === 'unanswered-slip' && isAnswered) return { end: 'done', outcome: 'not-needed' };
    const printer = options.printers().find(({ id }) => id === payload.printerId);
    if (!printer) return { end: 'failed', outcome: 'printer-removed', error: message('printJob.printerRemoved') };
    if (monotonic() - payload.madeAt > options.askAfterMs() && payload.again === undefined && job.askedAgainAt === null) {
      return { end: 'failed', error: message('printJob.waitedLong') };
    }

    const mayBeCopy = job.interrupted || (payload.standsInFor?.mayBeCopy ?? false) || isInDoubt(order, payload);
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
      buzzer: printer.buzzer && FOR_THE_KITCHEN.has(payload.document),
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
      // What was moved already is not moved again.
      const backup = payload.standsInFor ? null : backupOf(printer, options);
      const uncertain = () => void (result.nothingPrinted || enter('uncertain'));
      if (backup) {
        return {
          end: 'done',
          outcome: 'moved',
          also() {
            uncertain();
            store.queue.add(
              backupPrinterJob(job, payload, backup, {
                id: printer.id,
                name: printer.name,
                mayBeCopy: mayBeCopy || !result.nothingPrinted,
              }),
            );
            const moved = { document: DOCUMENT[payload.document], from: printer.name, to: backup.name, says: result.says };
            store.journal.append(order.id, { kind: 'print-moved', says: message('printJob.moved', moved) });
          },
        };
      }
      return { ...tryAgain(printer, result, job.attempts), also: uncertain };
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
        const boxes = { document: DOCUMENT[payload.document], printer: printer.name };
        store.journal.append(order.id, { kind: 'letters-missing', says: message('printJob.hasBoxes', boxes) });
        options.onBoxed({ number: order.number, printer: printer.name, letters: result.boxed });
      },
    };
  }

  /**
   * Whether the run that lost its database may have printed this paper: every one of an order from before the recovery. A reprint says
   * what it is, and what has come out since is counted again.
   */
  function isInDoubt(order: Order, { document, part, again }: PrintPayload): boolean {
    if (!store.recoveries.mayHavePrinted(order)) return false;
    return again === undefined || (again === 1 && !store.recoveries.hasPrintedSince(order.id, document, part));
  }

  function paperDue(order: Order, occasion: Occasion): void {
    const had = store.queue.ofOrder(order.id);
    const holding = ticketOn(order, had);
    // What hangs there stands in no ledger: the kitchen is told to stop wherever the ticket would have gone.
    if (occasion.occasion === 'cancelled' && store.recoveries.mayBeCooking(order) && !store.recoveries.hasPaperSince(order.id))
      for (const { id } of ticketPrinters(options.printers(), order)) holding.add(id);
    for (const job of paperJobs(options.printers(), order, occasion, holding, monotonic())) store.queue.add(job);
    if (occasion.occasion === 'cancelled') dropWaiting(had);
  }

  /** The printers that printed the ticket, are printing it, or of which that is not known. */
  function ticketOn(order: Order, had: readonly Job[]): Set<string> {
    const underWay = had
      .filter(({ state, interrupted }) => state === 'leased' || interrupted)
      .map(PRINT.read)
      .filter((payload) => payload !== null);
    const tickets = [...store.ledger.of(order.id), ...underWay].filter(({ document }) => document === 'kitchen-ticket');
    return new Set(tickets.map(({ printerId }) => printerId));
  }

  /** What is not on paper yet need not be, once the order is cancelled; what may be is followed by a STOP slip. */
  function dropWaiting(had: readonly Job[]): void {
    for (const job of had) {
      if (job.kind === PRINT.kind && job.state === 'waiting' && PRINT.read(job)?.document !== 'stop-slip')
        store.queue.giveUp(job.id, message('printJob.orderCancelled'));
    }
  }

  function printAgain(order: Order, document: PrintedDocument, part: number | null, printerId: string | null): number {
    const all = options.printers();
    const taking = all.filter(({ id, documents }) => (printerId === null ? documents.some((one) => one === document) : id === printerId));
    // A paper that no printer takes by itself goes to the first one: somebody asked for it.
    const on = taking.length > 0 ? taking : all.slice(0, 1);
    const isLabel = document === 'participant-label';
    // A label that nobody's name stands on is no paper of this order.
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
      store.queue.add(backupPrinterJob(job, payload, to, { id: from.id, name: from.name, mayBeCopy: job.interrupted, by: 'staff' }));
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

/** One for each person, as far as labels go. */
function labelsOf(order: Order): number[] {
  return order.participants.slice(0, LABELS_MOST).map((_, at) => at);
}
