/** The network answers with its own pages instead of the service: they don't count, and waiting commands go out at once when it is back. */
import { sourceOf } from '../../../../contract/contract.ts';
import { type Darkness, darkNetwork } from '../../runs/dark-network.ts';
import { openVenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { openScreen } from '../watch/counter-screen.ts';
import { bentService } from './bent-service.ts';

const PAGES = 60;
const OUTAGES = 20;
const ORDERS = 20;
const SEEN_MS = 30_000;
/** ms for twenty commands after the return; it once took 42 s. */
const ALL_OUT_MS = 10_000;

export const signInPage: Attack = {
  wants: 'a page of the network is taken for the service, or an answer of staff waits although the service is back',
  async run({ chance, tries, say }) {
    const reached: string[] = [];
    const pages = tries(PAGES);
    const service = bentService();
    const app = await openVenueProcess({ robot: false, between: service.between });
    try {
      await app.switchOn();
      const screen = await openScreen(app.counterUrl());
      for (let at = 0; at < pages; at += 1) {
        const page = chance.pick([
          { type: 'text/html', body: '<html><title>Sign in</title>Welcome to the network</html>' },
          { type: 'application/json', body: '{"sign_in":"https://network.example/"}' },
          { type: '', body: '' },
          { type: 'application/json', body: '[]' },
          { type: 'text/plain', body: 'OK' },
        ]);
        service.bend(() => ({ status: chance.pick([200, 202, 204]), ...page }));
        const id = await app.place('takeaway');
        const card = await screen.until('the card', ({ orders }) => orders[id], SEEN_MS).catch(() => null);
        if (card === null) reached.push(`page ${at}: the order is not on the board`);
        else if (!card.unread) reached.push(`page ${at}: the page was read as an order`);
        await screen
          .until('the trouble', ({ app: of }) => sourceOf(of.app, 'poller')?.state === 'lost', SEEN_MS)
          .catch(() => reached.push(`page ${at} (${page.type} ${page.body.slice(0, 20)}): the service is said to answer`));
        service.bend(null);
        await screen
          .until('the order', ({ orders }) => orders[id]?.unread === false, SEEN_MS)
          .catch(() => reached.push(`page ${at}: the order is not read when the service is back`));
        // An accept that a page "answered" hasn't happened.
        service.bend(({ method }) => (method === 'PUT' ? { status: 200, type: 'text/html', body: '<html>Sign in</html>' } : undefined));
        await screen.call('order.accept', { orderId: id, extraMinutes: 0 });
        await screen
          .until('still waiting', ({ orders }) => orders[id]?.pending ?? orders[id]?.trouble[0], SEEN_MS)
          .catch(() => reached.push(`page ${at}: a page took the accept`));
        service.bend(null);
        await screen
          .until('accepted', ({ orders }) => orders[id]?.column === 'preparing', SEEN_MS * 2)
          .catch(() => reached.push(`page ${at}: the accept never left`));
        await app.venue.control('POST', `/orders/${id}/cancel`);
      }
      screen.close();
    } finally {
      await app.close();
      await service.close();
    }

    const outages = Math.max(1, tries(OUTAGES));
    let slowest = 0;
    for (let at = 0; at < outages; at += 1) {
      const how = (['closed', 'reset', 'silent', 'sign-in'] as const satisfies Darkness[])[at % 4] ?? 'closed';
      const inTurn = at % 2 === 0;
      const { byDeadline, arrived, lastMs, accepted } = await darkNetwork({
        orders: ORDERS,
        darkMs: 8_000 + chance.below(4_000),
        how,
        inTurn,
        chance,
      });
      if (inTurn && arrived.join() !== byDeadline.join())
        reached.push(`${how}: the most urgent was not first: ${arrived.map((id) => byDeadline.indexOf(id)).join(' ')}`);
      if (accepted.some((times) => times !== 1)) reached.push(`${how}: accepted ${accepted.join(' ')} times`);
      if (!inTurn) slowest = Math.max(slowest, lastMs);
      if (!inTurn && lastMs > ALL_OUT_MS) reached.push(`${how}: the last of ${ORDERS} answers left ${lastMs} ms after the return`);
      say(`${how}: the last of ${ORDERS} answers left ${lastMs} ms after the return`);
    }
    return {
      tried: pages + outages,
      reached,
      figures: `${pages} pages, ${outages} outages with ${ORDERS} answers each${slowest > 0 ? `; the last left ${slowest} ms after the return` : ''}`,
    };
  },
};
