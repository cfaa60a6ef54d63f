/** Makes a print job's document from the order's current state, with texts shortened. Pure. */

import { allergiesIn } from '../../orders/allergies/allergies-in.ts';
import type { ItemChange } from '../../orders/changes.ts';
import type { Order } from '../../orders/order.ts';
import { shortItem, shortOrder, shortText } from '../../orders/text/short-order.ts';
import type { Document } from '../layout/document.ts';
import type { PrintPayload } from '../print-payload.ts';
import { itemsFor, printersOf } from '../routing.ts';
import type { Printer } from '../transports/printer.ts';
import { courierTicket } from './courier-ticket.ts';
import { kitchenTicket } from './kitchen-ticket.ts';
import { participantLabel } from './participant-label.ts';
import { endsIn } from './parts/continued.ts';
import { type PrintContext, tOn } from './parts/ticket-words.ts';
import { receipt } from './receipt.ts';
import { changeTicket, preorderTicket, stopTicket, unansweredTicket } from './slips.ts';

/** Null if there is nothing to print, such as a label of a person who left the group order. */
export function paperOf(whole: Order, payload: PrintPayload, printers: readonly Printer[], context: PrintContext): Document | null {
  const ends = endsIn(tOn(context));
  const { order, isCommentCut } = shortOrder(whole, { ...ends, comment: '…' });
  const full: PrintContext = {
    ...context,
    venueName: shortText(context.venueName, 'name', ends.text),
    venueAddress: context.venueAddress ? shortText(context.venueAddress, 'address', ends.text) : null,
    acceptedBy: context.acceptedBy ? shortText(context.acceptedBy, 'name', ends.text) : null,
    noteGoesOn: isCommentCut,
    ...(isCommentCut ? { noteAllergies: allergiesIn(whole.consumer.comment ?? '') } : {}),
    ...(payload.copy ? { copyOf: payload.copy } : {}),
    ...(payload.standsInFor ? { standsInFor: payload.standsInFor.name } : {}),
  };
  const short = ({ kind, before, after }: ItemChange): ItemChange => ({
    kind,
    before: before && shortItem(before, ends),
    after: after && shortItem(after, ends),
  });
  switch (payload.document) {
    case 'kitchen-ticket':
      return kitchenTicket(order, { ...full, ...ownItems(whole, payload, printers) });
    case 'participant-label':
      return participantLabel(order, payload.part, full);
    case 'receipt':
      return receipt(order, full);
    case 'courier-slip':
      return courierTicket(order, full);
    case 'preorder-slip':
      return preorderTicket(order, full);
    case 'change-slip':
      return changeTicket(order, (payload.changes ?? []).map(short), full);
    case 'unanswered-slip':
      return unansweredTicket(order, full, payload.answerBy ?? null, payload.answerIsAbout ?? false);
    case 'stop-slip':
      return stopTicket(order, full);
  }
}

/** The items that this printer prints; a backup printer prints those of the printer it replaces. */
function ownItems(order: Order, payload: PrintPayload, printers: readonly Printer[]): Pick<PrintContext, 'only'> {
  const whose = payload.standsInFor?.id ?? payload.printerId;
  const items = itemsFor(printers, whose, order);
  if (items.length === order.items.length || items.length === 0) return {};
  const own = new Set(items);
  const others = order.items.flatMap((item, at) => (own.has(at) ? [] : printersOf(printers, item).map(({ name }) => name)));
  return { only: { items, elsewhere: [...new Set(others)] } };
}
