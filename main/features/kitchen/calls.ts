/** Each mark is durable before its answer and shown on every display. */
import type { kitchenCalls } from '../../../contract/calls/kitchen.ts';
import type { Answer, Done } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import { type Kitchen, kitchenOf, NO_LINE } from '../../orders/kitchen/kitchen.ts';
import type { OrderRow } from '../../store/rows/order-rows.ts';
import { doneOrders, lastDone } from '../../view/done-orders.ts';
import { DONE, type Handlers, refuse, withoutUndefined } from '../answers.ts';
import type { Kernel } from '../context.ts';

export function createKitchenCalls({
  store,
  feed,
  time,
  settings,
}: Kernel<'store' | 'feed' | 'time' | 'settings'>): Pick<Handlers, keyof typeof kitchenCalls> {
  /** Reads and marks in one transaction. */
  const mark = (orderId: string, work: (kitchen: Kitchen, row: OrderRow) => Answer<Done>, unknown = UNKNOWN): Answer<Done> =>
    store.write(() => {
      const row = store.orders.get(orderId);
      if (!row) return unknown;
      return work(kitchenOf(row.order, settings.get().kitchen.stations, store.kitchen.of(orderId)), row);
    });

  const done = { store, feed, iso: time.service.iso };

  return {
    'kitchen.setDish': ({ orderId, line, done }) =>
      mark(orderId, ({ lines }) => {
        if (!lines.some(({ key }) => key === line)) return CHANGED;
        if (done) store.kitchen.set(orderId, { kind: 'dish', station: '', line });
        else {
          store.kitchen.unset(orderId, 'dish', { line });
          // An unfinished dish is unfinished at every station, even if a ticket was marked done.
          store.kitchen.unset(orderId, 'ticket', { line });
        }
        return DONE;
      }),
    'kitchen.setTicket': ({ orderId, station, done, seen }) =>
      mark(orderId, ({ tickets }) => {
        const ticket = tickets.find((one) => one.station === station);
        // A dish that arrived during the tap was not seen.
        if (!ticket || (done && ticket.key !== seen)) return CHANGED;
        if (!done) store.kitchen.unset(orderId, 'ticket', { station });
        for (const line of done ? ticket.lines : []) store.kitchen.set(orderId, { kind: 'ticket', station, line });
        if (done && ticket.lines.length === 0) store.kitchen.set(orderId, { kind: 'ticket', station, line: NO_LINE });
        if (done) store.kitchen.unset(orderId, 'recalled', { station });
        return DONE;
      }),
    'kitchen.prioritize': ({ orderId, on }) =>
      mark(orderId, () => {
        if (on) store.kitchen.set(orderId, { kind: 'priority', station: '', line: '' });
        else store.kitchen.unset(orderId, 'priority');
        return DONE;
      }),
    async 'kitchen.recent'({ station }) {
      return { ok: true, value: { orders: await doneOrders({ ...done, settings: settings.get() }, station) } };
    },
    'kitchen.recall': ({ orderId, station }) =>
      mark(
        orderId,
        ({ tickets }, { stage }) => {
          const wanted = tickets.filter((ticket) => station === null || ticket.station === station);
          const isWantedBack = wanted.length > 0 && wanted.every(({ recalled }) => recalled);
          if (isWantedBack) return DONE;
          const isListed = stage !== 'rejected' && lastDone(done, station).some((one) => one.orderId === orderId);
          if (wanted.length === 0 || !isListed) return TOO_LONG_AGO;
          for (const ticket of wanted) {
            store.kitchen.unset(orderId, 'ticket', { station: ticket.station });
            store.kitchen.set(orderId, { kind: 'recalled', station: ticket.station, line: '' });
          }
          return DONE;
        },
        // A display may recall only listed orders and learns of no others.
        TOO_LONG_AGO,
      ),
    'settings.saveKitchen': ({ kitchen }) => {
      settings.change((now) => ({ ...now, kitchen: { ...now.kitchen, ...withoutUndefined(kitchen) } }));
      return DONE;
    },
  };
}

const UNKNOWN = refuse({ code: 'unknown-order', text: message('order.thisUnknown') });
const CHANGED = refuse({
  code: 'changed',
  text: message('order.justChanged'),
  hint: message('text.checkAgain'),
});
const TOO_LONG_AGO = refuse({ code: 'not-among-last', text: message('kitchen.lastTwentyOnly') });
