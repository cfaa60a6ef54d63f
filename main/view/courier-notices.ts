/** Says on every screen what goes wrong with a courier, while nobody looks at the courier desk. */
import { type Message, message } from '../../contract/message.ts';
import { needsAPerson } from '../orders/couriers/delivery-progress.ts';
import type { DeliveryRow } from '../store/rows/delivery-rows.ts';
import type { Store } from '../store/store.ts';
import { nameOf } from './delivery-card.ts';
import type { Notices } from './notices.ts';

const REMEDY = {
  uncertain: message('ask-operators-support-before-you-order'),
  refused: message('look-at-courier-desk-it-says'),
  rejected: message('order-another-one-or-tell-customer'),
  'no-show': message('call-customer-operators-support-knows-where'),
};

/** Returns the end of it. What happened while the app was closed is told by the courier desk; what is still uncertain is told here. */
export function tellOfCouriers(options: { store: Store; notices: Notices; since: number }): () => void {
  const { store, notices } = options;
  const told = new Map<string, string>();

  function look(row: DeliveryRow): void {
    const { state } = row.progress;
    if (told.get(row.id) === state) return;
    told.set(row.id, state);
    const notice = `courier/${row.id}`;
    if (!needsAPerson(state)) return notices.clear(notice);
    notices.raise(notice, 'error', saysOf(state, nameOf(row)), REMEDY[state], true);
  }

  for (const row of store.deliveries.recent(options.since)) if (row.progress.state === 'uncertain') look(row);
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
    case 'no-show':
      return message('courier-for-name-could-not-reach', { name });
  }
}
