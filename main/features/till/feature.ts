/** The till, which receives orders and their changes. */
import type { AppView } from '../../../contract/contract.ts';
import { message, type Text } from '../../../contract/message.ts';
import type { Order } from '../../orders/order.ts';
import { isOurRejection, mayBeOurRejection } from '../../outbox/commands.ts';
import type { OrderRow } from '../../store/rows/order-rows.ts';
import { createTillKind, queueTillUpdate, tillJobs } from '../../till/hand-off.ts';
import type { Kernel } from '../context.ts';
import { defineFeature } from '../feature.ts';
import { createTillCalls } from './calls.ts';

interface Dependencies extends Kernel<'store' | 'settings' | 'time' | 'refreshApp'> {
  countsAsTill: () => boolean;
  asPromised: (row: OrderRow) => Order;
  reportSentToPos: (order: Order, success: boolean) => void;
}

interface OwnServices {
  /** The last handoff, and trouble since. */
  tillContact: { at: number | null; trouble: Text | null };
}

export const till = defineFeature({
  name: 'till',
  services: (): OwnServices => ({ tillContact: { at: null, trouble: null } }),
  appView: (given: Dependencies & OwnServices) => ({ till: tillView(given) }),
  calls: createTillCalls,
  jobs: ({ time, store, settings, asPromised, reportSentToPos, tillContact, refreshApp }: Dependencies & OwnServices) => [
    createTillKind({
      time,
      store,
      till: () => settings.get().pos,
      asPromised,
      report: reportSentToPos,
      isOurRejection,
      mayBeOurRejection,
      onContact(trouble) {
        if (trouble === null) tillContact.at = time.wall();
        tillContact.trouble = trouble;
        refreshApp();
      },
    }),
  ],
  orderEffects: ({ store, settings }: Kernel<'store' | 'settings'>) => ({
    due(order, { kind }) {
      if (kind === 'hand-to-till') for (const job of tillJobs(settings.get().pos, order)) store.queue.add(job);
    },
    changed: (before, order, isCancelled) => queueTillUpdate(store, before, order, isCancelled),
  }),
});

function tillView({ countsAsTill, tillContact: { at, trouble }, time }: Dependencies & OwnServices): AppView['till'] {
  if (countsAsTill()) return null;
  const lastContactAt = at === null ? null : time.service.iso(at);
  if (trouble !== null) return { state: 'trouble', text: trouble, lastContactAt };
  return at === null
    ? { state: 'unknown', text: message('text.notUsedYet'), lastContactAt }
    : { state: 'ready', text: message('till.acceptedLast'), lastContactAt };
}
