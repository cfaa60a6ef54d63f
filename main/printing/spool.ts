/**
 * The print spool: the queue's kind "print", one row for each order, document, part and printer, one lane a printer. A ticket
 * that may be on paper already is printed again marked POSSIBLE COPY: a kitchen forgives a copy, never a gap.
 */
import type { Order } from '../orders/order.ts';
import type { ClaimedJob, NewJob } from '../store/queue.ts';
import type { Store } from '../store/store.ts';
import { backoffMs, type Kind, type Outcome } from '../store/worker.ts';
import type { Document } from './document.ts';
import { encode } from './encode.ts';
import { kitchenTicket, type PrintCopy } from './kitchen-ticket.ts';
import { layout } from './layout.ts';
import { participantLabels } from './participant-label.ts';
import { type PrinterAbilities, type PrintResult, printOverTcp } from './tcp-printer.ts';
import { testPage } from './test-page.ts';

const PRINT = 'print';

export type PrintedDocument = 'kitchen-ticket' | 'participant-label';

/** A printer as the spool needs it; the settings' printers fit. */
export interface Printer {
  id: string;
  name: string;
  host: string;
  port: number;
  columns: number;
  dots: number;
  family: 'epson' | 'star';
  documents: PrintedDocument[];
}

/** What is known of a printer: when it last proved to be there (epoch ms), and its trouble or warning in words. */
export interface PrinterContact {
  at: number | null;
  trouble: string | null;
  warning: string | null;
}

interface PrintPayload {
  document: PrintedDocument;
  printerId: string;
  /** Which label of a group order, from 0; 0 for a ticket. */
  part: number;
}

/** A jam is mended by a person, so a stuck printer is tried again at least this often. */
const LONGEST_WAIT_MS = 10_000;
const LEASE_MS = 120_000;

/** The jobs that print a document of an order: on each printer that takes it, and one a participant for labels. */
export function printJobs(printers: readonly Printer[], order: Order, document: PrintedDocument): NewJob[] {
  const parts = document === 'participant-label' ? order.participants.length : 1;
  return printers
    .filter((printer) => printer.documents.includes(document))
    .flatMap((printer) =>
      Array.from({ length: parts }, (_, part): NewJob => {
        const payload: PrintPayload = { document, printerId: printer.id, part };
        const key = `${order.id}/${document}/${part}/${printer.id}`;
        return { kind: PRINT, key, lane: lane(printer.id), pool: printer.id, orderId: order.id, payload };
      }),
    );
}

export function lane(printerId: string): string {
  return `printer/${printerId}`;
}

export interface Spool {
  kind: Kind;
  contact(printerId: string): PrinterContact;
  /** Records what a status check or a test page found. */
  learn(printerId: string, contact: PrinterContact): void;
  printTestPage(printer: Printer): Promise<PrintResult>;
  abilities(printer: Printer): PrinterAbilities;
}

export function createSpool(options: {
  store: Store;
  printers: () => readonly Printer[];
  now: () => number;
  /** The time that stands on the paper (ISO UTC): the service's. */
  printedAt: () => string;
  venueName: (order: Order) => string;
  /** Called in the transaction that records a printed document. */
  onPrinted: (order: Order, document: PrintedDocument) => void;
  onContact: () => void;
}): Spool {
  const { store, now } = options;
  const contacts = new Map<string, PrinterContact>();
  const abilities = new Map<string, PrinterAbilities>();

  function learn(printerId: string, contact: PrinterContact): void {
    contacts.set(printerId, contact);
    options.onContact();
  }

  function abilitiesOf(printer: Printer): PrinterAbilities {
    const address = `${printer.host}:${printer.port}`;
    const known = abilities.get(address) ?? {};
    abilities.set(address, known);
    return known;
  }

  async function send(printer: Printer, document: Document, signal?: AbortSignal): Promise<PrintResult> {
    const bytes = encode(layout(document, { columns: printer.columns }), {
      family: printer.family,
      columns: printer.columns,
      dots: printer.dots,
    });
    const lastSeen = contacts.get(printer.id)?.at ?? null;
    const result = await printOverTcp(
      { host: printer.host, port: printer.port },
      bytes,
      {
        abilities: abilitiesOf(printer),
        family: printer.family,
        // Paper that runs out in mid-ticket is told at once, not when the job is given up.
        onTrouble: (trouble) => learn(printer.id, { at: lastSeen, trouble: trouble?.says ?? null, warning: null }),
      },
      signal,
    );
    if (result.outcome === 'failed') learn(printer.id, { at: lastSeen, trouble: result.says, warning: null });
    else learn(printer.id, { at: now(), trouble: null, warning: result.warnings[0] ?? null });
    return result;
  }

  async function run(job: ClaimedJob, signal: AbortSignal): Promise<Outcome> {
    const payload = job.payload as PrintPayload;
    const row = store.orders.get(job.orderId ?? '');
    if (!row) return { end: 'failed', error: 'The order is not known here.' };
    const printer = options.printers().find(({ id }) => id === payload.printerId);
    if (!printer) return { end: 'failed', error: `The printer "${payload.printerId}" was removed in Settings.` };

    const copy: PrintCopy = job.interrupted ? { kind: 'possible-copy' } : { kind: 'original' };
    const document = documentOf(row.order, payload, copy);
    if (!document) return { end: 'done', result: { outcome: 'not needed' } };
    const result = await send(printer, document, signal);
    if (result.outcome === 'failed') {
      return {
        end: 'retry',
        error: `${printer.name}: ${result.says}`,
        afterMs: Math.min(LONGEST_WAIT_MS, backoffMs(job.attempts)),
        mayHaveHappened: !result.nothingPrinted,
      };
    }
    return {
      end: 'done',
      result: { outcome: result.outcome, copy: copy.kind },
      also: () => {
        const proof = result.outcome === 'confirmed' ? 'confirmed by the printer' : 'sent, not confirmed';
        store.journal.note(row.order.id, 'printed', `${payload.document} on ${printer.name} (${proof})`);
        options.onPrinted(row.order, payload.document);
      },
    };
  }

  function documentOf(order: Order, { document, part }: PrintPayload, copy: PrintCopy): Document | null {
    const context = { venueName: options.venueName(order), copy, printedAt: options.printedAt() };
    if (document === 'kitchen-ticket') return kitchenTicket(order, context);
    // A changed order may have fewer participants than when its labels were queued.
    return participantLabels(order, context)[part] ?? null;
  }

  return {
    kind: { kind: PRINT, atOnce: 1, leaseMs: LEASE_MS, run },
    contact: (printerId) => contacts.get(printerId) ?? { at: null, trouble: null, warning: null },
    learn,
    abilities: abilitiesOf,
    printTestPage: (printer) =>
      send(printer, testPage({ name: printer.name, address: `${printer.host}:${printer.port}`, printedAt: options.printedAt() })),
  };
}
