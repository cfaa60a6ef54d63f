/** A service that answers with another order: it must neither overwrite the requested one nor appear as a second one. */
import { openVenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { openScreen } from '../watch/counter-screen.ts';
import { bentService, type Order } from './bent-service.ts';

const ORDERS = 300;
const SEEN_MS = 20_000;

const CHANGES: ((order: Order, victim: string, invented: string) => Order)[] = [
  (order, victim) => ({ ...order, id: victim, consumer_name: 'Somebody else', order_status: 'delivered' }),
  (order, _victim, invented) => ({ ...order, id: invented }),
  (order) => ({ ...order, venue: { ...(order.venue as Order), id: '0000000000000000000000aa' } }),
];

export const anotherId: Attack = {
  wants: 'an answer with the id of another order, or of another venue, is shown or acted on as the one that was asked for',
  async run({ chance, tries, say }) {
    await using service = bentService();
    await using app = await openVenueProcess({ robot: false, between: service.between });
    const reached: string[] = [];
    await app.switchOn();
    using screen = await openScreen(app.counterUrl());
    const victim = await app.place('takeaway', { order_number: 'VICTIM', consumer_name: 'Who ordered first' });
    await screen.until('the first order', ({ orders }) => orders[victim]?.actions.length, SEEN_MS);
    const total = Math.max(3, tries(ORDERS));
    for (let at = 0; at < total; at += 1) {
      const invented = `invented-${at}`;
      const change = CHANGES[at % CHANGES.length] as (typeof CHANGES)[number];
      let asked = 0;
      service.bendOrders((id, order) => {
        if (id === victim) return undefined;
        asked += 1;
        return JSON.stringify(change(order(), victim, invented));
      });
      const id = await app.place(chance.pick(['takeaway', 'self-delivery', 'preorder']));
      // Known from its notification, and ringing, without the answer's content.
      const card = await screen.until('the card of what was asked for', ({ orders }) => orders[id], SEEN_MS).catch(() => null);
      if (card === null) reached.push(`order ${at} is not on the board`);
      else if (!card.unread || card.actions.length > 0)
        reached.push(`the answer of another order is shown: ${JSON.stringify([card.unread, card.actions, card.trouble, card.status])}`);
      if (asked === 0) reached.push(`order ${at} was never read`);
      const { orders } = screen.state();
      if (orders[invented]) reached.push(`${invented} is on the board`);
      if (orders[victim]?.customer !== 'Who ordered first' || orders[victim]?.column !== 'new')
        reached.push('another order was written over');
      service.bend(null);
      await screen
        .until('the order itself', ({ orders: now }) => now[id]?.unread === false, SEEN_MS)
        .catch(() => reached.push(`order ${at} stays unread although the service is well again`));
      await app.venue.control('POST', `/orders/${id}/cancel`);
      if (at % 50 === 49) say(`${at + 1} answers for another order`);
    }
    return { tried: total, reached };
  },
};
