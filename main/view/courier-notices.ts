/** Says on every screen what goes wrong with a courier, while nobody looks at the courier desk. */
import { needsAPerson } from '../orders/couriers/delivery-progress.ts';
import type { DeliveryRow } from '../store/rows/delivery-rows.ts';
import type { Store } from '../store/store.ts';
import { nameOf } from './delivery-card.ts';
import type { Notices } from './notices.ts';

const REMEDY = {
  uncertain: "Ask the operator's support before you order another one; the courier desk shows what is known.",
  refused: 'Look at the courier desk: it says why.',
  rejected: 'Order another one, or tell the customer.',
  'no-show': "Call the customer; the operator's support knows where the parcel is.",
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

function saysOf(state: keyof typeof REMEDY, name: string): string {
  switch (state) {
    case 'uncertain':
      return `A courier for ${name} may or may not have been ordered.`;
    case 'refused':
      return `No courier was ordered for ${name}.`;
    case 'rejected':
      return `The service took back the courier for ${name}.`;
    case 'no-show':
      return `The courier for ${name} could not reach the customer.`;
  }
}
