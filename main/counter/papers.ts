/** The papers of an order as the counter shows them: what went to which printer, how sure that is, and what can be printed again. */
import type { OrderDetail } from '../../preload/contract.ts';
import type { Order } from '../orders/order.ts';
import type { LedgerEntry } from '../store/print-ledger.ts';
import type { Store } from '../store/store.ts';

const LABEL: ReadonlyMap<string, string> = new Map([
  ['kitchen-ticket', 'Kitchen ticket'],
  ['participant-label', 'Label'],
  ['receipt', 'Receipt'],
  ['courier-slip', 'Courier slip'],
  ['preorder-slip', 'Pre-order slip'],
  ['change-slip', 'Change slip'],
  ['stop-slip', 'STOP slip'],
  ['unanswered-slip', 'Slip of an unanswered order'],
]);
const PROOF: Record<LedgerEntry['outcome'], string> = {
  confirmed: 'printed, confirmed by the printer',
  sent: 'sent, not confirmed by the printer',
  uncertain: 'broken off; some of it may be on paper',
};

export function papersOf(store: Store, order: Order, iso: (at: number) => string): Pick<OrderDetail, 'papers' | 'printable'> {
  return {
    papers: store.ledger.of(order.id).map((entry) => ({
      at: iso(entry.at),
      document: entry.document,
      part: entry.part,
      says: paperSays(entry, order),
      proof: entry.outcome,
    })),
    printable: [
      { document: 'kitchen-ticket', label: 'Kitchen ticket' },
      ...(order.participants.length > 0 ? [{ document: 'participant-label', label: 'All labels' }] : []),
      { document: 'receipt', label: 'Receipt' },
      ...(order.delivery.type === 'homedelivery' ? [{ document: 'courier-slip', label: 'Courier slip' }] : []),
    ],
  };
}

/** "Kitchen ticket on Kitchen: printed, confirmed by the printer". */
export function paperSays(entry: LedgerEntry, order: Order): string {
  const label = LABEL.get(entry.document) ?? entry.document;
  const which = entry.document === 'participant-label' ? `${label} ${entry.part + 1} of ${order.participants.length}` : label;
  const mark = entry.mark === 'possible-copy' ? ', marked POSSIBLE COPY' : entry.mark === 'reprint' ? `, REPRINT ${entry.copy}` : '';
  const by = entry.by === 'staff' ? ', by staff' : '';
  return `${which} on ${entry.printer}: ${PROOF[entry.outcome]}${mark}${by}`;
}
