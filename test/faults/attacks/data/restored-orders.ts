/** The database is put back from a backup that is older than the papers in the kitchen: nothing may print again unmarked, be accepted twice, or be missing. */
import { rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../../../e2e/venue/venue.ts';
import { bears } from '../../../fixtures/number-on-paper.ts';
import type { Chance } from '../../seeded.ts';
import { openVenueProcess, type VenueProcess } from '../../venue-process.ts';
import type { Attack } from '../attack.ts';
import { type CounterView, viewCounter } from '../watch/counter-view.ts';

const MARK = 'POSSIBLE COPY';

export const restoredOrders: Attack = {
  wants: 'After a restore a ticket prints again without a mark, an order is accepted twice, or one is missing',
  async run({ chance, tries, say }) {
    const reached: string[] = [];
    const total = tries(40);
    let orders = 0;
    let copies = 0;
    const app = await openVenueProcess({ robot: false, settings: { polling: { fastest_seconds: 1, slowest_seconds: 1 } } });
    try {
      for (let round = 0; round < total; round += 1) {
        const outcome = await oneRound(app, chance).catch((error: unknown) => ({ reached: [String(error)], orders: 0, copies: 0 }));
        reached.push(...outcome.reached.map((what) => `round ${round}: ${what}`));
        orders += outcome.orders;
        copies += outcome.copies;
        if (round % 10 === 9) say(`${round + 1} restores, ${orders} orders`);
      }
    } finally {
      await app.close();
    }
    return { tried: orders, reached, figures: `${total} restores, ${orders} orders, ${copies} papers came again, all marked` };
  },
};

async function oneRound(app: VenueProcess, chance: Chance): Promise<{ reached: string[]; orders: number; copies: number }> {
  const reached: string[] = [];
  const tickets = async (id: string): Promise<string[]> => {
    const { order_number: number } = await app.venue.atService(id);
    return app.venue.printer
      .papers()
      .filter((paper) => paper.cut && bears(paper, number))
      .map(({ text }) => text);
  };
  const accept = async (view: CounterView, id: string): Promise<void> => {
    await until('the card', () => view.state().orders[id], 15_000);
    const answer = await view.call('order.accept', { orderId: id, extraMinutes: 0 });
    if (!answer.ok) reached.push(`accept was refused: ${answer.problem.says}`);
  };
  const printed = async (id: string): Promise<void> => void (await until('the ticket', async () => (await tickets(id)).length > 0, 15_000));

  if (!app.isOn()) await app.switchOn();
  let view = await viewCounter(app.counterUrl());
  // In the backup with its ticket; in the backup and printed after it; after the backup; after it and only waiting.
  const [known, half] = [await app.place('takeaway'), await app.place('takeaway')];
  await accept(view, known);
  await printed(known);
  await until('the card', () => view.state().orders[half], 15_000);
  await view.call('backup.make', {});
  const [later, waiting] = [await app.place('takeaway'), await app.place('takeaway')];
  for (const id of [half, later]) {
    await accept(view, id);
    await printed(id);
  }
  await until('the card', () => view.state().orders[waiting], 15_000);
  view.close();
  await app.switchOff();
  const file = join(app.venue.dataDir, 'tillbridge.sqlite');
  if (chance.below(2) === 0) for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
  else {
    rmSync(`${file}-wal`, { force: true });
    truncateSync(file, 6_000);
  }

  await app.switchOn();
  view = await viewCounter(app.counterUrl());
  // Their next news: the courier is near.
  for (const id of [later, waiting]) await app.venue.control('POST', `/orders/${id}/courier-arrives`);
  const fresh = await app.place('takeaway');
  for (const id of [half, later])
    await until('its ticket again', async () => (await tickets(id)).length > 1, 15_000).catch(() =>
      reached.push('a ticket did not come again'),
    );
  await accept(view, waiting);
  await accept(view, fresh);
  for (const id of [waiting, fresh]) await printed(id).catch(() => reached.push('the ticket of an order is missing'));
  await wait(500);

  let copies = 0;
  for (const id of [known, half, later, waiting, fresh]) {
    const all = await tickets(id);
    const unmarked = all.filter((text) => !text.includes(MARK)).length;
    copies += all.length - unmarked;
    if (unmarked > 1) reached.push(`${unmarked} tickets of one order without a mark`);
    const asked = await app.venue.asked(id, 'accept');
    if (asked > 1) reached.push(`an order was accepted ${asked} times`);
  }
  if ((await tickets(known)).length !== 1) reached.push('a ticket that the backup knew of was printed again');
  if ((await tickets(fresh)).some((text) => text.includes(MARK))) reached.push('an order that came after the restore was marked as a copy');
  // So that the next round begins with an empty board.
  for (const id of [known, half, later, waiting, fresh]) await app.venue.control('POST', `/orders/${id}/cancel`);
  for (const id of Object.keys(view.state().notices)) await view.call('notice.dismiss', { id });
  view.close();
  return { reached, orders: 5, copies };
}
