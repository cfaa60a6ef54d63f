/** The network answers with its own pages instead of the service: they don't count, and waiting commands go out at once when it is back. */
import { type AppState, sourceOf } from '../../../../contract/contract.ts';
import { type Darkness, darkNetwork } from '../../runs/dark-network.ts';
import type { Chance } from '../../seeded.ts';
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
    await readPages(pages, chance, reached);
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

async function readPages(pages: number, chance: Chance, reached: string[]): Promise<void> {
  await using service = bentService();
  await using app = await openVenueProcess({ robot: false, between: service.between });
  await app.switchOn();
  using screen = await openScreen(app.counterUrl());
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
    const expect = (look: (state: AppState) => unknown, otherwise: string, withinMs = SEEN_MS) =>
      screen.until(otherwise, look, withinMs).catch(() => reached.push(`page ${at}: ${otherwise}`));
    const card = await screen.until('the card', ({ orders }) => orders[id], SEEN_MS).catch(() => null);
    if (card === null) reached.push(`page ${at}: the order is not on the board`);
    else if (!card.unread) reached.push(`page ${at}: the page was read as an order`);
    const isLost = ({ app: of }: AppState) => sourceOf(of.app, 'poller')?.state === 'lost';
    await expect(isLost, `(${page.type} ${page.body.slice(0, 20)}): the service is said to answer`);
    service.bend(null);
    await expect(({ orders }) => orders[id]?.unread === false, 'the order is not read when the service is back');
    // An accept that a page "answered" hasn't happened.
    service.bend(({ method }) => (method === 'PUT' ? { status: 200, type: 'text/html', body: '<html>Sign in</html>' } : undefined));
    await screen.call('order.accept', { orderId: id, extraMinutes: 0 });
    await expect(({ orders }) => orders[id]?.pending ?? orders[id]?.trouble[0], 'a page took the accept');
    service.bend(null);
    await expect(({ orders }) => orders[id]?.column === 'preparing', 'the accept never left', SEEN_MS * 2);
    await app.venue.control('POST', `/orders/${id}/cancel`);
  }
}
