/** All printing goes through here. */

import type { Text } from '../../../contract/message.ts';
import type { PaperTemplate } from '../../../contract/settings/paper-template.ts';
import type { Time } from '../../../shared/time/time.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import { collectYielding } from '../../time/yielding.ts';
import { type DaysOrder, type DayTimes, dayReport } from '../documents/day-report.ts';
import { deliveryTicket, type SlipDelivery } from '../documents/delivery-ticket.ts';
import { tOn } from '../documents/parts/ticket-words.ts';
import { setUpSheet } from '../documents/set-up-sheet.ts';
import { testPage } from '../documents/test-page.ts';
import { encodePieces } from '../escpos/encode.ts';
import type { Document } from '../layout/document.ts';
import { layoutPieces } from '../layout/layout.ts';
import { type Printer, placeOf } from '../transports/printer.ts';
import type { PrinterAbilities, PrintResult, PrintTimes } from '../transports/tcp-printer.ts';
import { transmitTo } from '../transports/transmit.ts';

export interface PrinterContact {
  /** Last connection, printout or answer; epoch ms. */
  at: number | null;
  /** Last good status, epoch ms. */
  verifiedAt: number | null;
  /** What prevents printing; null if nothing is known. */
  trouble: Text | null;
  /** What will soon prevent printing. */
  warning: Text | null;
}

/** How long a good status counts; printers are asked every ten seconds. */
const FRESH_MS = 45_000;

/** `now`: epoch ms. */
export function isVerified({ verifiedAt, trouble }: PrinterContact, now: number): boolean {
  return trouble === null && verifiedAt !== null && Math.abs(now - verifiedAt) < FRESH_MS;
}

const UNKNOWN: PrinterContact = { at: null, verifiedAt: null, trouble: null, warning: null };

/** `boxed`: letters that no font has, printed as boxes. */
export type PaperResult = PrintResult & { boxed?: readonly string[] };

export interface PrinterService {
  /** Rejects only if a font file is missing. */
  print(printer: Printer, document: Document, extras?: { buzzer?: boolean; drawer?: boolean }, signal?: AbortSignal): Promise<PaperResult>;
  printTestPage(printer: Printer): Promise<PrintResult>;
  /** Staff enter its numbers, which `profileFrom` reads. */
  printSetUpSheet(printer: Printer): Promise<PrintResult>;
  printDeliverySlip(
    printer: Printer,
    delivery: SlipDelivery,
    venueName: string,
    mark: { copy: 'original' | 'possible-copy'; standsInFor?: string },
    signal?: AbortSignal,
  ): Promise<PaperResult>;
  /** `at`: a time in the reported day, ISO UTC. */
  printDayReport(printer: Printer, orders: readonly DaysOrder[], venueName: string, times: DayTimes, at: string): Promise<PrintResult>;
  contact(printerId: string): PrinterContact;
  learn(printerId: string, news: Partial<PrinterContact>): void;
  abilities(printer: Printer): PrinterAbilities;
  /** How long every attempt has failed, ms; 0 if it works. */
  downForMs(printerId: string): number;
}

export function createPrinterService(options: {
  time: Time;
  printTimes?: PrintTimes;
  /** ISO UTC, on the service's clock. */
  printedAt: () => string;
  template: () => PaperTemplate;
  currencyDigits: CurrencyDigits;
  onContact: () => void;
  onPrinted?: (printer: Printer) => void;
}): PrinterService {
  const { time, template, currencyDigits, printedAt } = options;
  const { wall: now, monotonic } = time;
  /** When a printer's attempts began to fail: monotonic ms, by printer ID. */
  const downSince = new Map<string, number>();
  const contacts = new Map<string, PrinterContact>();
  const abilities = new Map<string, PrinterAbilities>();

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
        // Reports trouble such as paper running out mid-ticket immediately.
        onTrouble: (trouble) => learn(printer.id, { trouble: trouble?.text ?? null, warning: null }),
      },
      signal,
    );
    if (result.outcome === 'failed') {
      if (!downSince.has(printer.id)) downSince.set(printer.id, monotonic());
      learn(printer.id, { trouble: result.text, warning: null });
      return result;
    }
    downSince.delete(printer.id);
    if (result.outcome === 'confirmed') options.onPrinted?.(printer);
    // An unconfirmed printout proves nothing, but the printer may have reported a good status meanwhile.
    const answered = result.outcome === 'confirmed' || can.answeredAt !== answeredBefore;
    learn(printer.id, {
      at: now(),
      trouble: null,
      warning: result.warnings[0] ?? null,
      ...(answered ? { verifiedAt: now() } : {}),
    });
    return result;
  }

  const print: PrinterService['print'] = async (printer, document, extras = {}, signal) => {
    const { family, columns, dots, code_page: codePage, cut } = printer;
    const boxesSay = tOn({ template: template() })('printout.boxesExplained');
    const profile = { family, columns, dots, codePage, cut, boxesSay, ...extras };
    const boxed = new Set<string>();
    const pieces = await collectYielding(encodePieces(layoutPieces(document, { columns }), profile, boxed));
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
        deliveryTicket(delivery, {
          venueName,
          template: template(),
          currencyDigits,
          printedAt: printedAt(),
          copy: { kind: copy },
          ...mark,
        }),
        {},
        signal,
      ),
    printDayReport: (printer, orders, venueName, times, at) =>
      print(printer, dayReport(orders, { venueName, template: template(), currencyDigits, printedAt: printedAt(), at }, times)),
    contact: (printerId) => contacts.get(printerId) ?? UNKNOWN,
    learn,
    abilities: abilitiesOf,
    downForMs(printerId) {
      const since = downSince.get(printerId);
      return since === undefined ? 0 : monotonic() - since;
    },
  };
}
