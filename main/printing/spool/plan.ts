/** Which printouts an occasion (a new order, a change) needs, on which printers. Pure. */

import type { PrintedDocument } from '../../../contract/printed-documents.ts';
import type { ItemChange } from '../../orders/changes.ts';
import type { Occasion } from '../../orders/consequences.ts';
import type { Order, OrderItem } from '../../orders/order.ts';
import type { Job, NewJob } from '../../store/queue/queue.ts';
import { LABELS_MOST } from '../documents/parts/continued.ts';
import { isPreOrder } from '../documents/parts/ticket-words.ts';
import { PRINT, type PrintPayload } from '../print-payload.ts';
import { itemsFor, printersOf } from '../routing.ts';
import type { Printer } from '../transports/printer.ts';

export function printerLane(printerId: string): string {
  return `printer/${printerId}`;
}

/** `ticketOn`: printers that may have this order's ticket; change and STOP tickets go there. */
export function paperJobs(
  printers: readonly Printer[],
  order: Order,
  what: Occasion,
  ticketOn: ReadonlySet<string>,
  madeAt: number,
): NewJob[] {
  const each = (document: PrintedDocument, on: readonly Printer[], parts = 1) =>
    on.flatMap((printer) => originals(order, document, printer, parts, madeAt));
  const holding = printers.filter(({ id }) => ticketOn.has(id));
  const taking = (document: PrintedDocument) => printers.filter(({ documents }) => documents.some((one) => one === document));
  switch (what.occasion) {
    case 'arrived':
      return isPreOrder(order)
        ? []
        : each(
            'kitchen-ticket',
            ticketPrinters(printers, order).filter((printer) => printer.print_on === 'arrival'),
          );
    case 'confirmed':
      return each('preorder-slip', taking('preorder-slip'));
    case 'accepted':
      return [
        ...each(
          'kitchen-ticket',
          ticketPrinters(printers, order).filter((printer) => printer.print_on !== 'by-hand'),
        ),
        ...each('participant-label', taking('participant-label'), Math.min(LABELS_MOST, order.participants.length)),
        ...each('receipt', taking('receipt')),
        ...(order.delivery.type === 'homedelivery' ? each('courier-slip', taking('courier-slip')) : []),
      ];
    case 'changed':
      return holding.flatMap((printer) => {
        const changes = what.changes.filter(({ before, after }) =>
          [before, after].some((item) => {
            if (item === null) return false;
            const own = printersOf(printers, item).filter(({ id }) => ticketOn.has(id));
            // A backup printed this item's ticket, so each printer with a ticket prints the change.
            return own.length === 0 || own.includes(printer);
          }),
        );
        const key = `${order.id}/change-slip/${order.modifiedAt ?? madeAt}/${printer.id}`;
        return changes.length === 0
          ? []
          : [job(order, key, { document: 'change-slip', printerId: printer.id, part: 0, madeAt, changes: changes.map(kept) })];
      });
    case 'cancelled':
      return each('stop-slip', holding);
    case 'unanswered':
      return ticketPrinters(printers, order).map((printer) => {
        const key = `${order.id}/unanswered-slip/${printer.id}`;
        return job(order, key, {
          document: 'unanswered-slip',
          printerId: printer.id,
          part: 0,
          madeAt,
          answerBy: what.answerBy,
          answerIsAbout: what.isAbout,
        });
      });
  }
}

/** Shortens texts of a change for storage, but to more than a printout can hold, so that the printout still says that it was cut. */
function kept({ kind, before, after }: ItemChange): ItemChange {
  const item = (of: OrderItem | null): OrderItem | null =>
    of && {
      ...of,
      name: of.name?.slice(0, KEPT) ?? null,
      options: of.options.map((option) => ({ ...option, group: option.group.slice(0, KEPT), value: option.value.slice(0, KEPT) })),
    };
  return { kind, before: item(before), after: item(after) };
}

const KEPT = 2_000;

export function againJob(order: Order, document: PrintedDocument, part: number, printer: Printer, again: number, madeAt: number): NewJob {
  const key = `${order.id}/${document}/${part}/${printer.id}/again-${again}`;
  return job(order, key, { document, printerId: printer.id, part, madeAt, again });
}

export function backupPrinterJob(
  of: Pick<Job, 'key' | 'orderId'>,
  payload: PrintPayload,
  printer: Printer,
  standsInFor: NonNullable<PrintPayload['standsInFor']>,
): NewJob {
  const key = `${of.key}/on-${printer.id}`;
  const row = { key, lane: printerLane(printer.id), pool: printer.id, ...(of.orderId ? { orderId: of.orderId } : {}) };
  return PRINT.row({ ...row, payload: { ...payload, printerId: printer.id, standsInFor } });
}

/** The printers of the order's items; for an order without items, the first ticket printer. */
export function ticketPrinters(printers: readonly Printer[], order: Order): Printer[] {
  const tickets = printers.filter(({ documents }) => documents.includes('kitchen-ticket'));
  return order.items.length === 0 ? tickets.slice(0, 1) : tickets.filter(({ id }) => itemsFor(printers, id, order).length > 0);
}

function originals(order: Order, document: PrintedDocument, printer: Printer, parts: number, madeAt: number): NewJob[] {
  const copies = document === 'kitchen-ticket' ? printer.copies : 1;
  return Array.from({ length: parts }, (_, part) =>
    Array.from({ length: copies }, (_, at) => {
      const key = `${order.id}/${document}/${part}/${printer.id}${at === 0 ? '' : `/copy-${at + 1}`}`;
      const copy = copies > 1 ? { copy: { number: at + 1, of: copies } } : {};
      return job(order, key, { document, printerId: printer.id, part, madeAt, ...copy });
    }),
  ).flat();
}

function job(order: Order, key: string, payload: PrintPayload): NewJob {
  return PRINT.row({ key, lane: printerLane(payload.printerId), pool: payload.printerId, orderId: order.id, payload });
}
