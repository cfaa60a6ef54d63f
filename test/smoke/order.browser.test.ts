/** A whole order on the real screen: it arrives, is decided, printed, sent to the till, made ready and delivered. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect } from 'vitest';
import { atTheCounter, screen, venue } from '../e2e/venue/at-the-counter.ts';
import { until } from '../e2e/venue/venue.ts';
import { bears } from '../fixtures/number-on-paper.ts';
import { browserTest as test } from '../setup/browser-test.ts';
import { t } from '../setup/messages.ts';

let tillFolder: string;

atTheCounter();
beforeEach(async () => {
  tillFolder = join(venue.dataDir, 'till');
  await venue.ask('settings.savePos', { pos: { kind: 'hot-folder', folder: tillFolder } });
});

const button = (number: string, name: string | RegExp) => screen.card(number).getByRole('button', { name, exact: true });
const papersOf = (number: string) => venue.printer.papers().filter((paper) => bears(paper, number));
const inTill = (orderId: string) => readdirSync(tillFolder).filter((file) => file.endsWith(`${orderId}.json`));

test('a takeaway order goes from the notification to the customer', async () => {
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  await screen
    .column('New')
    .getByRole('article', { name: `Order ${number}`, exact: true })
    .waitFor();
  await button(number, /, Other time$|^Other time$/).click();
  await screen.page.getByRole('menuitem', { name: t('actions.acceptPlus', { minutes: '10' }) }).click();
  await screen
    .column('Preparing')
    .getByRole('article', { name: `Order ${number}`, exact: true })
    .waitFor();

  await until('the kitchen ticket', () => papersOf(number).length === 1);
  await until('the till has the order', () => inTill(id).length === 1);
  const handed = JSON.parse(readFileSync(join(tillFolder, inTill(id)[0] ?? ''), 'utf8'));
  expect(handed).toMatchObject({ format: 'tillbridge-order-1', order_id: id, order_number: number, delivery_type: 'takeaway' });
  await until('sent-to-pos', async () => (await venue.atService(id)).sent_to_pos.length === 1);

  await button(number, 'Mark ready').click();
  await screen
    .column('Ready')
    .getByRole('article', { name: `Order ${number}`, exact: true })
    .waitFor();
  await button(number, 'Hand over').click();
  await screen.card(number).waitFor({ state: 'detached' });

  const atService = await venue.atService(id);
  expect(atService.state).toBe('delivered');
  expect(atService.history.map(({ event, by }) => `${event} ${by}`)).toEqual([
    'placed consumer',
    'accepted api',
    'sent to pos api',
    'ready api',
    'delivered api',
  ]);
  for (const operation of ['accept', 'ready', 'delivered', 'sent-to-pos']) expect(await venue.asked(id, operation)).toBe(1);
});

test('a group order prints one ticket and one label for each of its three people', async () => {
  const { order_id: id, order_number: number } = await venue.place('group', {
    group_participants: ['Aino K', 'Mikael S', 'Lea P'].map((name, at) => ({
      id: `gp-${at}`,
      name,
      items: [[1], [2, 3], [4]][at]?.map((row) => ({ row_number: row })),
    })),
  });
  await button(number, 'Accept').click();
  await until('four papers', () => papersOf(number).length === 4);
  const names = venue.card(id).participants;
  expect(names).toEqual(['Aino K', 'Mikael S', 'Lea P']);
  for (const [position, name] of names.entries()) {
    const label = papersOf(number).find((paper) => paper.text.includes(` ${position + 1}/3`));
    expect(label?.text).toContain(name);
  }
});

test('rejecting asks for a reason the customer will read, and prints nothing', async () => {
  const { order_id: id, order_number: number } = await venue.place('instant');
  await button(number, 'Reject').click();
  const dialog = screen.page.getByRole('dialog', { name: `Reject order ${number}?` });
  await dialog.getByRole('radio', { name: 'Items unavailable' }).check({ force: true });
  await dialog.getByRole('textbox').fill('The salmon has just run out, sorry');
  await dialog.getByRole('button', { name: 'Reject order' }).click();
  await screen.card(number).waitFor({ state: 'detached' });
  expect((await venue.atService(id)).rejection).toEqual({ reason: 'The salmon has just run out, sorry', code: 'ITEMS_UNAVAILABLE' });
  expect(venue.printer.papers()).toHaveLength(0);
  expect(await venue.asked(id, 'reject')).toBe(1);
});
