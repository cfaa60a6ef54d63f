/** Without a till the printed ticket counts as the handoff. */

import { priceUnitBy } from '../../orders/couriers/delivery.ts';
import type { Order } from '../../orders/order.ts';
import { reportSentToPos } from '../../outbox/commands.ts';
import { acceptedBy } from '../../outbox/given-by.ts';
import { asPromised } from '../../outbox/promised-time.ts';
import { createSlips, type Slips } from '../../printing/spool/print-delivery-slips.ts';
import { createPrinterService, type PrinterService } from '../../printing/spool/printer-service.ts';
import { createSpool, type Spool } from '../../printing/spool/spool.ts';
import { watchPrinters } from '../../printing/spool/watch-printers.ts';
import { type Printer, placeOf } from '../../printing/transports/printer.ts';
import { venueSettings } from '../../settings/settings.ts';
import type { OrderRow } from '../../store/rows/order-rows.ts';
import { slipOf } from '../../view/card/delivery-card.ts';
import { venueNames } from '../../view/venue-names.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { recordVerification } from '../record-verification.ts';
import { createPaperCalls } from './calls.ts';

interface OwnServices {
  printerService: PrinterService;
  /** Records that a printer printed at its current address. */
  onPrinterVerified: (printer: Printer) => void;
  spool: Spool;
  slips: Slips;
  /** Whether the kitchen ticket replaces a till. */
  countsAsTill: () => boolean;
  /** The order with the pickup time promised by staff. */
  asPromised: (row: OrderRow) => Order;
  /** Reports to the service whether the till has the order (sent-to-pos). */
  reportSentToPos: (order: Order, success: boolean) => void;
}

export const papers = defineFeature({
  name: 'papers',
  services: openPapers,
  calls: createPaperCalls,
  jobs: ({ spool, slips }: OwnServices) => [spool.kind, slips.kind],
  orderEffects: ({ store, spool, countsAsTill, reportSentToPos }: Kernel<'store'> & OwnServices) => {
    /** Whether the ticket was printed; an interrupted print is no handoff. */
    const hasTicket = ({ id }: Order): boolean =>
      store.ledger.of(id).some(({ document, outcome }) => document === 'kitchen-ticket' && outcome !== 'uncertain');
    return {
      due(order, consequence) {
        if (consequence.kind !== 'paper') return;
        spool.paperDue(order, consequence);
        if (consequence.occasion === 'accepted' && countsAsTill() && hasTicket(order)) reportSentToPos(order, true);
      },
    };
  },
  start({
    store,
    printerService,
    settings,
    time,
    onDefect,
    opened,
  }: Kernel<'store' | 'settings' | 'time' | 'onDefect' | 'opened'> & OwnServices) {
    opened.defer(watchPrinters({ store, printerService, printers: () => settings.get().printers, time, onDefect }));
  },
});

function openPapers({
  settings,
  time,
  currencyDigits,
  onDefect,
  refreshPrinters,
  store,
  warnings,
  deadlineFor,
}: Kernel<'settings' | 'time' | 'currencyDigits' | 'onDefect' | 'refreshPrinters' | 'store' | 'warnings' | 'deadlineFor'>): OwnServices {
  const { monotonic, service: clock } = time;
  const serviceTime = (): string => new Date(clock.now()).toISOString();
  const report = (order: Order, success: boolean): void =>
    reportSentToPos(store, { venueId: order.venueId, orderId: order.id }, success, serviceTime());
  const countsAsTill = (): boolean => settings.get().pos.kind === 'ticket-only';
  const promised = ({ order, readAt }: OrderRow): Order => asPromised(order, readAt, store.queue.ofOrder(order.id));
  function onPrinterVerified(printer: Printer): void {
    const place = placeOf(printer);
    if (store.verifications.at(`printer/${printer.id}`, place) !== null) return;
    // The printout succeeded even if this fails.
    recordVerification(store, `printer/${printer.id}`, place, onDefect);
    refreshPrinters();
  }
  const printerService = createPrinterService({
    time,
    printedAt: serviceTime,
    template: () => settings.get().template,
    currencyDigits,
    onContact: refreshPrinters,
    onPrinted: onPrinterVerified,
  });
  const printers = {
    printerService,
    printers: () => settings.get().printers,
    backupAfterMs: () => settings.get().paper.backup_after_seconds * 1_000,
  };
  const spool = createSpool({
    ...printers,
    store,
    asPromised: promised,
    answerBy: deadlineFor,
    monotonic,
    askAfterMs: () => settings.get().paper.ask_after_minutes * 60_000,
    printedAt: serviceTime,
    venueName: (order) => venueSettings(settings.get(), order.venueId).name ?? order.venueName ?? '',
    venueAddress: (order) => venueSettings(settings.get(), order.venueId).address,
    template: () => settings.get().template,
    currencyDigits,
    onMissingGlyphs: warnings.boxed,
    acceptedBy: ({ id }) => (settings.get().staff.on && settings.get().staff.on_papers ? acceptedBy(store, id) : null),
    onCarried: (order, document, { printer, isConfirmed }) => {
      if (document === 'kitchen-ticket') warnings.ticket(printer, isConfirmed);
      const stage = store.orders.get(order.id)?.stage;
      // A ticket before acceptance is no handoff: the order may still be rejected.
      if (document === 'kitchen-ticket' && countsAsTill() && stage && stage !== 'awaiting-acceptance') report(order, true);
    },
  });
  const slips = createSlips({
    ...printers,
    store,
    isOn: () => settings.get().paper.delivery_slip,
    venueNames: () => venueNames(store, settings.get()),
    onMissingGlyphs: warnings.boxed,
    slipOf: (row) => slipOf(row, priceUnitBy(settings.get().service)),
  });
  return { printerService, onPrinterVerified, spool, slips, countsAsTill, asPromised: promised, reportSentToPos: report };
}
