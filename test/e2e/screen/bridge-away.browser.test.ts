/** A tap while Tillbridge isn't running is reported where it was tapped; dialogs stay open with their text. */
import { expect, test } from 'vitest';
import { startBrowserHost } from '../../../main/hosts/browser/browser-host.ts';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { RENDERER } from '../venue/screen.ts';
import { openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const NOTHING_SENT = t('link.problem.text');
const red = () => screen.page.getByText("This screen won't change and no button works").first();

async function goAway(): Promise<void> {
  await screen.host.close();
  await red().waitFor();
}

async function serve(preferredPort: number): Promise<void> {
  screen.host = await startBrowserHost({ app: venue.app(), rendererDir: RENDERER, dataDir: venue.dataDir, preferredPort });
}

async function comeBack(): Promise<void> {
  await serve(screen.host.port);
  await red().waitFor({ state: 'detached' });
}

test('a reject reason typed while Tillbridge is away stays in the dialog, and can be sent afterwards', async () => {
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  await screen.card(number).getByRole('button', { name: 'Reject', exact: true }).click();
  const dialog = screen.page.getByRole('dialog', { name: `Reject order ${number}?` });
  await dialog.getByRole('textbox').fill('The oven is broken today');
  await goAway();
  await dialog.getByRole('button', { name: 'Reject order' }).click();
  await dialog.getByText(NOTHING_SENT).waitFor();
  expect(await dialog.getByRole('textbox').inputValue()).toBe('The oven is broken today');
  await comeBack();
  await dialog.getByRole('button', { name: 'Reject order' }).click();
  await dialog.waitFor({ state: 'detached' });
  await until('the rejection', async () => (await venue.atService(id)).rejection?.reason === 'The oven is broken today');
});

test('Accept all and the bag check stay open while Tillbridge is away, and work when tapped again', async () => {
  const numbers = ['651', '652'];
  for (const number of numbers) await venue.place('takeaway', { order_number: number });
  for (const number of numbers) await screen.card(number).waitFor();
  await screen.page.getByRole('button', { name: 'Accept all' }).click();
  const several = screen.page.getByRole('dialog', { name: t('several.title.accept') });
  await goAway();
  await several.getByRole('button', { name: 'Accept 2 orders' }).click();
  await several.getByText(NOTHING_SENT).nth(1).waitFor();
  await comeBack();
  await several.getByRole('button', { name: 'Accept 2 orders' }).click();
  await several.waitFor({ state: 'detached' });
  await until('both to be accepted', () => Object.values(venue.state().orders).every(({ column }) => column === 'preparing'));

  const { order_id: id, order_number: group } = await venue.place('group');
  await until('the group order', () => venue.state().orders[id]);
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await screen.card(group).getByRole('button', { name: 'Mark ready', exact: true }).click();
  const asked = screen.page.getByRole('dialog');
  const anyway = asked.getByRole('button', { name: t('bags.anyway.ready') });
  await anyway.waitFor();
  await goAway();
  await anyway.click();
  await asked.getByText(NOTHING_SENT).waitFor();
  await comeBack();
  await anyway.click();
  await asked.waitFor({ state: 'detached' });
});

test('a secret typed while Tillbridge is away stays in its field', async () => {
  const { page } = screen;
  await openSettings(page, 'Webhooks');
  const field = page.locator('[data-part="webhook"] input[name="secret"]');
  await field.fill('sixteen-letters-or-more');
  await goAway();
  await page.getByRole('button', { name: 'Save secret' }).click();
  await page.locator('[data-part="webhook"]').getByText(NOTHING_SENT).waitFor();
  expect(await field.inputValue()).toBe('sixteen-letters-or-more');
});

test("an open page reconnects when the app's port was changed and changed back", async () => {
  const { port } = screen.host;
  await goAway();
  await serve(0);
  expect(screen.host.port).not.toBe(port);
  await screen.host.close();
  await serve(port);
  await red().waitFor({ state: 'detached' });
  await screen.page.locator('.app[data-linked="true"]').waitFor();
});
