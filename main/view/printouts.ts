import { isPrintedDocument, type OrderDetail, PRINTED_DOCUMENTS } from '../../contract/contract.ts';
import { type Message, type MessageCode, message, type Text } from '../../contract/message.ts';
import { bagsOf, type Order } from '../orders/order.ts';
import { type LedgerEntry, type PrintEvidence, printEvidenceOf } from '../store/rows/print-ledger.ts';
import type { Store } from '../store/store.ts';

const PROOF = {
  confirmed: 'printJob.stateConfirmed',
  reported: 'printJob.stateReported',
  sent: 'printJob.stateUnconfirmed',
  seen: 'printJob.stateConfirmedByStaff',
  uncertain: 'printJob.stateBrokenOff',
} as const satisfies Record<PrintEvidence, MessageCode>;

export function papersOf(store: Store, order: Order, iso: (at: number) => string): Pick<OrderDetail, 'papers' | 'printable'> {
  return {
    papers: store.ledger.of(order.id).map((entry) => ({
      at: iso(entry.at),
      document: entry.document,
      part: entry.part,
      label: whichPaper(entry, order),
      text: printoutText(entry, order),
      printerId: entry.printerId,
      proof: printEvidenceOf(entry),
    })),
    printable: [
      { document: 'kitchen-ticket', label: PRINTED_DOCUMENTS['kitchen-ticket'].label },
      ...(order.participants.length > 0 ? [{ document: 'participant-label', label: message('printJob.allLabels') }] : []),
      { document: 'receipt', label: PRINTED_DOCUMENTS.receipt.label },
      ...(order.delivery.type === 'homedelivery' ? [{ document: 'courier-slip', label: PRINTED_DOCUMENTS['courier-slip'].label }] : []),
    ],
  };
}

/** "Kitchen ticket on Kitchen: printed, confirmed by the printer." */
export function printoutText(entry: LedgerEntry, order: Order): Message {
  const marks = {
    original: '',
    'possible-copy': message('printJob.possibleCopy'),
    reprint: message('printJob.reprint', { copy: entry.copy }),
  };
  const by = entry.by === 'staff' ? message('printJob.byStaff') : '';
  const more = message('printJob.markBy', { mark: marks[entry.mark], by });
  return message(PROOF[printEvidenceOf(entry)], { which: whichPaper(entry, order), printer: entry.printer, more });
}

function whichPaper({ document, part }: LedgerEntry, order: Order): Text {
  const label = isPrintedDocument(document) ? PRINTED_DOCUMENTS[document].label : document;
  return document === 'participant-label' ? message('printJob.labelNumber', { label, number: part + 1, of: bagsOf(order) }) : label;
}
