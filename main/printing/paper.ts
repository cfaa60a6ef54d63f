/** The document that a row of the queue asks for, made from the order as it stands when the paper is printed. Pure. */
import type { Order } from '../orders/order.ts';
import { courierSlip } from './courier-slip.ts';
import type { Document } from './document.ts';
import { kitchenTicket } from './kitchen-ticket.ts';
import { participantLabels } from './participant-label.ts';
import type { PrintPayload } from './plan.ts';
import type { Printer } from './printer.ts';
import { receipt } from './receipt.ts';
import { itemsFor, printersOf } from './routing.ts';
import { changeSlip, preorderSlip, stopSlip, unansweredSlip } from './slips.ts';
import type { PrintContext } from './ticket-words.ts';

/** Null where there is nothing to print any more: a label of somebody who left the group order. */
export function paperOf(order: Order, payload: PrintPayload, printers: readonly Printer[], context: PrintContext): Document | null {
  const full: PrintContext = {
    ...context,
    ...(payload.copy ? { copyOf: payload.copy } : {}),
    ...(payload.standsInFor ? { standsInFor: payload.standsInFor.name } : {}),
  };
  switch (payload.document) {
    case 'kitchen-ticket':
      return kitchenTicket(order, { ...full, ...ownItems(order, payload, printers) });
    case 'participant-label':
      // A changed order may have fewer participants than when its labels were queued.
      return participantLabels(order, full)[payload.part] ?? null;
    case 'receipt':
      return receipt(order, full);
    case 'courier-slip':
      return courierSlip(order, full);
    case 'preorder-slip':
      return preorderSlip(order, full);
    case 'change-slip':
      return changeSlip(order, payload.changes ?? [], full);
    case 'unanswered-slip':
      return unansweredSlip(order, full, payload.answerBy ?? null);
    case 'stop-slip':
      return stopSlip(order, full);
  }
}

/** A printer that stands in prints what the other one would have. */
function ownItems(order: Order, payload: PrintPayload, printers: readonly Printer[]): Pick<PrintContext, 'only'> {
  const whose = payload.standsInFor?.id ?? payload.printerId;
  const items = itemsFor(printers, whose, order);
  if (items.length === order.items.length || items.length === 0) return {};
  const others = order.items.flatMap((item, at) => (items.includes(at) ? [] : printersOf(printers, item).map(({ name }) => name)));
  return { only: { items, elsewhere: [...new Set(others)] } };
}
