/** The papers of an order as the counter shows them: what went to which printer, how sure that is, and what can be printed again. */

import type { OrderDetail } from '../../contract/contract.ts';
import { type Message, type MessageCode, message, type Text } from '../../contract/message.ts';
import { type Order, peopleOf } from '../orders/order.ts';
import { PRINT } from '../printing/print-payload.ts';
import type { Job } from '../store/queue/queue.ts';
import { type LedgerEntry, type Proof, proofOf } from '../store/rows/print-ledger.ts';
import type { Store } from '../store/store.ts';

const LABEL: ReadonlyMap<string, Message> = new Map([
  ['kitchen-ticket', message('kitchen-ticket')],
  ['participant-label', message('label')],
  ['receipt', message('receipt')],
  ['courier-slip', message('courier-slip')],
  ['preorder-slip', message('pre-order-slip')],
  ['change-slip', message('change-slip')],
  ['stop-slip', message('stop-slip')],
  ['unanswered-slip', message('slip-of-unanswered-order')],
]);
const PROOF = {
  confirmed: 'which-on-printer-printed-confirmed-by',
  reported: 'which-on-printer-printed-says-print-system',
  sent: 'which-on-printer-sent-not-confirmed',
  seen: 'which-on-printer-sent-staff-say',
  uncertain: 'which-on-printer-broken-off-some',
} as const satisfies Record<Proof, MessageCode>;

export function papersOf(store: Store, order: Order, iso: (at: number) => string): Pick<OrderDetail, 'papers' | 'printable'> {
  return {
    papers: store.ledger.of(order.id).map((entry) => ({
      at: iso(entry.at),
      document: entry.document,
      part: entry.part,
      label: whichPaper(entry, order),
      says: paperSays(entry, order),
      printerId: entry.printerId,
      proof: proofOf(entry),
    })),
    printable: [
      { document: 'kitchen-ticket', label: message('kitchen-ticket') },
      ...(order.participants.length > 0 ? [{ document: 'participant-label', label: message('all-labels') }] : []),
      { document: 'receipt', label: message('receipt') },
      ...(order.delivery.type === 'homedelivery' ? [{ document: 'courier-slip', label: message('courier-slip') }] : []),
    ],
  };
}

/** Tells of a paper of this order that was only sent whether one of its kind came out there all the same. */
export function whatIsOut(store: Store, orderId: string): (job: Job) => boolean {
  let out: LedgerEntry[] | null = null;
  return (job) => {
    const paper = PRINT.read(job);
    if (paper === null) return false;
    out ??= store.ledger.of(orderId).filter((entry) => ['confirmed', 'seen'].includes(proofOf(entry)));
    return out.some(({ document, part, printerId }) => document === paper.document && part === paper.part && printerId === paper.printerId);
  };
}

/** "Kitchen ticket on Kitchen: printed, confirmed by the printer." */
export function paperSays(entry: LedgerEntry, order: Order): Message {
  const marks = {
    original: '',
    'possible-copy': message('marked-possible-copy'),
    reprint: message('reprint-copy', { copy: entry.copy }),
  };
  const by = entry.by === 'staff' ? message('by-staff') : '';
  const more = message('mark-by', { mark: marks[entry.mark], by });
  return message(PROOF[proofOf(entry)], { which: whichPaper(entry, order), printer: entry.printer, more });
}

function whichPaper({ document, part }: LedgerEntry, order: Order): Text {
  const label = LABEL.get(document) ?? document;
  return document === 'participant-label' ? message('label-number-of-of', { label, number: part + 1, of: peopleOf(order) }) : label;
}
