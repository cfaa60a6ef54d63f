/** Sends documents to printers and remembers each printer's state: everything printed, queued or immediate, goes through here. */

import type { Text } from '../../../contract/message.ts';
import type { PaperTemplate } from '../../../contract/settings/paper-template.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import { calmly } from '../../time/calmly.ts';
import type { Time } from '../../time/time.ts';
import { type DaysOrder, type DayTimes, dayReport } from '../documents/day-report.ts';
import { deliverySlip, type SlipDelivery } from '../documents/delivery-slip.ts';
import { tOn } from '../documents/parts/ticket-words.ts';
import { setUpSheet } from '../documents/set-up-sheet.ts';
import { testPage } from '../documents/test-page.ts';
import { encodePieces } from '../escpos/encode.ts';
import type { Document } from '../layout/document.ts';
import { layoutPieces } from '../layout/layout.ts';
import { createNetworkAsker, type NetworkAsker } from '../transports/ask-network.ts';
import { type Printer, placeOf } from '../transports/printer.ts';
import type { PrinterAbilities, PrintResult, PrintTimes } from '../transports/tcp-printer.ts';
import { transmitTo } from '../transports/transmit.ts';

/** Who said that a printer is well: the printer where it takes papers, or its network status. */
export type Proof = 'itself' | 'network-status';

/** What is known of a printer. */
export interface PrinterContact {
  /** When it was last there: took a paper or a connection, or answered; epoch ms. */
  at: number | null;
  /** When it last said that it is well, and how; null for one that never did. */
  proof: { at: number; by: Proof } | null;
  /** What keeps it from printing; null while nothing is known to. */
  trouble: Text | null;
  /** What will soon. */
  warning: Text | null;
}

/** A printer that said so longer ago may be anything by now: one that is asked is asked every ten seconds. */
const FRESH_MS = 45_000;

/** Whether a printer may be called ready at `now`, epoch ms. */
export function isProven({ proof, trouble }: PrinterContact, now: number): boolean {
  return trouble === null && proof !== null && Math.abs(now - proof.at) < FRESH_MS;
}

const UNKNOWN: PrinterContact = { at: null, proof: null, trouble: null, warning: null };

/** What became of a paper. `boxed`: the letters on it that no font of this computer has. */
export type PaperResult = PrintResult & { boxed?: readonly string[] };

export interface PrinterService {
  /** Lays out, encodes and sends one paper. Rejects with an Error when a font file is missing, and for nothing else. */
  print(printer: Printer, document: Document, extras?: { buzzer?: boolean; drawer?: boolean }, signal?: AbortSignal): Promise<PaperResult>;
  printTestPage(printer: Printer): Promise<PrintResult>;
  /** Prints the numbered sheet from which `profileFrom` learns what the printer is. */
  printSetUpSheet(printer: Printer): Promise<PrintResult>;
  printDeliverySlip(
    printer: Printer,
    delivery: SlipDelivery,
    venueName: string,
    mark: { copy: 'original' | 'possible-copy'; standsInFor?: string },
    signal?: AbortSignal,
  ): Promise<PaperResult>;
  /** `at`: a moment of the day it is about, ISO UTC. */
  printDayReport(printer: Printer, orders: readonly DaysOrder[], venueName: string, times: DayTimes, at: string): Promise<PrintResult>;
  contact(printerId: string): PrinterContact;
  /** Records what a status check found; what is not given stays as it was. */
  learn(printerId: string, news: Partial<PrinterContact>): void;
  abilities(printer: Printer): PrinterAbilities;
  /** How a printer says it is by its network status; null where it does not say. Never rejects. */
  networkStatus: NetworkAsker['ask'];
  /** For how long the printer has done nothing but fail, ms; 0 for one that works. */
  downForMs(printerId: string): number;
}

export function createPrinterService(options: {
  time: Time;
  /** Other limits of the connection than the usual ones. */
  printTimes?: PrintTimes;
  /** The time that stands on the paper (ISO UTC): the service's. */
  printedAt: () => string;
  /** How the venue wants its papers. */
  template: () => PaperTemplate;
  currencyDigits: CurrencyDigits;
  onContact: () => void;
  /** It said that what it was sent is printed. */
  onPrinted?: (printer: Printer) => void;
}): PrinterService {
  const { time, template, currencyDigits, printedAt } = options;
  const { wall: now, monotonic } = time;
  /** Since when each printer has been failing, on the monotonic clock. */
  const downSince = new Map<string, number>();
  const contacts = new Map<string, PrinterContact>();
  const abilities = new Map<string, PrinterAbilities>();

  const network = createNetworkAsker(time);

  function learn(printerId: string, news: Partial<PrinterContact>): void {
    contacts.set(printerId, { ...(contacts.get(printerId) ?? UNKNOWN), ...news });
    options.onContact();
  }

  function abilitiesOf(printer: Printer): PrinterAbilities {
    const address = placeOf(printer);
    const known = abilities.get(address) ?? {};
    abilities.set(address, known);
    return known;
  }

  async function transmit(printer: Printer, bytes: Buffer, signal?: AbortSignal): Promise<PrintResult> {
    const can = abilitiesOf(printer);
    const answeredBefore = can.answeredAt;
    const result = await transmitTo(
      printer,
      bytes,
      {
        time,
        abilities: can,
        ...options.printTimes,
        otherStatus: () => network.askKnown(printer),
        // Paper that runs out in mid-ticket is told at once, not when the job is given up.
        onTrouble: (trouble) => learn(printer.id, { trouble: trouble?.says ?? null, warning: null }),
      },
      signal,
    );
    if (result.outcome === 'failed') {
      if (!downSince.has(printer.id)) downSince.set(printer.id, monotonic());
      learn(printer.id, { trouble: result.says, warning: null });
      return result;
    }
    downSince.delete(printer.id);
    if (result.outcome === 'confirmed') options.onPrinted?.(printer);
    // What was only sent proves nothing, but the printer may have said that it is well.
    const answered = result.outcome === 'confirmed' || can.answeredAt !== answeredBefore;
    learn(printer.id, {
      at: now(),
      trouble: null,
      warning: result.warnings[0] ?? null,
      ...(answered ? { proof: { at: now(), by: 'itself' } } : {}),
    });
    return result;
  }

  const print: PrinterService['print'] = async (printer, document, extras = {}, signal) => {
    const { family, columns, dots, code_page: codePage, cut } = printer;
    const boxesSay = tOn({ template: template() })('printout.boxesExplained');
    const profile = { family, columns, dots, codePage, cut, boxesSay, ...extras };
    const boxed = new Set<string>();
    const pieces = await calmly(encodePieces(layoutPieces(document, { columns }), profile, boxed));
    const result = await transmit(printer, Buffer.concat(pieces), signal);
    return boxed.size === 0 ? result : { ...result, boxed: [...boxed] };
  };

  return {
    print,
    printTestPage(printer) {
      const { name, buzzer } = printer;
      const page = testPage({ name, address: placeOf(printer), template: template(), printedAt: printedAt() });
      return print(printer, page, { buzzer });
    },
    printSetUpSheet: (printer) => transmit(printer, setUpSheet(printer.family)),
    printDeliverySlip: (printer, delivery, venueName, { copy, ...mark }, signal) =>
      print(
        printer,
        deliverySlip(delivery, { venueName, template: template(), currencyDigits, printedAt: printedAt(), copy: { kind: copy }, ...mark }),
        {},
        signal,
      ),
    printDayReport: (printer, orders, venueName, times, at) =>
      print(printer, dayReport(orders, { venueName, template: template(), currencyDigits, printedAt: printedAt(), at }, times)),
    contact: (printerId) => contacts.get(printerId) ?? UNKNOWN,
    learn,
    networkStatus: network.ask,
    abilities: abilitiesOf,
    downForMs(printerId) {
      const since = downSince.get(printerId);
      return since === undefined ? 0 : monotonic() - since;
    },
  };
}
