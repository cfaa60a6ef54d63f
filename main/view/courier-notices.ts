/** Says on every screen what goes wrong with a courier, while nobody looks at the courier desk. */
import { type Message, message } from '../../contract/message.ts';
import { type DeliveryState, needsAPerson } from '../orders/couriers/delivery-progress.ts';
import type { DeliveryRow } from '../store/rows/delivery-rows.ts';
import type { Store } from '../store/store.ts';
import { nameOf } from './card/delivery-card.ts';
import type { Notices } from './notices.ts';

const REMEDY = {
  uncertain: message('ask-operators-support-before-you-order'),
  refused: message('look-at-courier-desk-it-says'),
  rejected: message('order-another-one-or-tell-customer'),
  checking: message('keep-parcel-ready-and-ask-operators'),
  'no-show': message('call-customer-operators-support-knows-where'),
};

/** Returns the end of it. What nobody has read stays over a start: the app ends for many reasons, and none of them is a person's answer. */
export function tellOfCouriers(options: { store: Store; notices: Notices; since: number }): () => void {
  const { store, notices } = options;
  const told = new Map<string, string>();

  function look(row: DeliveryRow): void {
    const { state, readAs } = row.progress;
    if (told.get(row.id) === state) return;
    told.set(row.id, state);
    const notice = `courier/${row.id}`;
    if (!needsAPerson(state) || readAs === state) return notices.clear(notice);
    notices.raise(notice, 'error', saysOf(state, nameOf(row)), REMEDY[state], true, () => keepAsRead(row.id, state));
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

function saysOf(state: keyof typeof REMEDY, name: string): Message {
  switch (state) {
    case 'uncertain':
      return message('courier-for-name-may-or-may', { name });
    case 'refused':
      return message('no-courier-was-ordered-for-name', { name });
    case 'rejected':
      return message('service-took-back-courier-for-name', { name });
    case 'checking':
      return message('courier-for-name-was-taken-back', { name });
    case 'no-show':
      return message('courier-for-name-could-not-reach', { name });
  }
}
