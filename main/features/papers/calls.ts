import { networkInterfaces } from 'node:os';
import type { Answer, CallOutput } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import type { Time } from '../../../shared/time/time.ts';
import type { ReportBook } from '../../history/report-book.ts';
import { dayOf } from '../../history/span.ts';
import { priceUnitBy } from '../../orders/couriers/delivery.ts';
import { digitsBy } from '../../orders/money/money.ts';
import type { OrderItem } from '../../orders/order.ts';
import { paperOf } from '../../printing/documents/paper.ts';
import { sampleOrder } from '../../printing/documents/parts/sample-order.ts';
import { profileFrom } from '../../printing/documents/set-up-sheet.ts';
import { layout } from '../../printing/layout/layout.ts';
import { previewOf } from '../../printing/layout/preview.ts';
import { textPreview } from '../../printing/layout/text-preview.ts';
import { PRINT } from '../../printing/print-payload.ts';
import { printersOf } from '../../printing/routing.ts';
import { printerLane } from '../../printing/spool/plan.ts';
import { slipPrinter } from '../../printing/spool/print-delivery-slips.ts';
import type { PrinterService } from '../../printing/spool/printer-service.ts';
import type { Spool } from '../../printing/spool/spool.ts';
import { announcedPrinters } from '../../printing/transports/announced-printers.ts';
import { checkDevice } from '../../printing/transports/device-kind.ts';
import { type NameRefusal, queueName } from '../../printing/transports/device-name.ts';
import { findPrinters, placesNearby } from '../../printing/transports/find-printers.ts';
import { systemPrinters } from '../../printing/transports/list-printers.ts';
import type { Printer } from '../../printing/transports/printer.ts';
import type { PrintResult } from '../../printing/transports/tcp-printer.ts';
import type { OrderRow } from '../../store/rows/order-rows.ts';
import { inTime } from '../../time/time-limit.ts';
import { mapYielding } from '../../time/yielding.ts';
import { slipOf } from '../../view/card/delivery-card.ts';
import { venueNames } from '../../view/venue-names.ts';
import { DONE, type Handlers, refuse, refuseAs } from '../answers.ts';
import type { Kernel } from '../context.ts';

type PaperCalls = Pick<
  Handlers,
  | 'printers.find'
  | 'printers.ofSystem'
  | 'printers.whereItems'
  | 'printer.test'
  | 'printer.seen'
  | 'printer.sheet'
  | 'printer.learn'
  | 'print.dayReport'
  | 'courier.slip'
  | 'print.again'
  | 'print.seen'
  | 'print.move'
  | 'paper.preview'
  | 'settings.savePrinters'
  | 'settings.saveTemplate'
>;

const UNKNOWN_PRINTER = { code: 'unknown-printer', text: message('printer.notInSettings') };
/** Waiting jobs per order: more than the labels of a large group. */
const MOST_WAITING = 100;
/** Paper of previews while a venue has no printer. */
const USUAL_PAPER = { columns: 48, dots: 576 };
const ITEMS_SHOWN = 12;
const LOOK_MS = 5_000;
const LIST_KEPT_MS = 1_500;

const BECAME = {
  confirmed: message('printJob.printedConfirmed'),
  reported: message('printJob.printedReported'),
  sent: message('printJob.unconfirmed'),
};

/** Reports an impossible device or queue name when it's saved, not at the first ticket. */
async function whyNotTaken({ via, device, queue }: Printer, time: Time): Promise<NameRefusal | null> {
  // A device that doesn't answer now may answer later.
  if (via === 'device') return inTime(time, device, LOOK_MS, () => checkDevice(device)).catch(() => null);
  if (via !== 'system') return null;
  const checked = queueName(queue);
  return 'text' in checked ? checked : null;
}

export function createPaperCalls(
  deps: Kernel<'store' | 'settings' | 'time'> & {
    spool: Spool;
    printerService: PrinterService;
    onPrinterVerified: (printer: Printer) => void;
    reportBook: ReportBook;
  },
): PaperCalls {
  const { store, settings, spool, printerService } = deps;
  const clock = deps.time.service;

  /** If the print works, the printer's waiting jobs follow. */
  async function onPrinter(
    printerId: string,
    print: (printer: Printer) => Promise<PrintResult>,
  ): Promise<Answer<CallOutput<'printer.test'>>> {
    const printer = settings.get().printers.find(({ id }) => id === printerId);
    if (!printer) return refuse(UNKNOWN_PRINTER);
    const result = await print(printer);
    if (result.outcome === 'failed') return refuseAs(result);
    store.write(() => store.queue.retryNow(printerLane(printer.id)));
    return { ok: true, value: { text: BECAME[result.outcome], confirmed: result.outcome === 'confirmed' } };
  }

  const names = () => venueNames(store, settings.get());
  /** Concurrent callers share one network scan. */
  let finding: ReturnType<typeof findPrinters> | null = null;
  /** Listing starts two programs, so callers share it, also shortly afterwards. */
  let listing: ReturnType<typeof systemPrinters> | null = null;

  return {
    async 'printers.find'() {
      finding ??= announcedPrinters(deps.time)
        .then((announced) => findPrinters([...placesNearby(networkInterfaces()), ...announced]))
        .finally(() => {
          finding = null;
        });
      return { ok: true, value: { found: await finding } };
    },
    async 'printers.ofSystem'() {
      listing ??= systemPrinters(deps.time).finally(() => {
        const forget = (): void => {
          listing = null;
        };
        deps.time.after(LIST_KEPT_MS, forget, { keepsAlive: false });
      });
      return { ok: true, value: { printers: await listing } };
    },
    'printer.test': ({ printerId }) => onPrinter(printerId, printerService.printTestPage),
    'printer.seen': ({ printerId }) => {
      const printer = settings.get().printers.find(({ id }) => id === printerId);
      if (!printer) return refuse(UNKNOWN_PRINTER);
      deps.onPrinterVerified(printer);
      return DONE;
    },
    'printer.sheet': ({ printerId }) => onPrinter(printerId, printerService.printSetUpSheet),
    'printer.learn': ({ printerId, numbers }) => {
      const learnt = profileFrom(numbers);
      if ('wrong' in learnt) return refuse({ code: 'bad-input', text: learnt.wrong });
      if (!settings.get().printers.some(({ id }) => id === printerId)) return refuse(UNKNOWN_PRINTER);
      settings.change((now) => ({
        ...now,
        printers: now.printers.map((printer) => (printer.id === printerId ? { ...printer, ...learnt.profile } : printer)),
      }));
      return { ok: true, value: { text: message('printJob.kept', { text: learnt.text }) } };
    },
    'print.dayReport': ({ printerId, day }) =>
      onPrinter(printerId, async (printer) => {
        const asked = day ?? dayOf(clock.now());
        const span = { firstDay: asked, lastDay: asked };
        const orders: OrderRow[] = [];
        for await (const { past } of deps.reportBook.orders(span)) {
          const row = store.orders.get(past.orderId);
          if (row) orders.push(row);
        }
        const { unread, cancelled, missed, rejectsBy, refunds, couriers, toAccept, toReady, late, papers } =
          await deps.reportBook.report(span);
        const times = { unread, cancelled, missed, rejectsBy, refunds: refunds.sums, couriers, toAccept, toReady, late, papers };
        return printerService.printDayReport(printer, orders, names(), times, new Date(`${asked}T12:00:00`).toISOString());
      }),
    'courier.slip': ({ id }) => {
      const row = store.deliveries.get(id);
      const { printers, service } = settings.get();
      const printer = slipPrinter(printers);
      const slip = row && slipOf(row, priceUnitBy(service));
      if (!slip) return refuse({ code: 'unknown-delivery', text: message('courier.recipientErased') });
      if (!printer) return refuse({ code: 'no-printer', text: message('printer.none'), hint: message('printer.addInSettings') });
      return onPrinter(printer.id, (on) => printerService.printDeliverySlip(on, slip, names(), { copy: 'original' }));
    },
    'print.again': ({ orderId, document, part, printerId }, by) => {
      const row = store.orders.get(orderId);
      if (!row) return refuse({ code: 'unknown-order', text: message('order.thisUnknown') });
      if (printerId !== null && !settings.get().printers.some(({ id }) => id === printerId)) return refuse(UNKNOWN_PRINTER);
      const waiting = store.queue
        .ofOrder(orderId)
        .filter(({ kind, state }) => kind === PRINT.kind && (state === 'waiting' || state === 'leased'));
      if (waiting.length >= MOST_WAITING)
        return refuse({
          code: 'too-much',
          text: message('printing.manyWaiting'),
          hint: message('printing.printsWhenReady'),
        });
      const papers = store.write(() => {
        const asked = spool.printAgain(row.order, document, part, printerId);
        // The print ledger has the printouts; the journal adds who asked, if known.
        if (asked > 0 && by?.name) store.journal.append(orderId, { kind: 'reprint-asked', document }, by.name);
        return asked;
      });
      if (papers > 0) return { ok: true, value: { papers } };
      return refuse({
        code: 'no-printer',
        text: message('printing.nothingToPrint'),
        hint: message('printer.addInSettings'),
      });
    },
    'print.seen': ({ orderId, document, part, printerId }) => {
      const papers = store.write(() => store.ledger.see(orderId, document, part, printerId));
      const printer = settings.get().printers.find(({ id }) => id === printerId);
      if (papers > 0 && printer) deps.onPrinterVerified(printer);
      if (papers > 0) return { ok: true, value: { papers } };
      return refuse({ code: 'no-such-paper', text: message('printing.noneWaiting') });
    },
    'print.move': ({ from, to }) => {
      const target = settings.get().printers.find(({ id }) => id === to && id !== from);
      if (!target) return refuse({ code: 'unknown-printer', text: message('printer.chooseAnother') });
      return { ok: true, value: { papers: store.write(() => spool.moveWaiting(from, target)) } };
    },

    async 'paper.preview'({ template, document }) {
      const { printers } = settings.get();
      const paper = printers.find(({ documents }) => documents.includes(document)) ?? printers[0] ?? USUAL_PAPER;
      const order = sampleOrder(clock.now(), names() || 'Sample Kitchen');
      const context = {
        venueName: order.venueName ?? '',
        template,
        currencyDigits: digitsBy(settings.get().service),
        copy: { kind: 'original' },
        printedAt: new Date(clock.now()).toISOString(),
      } as const;
      const sheet = paperOf(order, { document, printerId: '', part: 0, madeAt: 0 }, [], context);
      const lines = sheet ? layout(sheet, paper) : [];
      const png = await previewOf(lines, paper);
      return { ok: true, value: { png: png.toString('base64'), text: textPreview(lines).join('\n') } };
    },
    async 'printers.whereItems'({ printers }) {
      const seen = new Map<string, OrderItem>();
      await mapYielding([...store.orders.openIds(), ...store.orders.endedSince(0, 100)], (id) => {
        if (seen.size >= ITEMS_SHOWN) return;
        for (const item of store.orders.get(id)?.order.items ?? []) seen.set(`${item.category}/${item.name}`, item);
      });
      const items = seen.size > 0 ? [...seen.values()] : sampleOrder(clock.now(), '').items;
      const shown = items.slice(0, ITEMS_SHOWN).map((item): CallOutput<'printers.whereItems'>['items'][number] => ({
        name: item.name,
        category: item.category,
        printers: printersOf(printers, item).map(({ name }) => name),
      }));
      return { ok: true, value: { items: shown, sample: seen.size === 0 } };
    },

    async 'settings.savePrinters'({ printers }) {
      if (new Set(printers.map(({ id }) => id)).size < printers.length)
        return refuse({ code: 'bad-input', text: message('field.duplicatePrinterId') });
      for (const printer of printers) {
        const notTaken = await whyNotTaken(printer, deps.time);
        if (notTaken) return refuse({ code: 'bad-input', ...notTaken });
      }
      const stillThere = ({ id, backup }: { id: string; backup: string | null }) =>
        printers.some((other) => other.id === backup && other.id !== id) ? backup : null;
      const before = settings.get().printers;
      settings.change((now) => ({ ...now, printers: printers.map((printer) => ({ ...printer, backup: stillThere(printer) })) }));
      // Jobs of a printer with a new address are retried now; those of a removed one fail.
      store.write(() => before.forEach(({ id }) => void store.queue.retryNow(printerLane(id))));
      return DONE;
    },
    'settings.saveTemplate': ({ template }) => {
      settings.change((now) => ({ ...now, template }));
      return DONE;
    },
  };
}
