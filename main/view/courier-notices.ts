/** Shows courier problems on every screen, as the courier desk may be closed. */
import { type Message, message } from '../../contract/message.ts';
import { type DeliveryState, needsAPerson } from '../orders/couriers/delivery-progress.ts';
import type { DeliveryRequest } from '../service/deliveries/delivery-bodies.ts';
import type { DeliveryRow } from '../store/rows/delivery-rows.ts';
import type { Store } from '../store/store.ts';
import { nameOf } from './card/delivery-card.ts';
import type { Notices } from './notices.ts';

const HINT = {
  uncertain: message('courier.askSupportFirst'),
  refused: message('courier.seeDesk'),
  rejected: message('courier.orderAnother'),
  checking: message('courier.keepParcelReady'),
  'no-show': message('courier.callCustomer'),
};

/** Returns a stop function. Undismissed notices survive restarts: only a person can resolve them. */
export function noticeCouriers(options: { store: Store; notices: Notices; since: number }): () => void {
  const { store, notices } = options;
  const notified = new Map<string, DeliveryState>();

  function look(row: DeliveryRow): void {
    const { state, readAs } = row.progress;
    if (notified.get(row.id) === state) return;
    notified.set(row.id, state);
    if (isComing(state)) for (const [id, earlier] of notified) if (hasNoCourier(earlier) && isReplaced(id)) notices.clear(`courier/${id}`);
    const notice = `courier/${row.id}`;
    if (!needsAPerson(state) || readAs === state || (hasNoCourier(state) && isReplaced(row.id))) return notices.clear(notice);
    notices.raise(notice, 'error', textOf(state, nameOf(row)), HINT[state], true, () => keepAsRead(row.id, state));
  }

  /** Whether staff ordered another courier since, so nothing remains to do. */
  function isReplaced(id: string): boolean {
    const row = store.deliveries.get(id);
    if (!row) return false;
    const isFor = forWhom(row);
    return store.deliveries
      .recent(row.createdAt)
      .some((other) => other.id !== id && other.createdAt >= row.createdAt && isComing(other.progress.state) && forWhom(other) === isFor);
  }

  function keepAsRead(id: string, state: DeliveryState): void {
    store.write(() => {
      const row = store.deliveries.get(id);
      if (row) store.deliveries.save({ ...row, progress: { ...row.progress, readAs: state } });
    });
  }

  for (const row of store.deliveries.recent(options.since)) look(row);
  return store.onCommit(({ deliveries }) => {
    for (const id of deliveries) {
      const row = store.deliveries.get(id);
      if (row) look(row);
    }
  });
}

const hasNoCourier = (state: DeliveryState): boolean => state === 'rejected' || state === 'refused';

const isComing = (state: DeliveryState): boolean => !needsAPerson(state) && state !== 'ordering' && state !== 'cancelled';

/** Order number and recipient, or the ID if unknown. */
function forWhom({ id, venueId, request }: DeliveryRow): string {
  const { orderNumber = null, recipient } = request as Partial<DeliveryRequest>;
  return recipient ? JSON.stringify([venueId, orderNumber, recipient.name, recipient.phone_number]) : id;
}

function textOf(state: keyof typeof HINT, name: string): Message {
  switch (state) {
    case 'uncertain':
      return message('courier.mayBeOrdered', { name });
    case 'refused':
      return message('courier.notOrderedFor', { name });
    case 'rejected':
      return message('courier.cancelledByServiceFor', { name });
    case 'checking':
      return message('courier.cancelUnconfirmed', { name });
    case 'no-show':
      return message('courier.customerNotReached', { name });
  }
}
