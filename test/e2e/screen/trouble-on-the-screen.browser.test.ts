/** What staff see on the real screen if something is wrong. */
import { expect, test } from 'vitest';
import { startBrowserHost } from '../../../main/hosts/browser/browser-host.ts';
import { bears } from '../../fixtures/number-on-paper.ts';
import { t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { openFromMenu, RENDERER } from '../venue/screen.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const button = (number: string, name: string) => screen.card(number).getByRole('button', { name, exact: true });
const tickets = (number: string) => venue.printer.papers().filter((paper) => paper.cut && bears(paper, number));

test('a printer without paper is named in the bar and on the cards waiting for it, until it has paper', async () => {
  venue.printer.set({ paper_out: true });
  const numbers = ['641', '642'];
  for (const number of numbers) await venue.place('takeaway', { order_number: number });
  for (const number of numbers) await button(number, 'Accept').click();
  const bar = screen.page.locator('.bar-health');
  await bar.getByText(/^Kitchen: .*paper/i).waitFor();
  const onCard = (number: string) => screen.card(number).locator('.step[data-state="stuck"]');
  // The printer was given only the first ticket; the second waits behind it.
  for (const number of numbers)
    await onCard(number)
      .getByText(/^Kitchen: .*paper/i)
      .waitFor();
  expect(await screen.page.locator('.card .step[data-state="stuck"]').count()).toBe(2);
  venue.printer.set({ paper_out: false });
  await until('the tickets', () => numbers.every((number) => tickets(number).length === 1), 30_000);
  for (const number of numbers) await onCard(number).waitFor({ state: 'detached' });
  await bar.getByText('All well').waitFor();
});

test("an accept that couldn't be sent is shown on its card until it is sent", async () => {
  const { order_number: number } = await venue.place('takeaway');
  await screen.card(number).waitFor();
  await venue.control('POST', '/faults', { match: 'PUT /orders/*/accept', status: 503, times: 1 });
  await button(number, 'Accept').click();
  await screen.card(number).getByText('Trying again').waitFor();
  await screen
    .column('Preparing')
    .getByRole('article', { name: `Order ${number}`, exact: true })
    .waitFor();
});

test('notifications signed with a wrong secret raise an alarm until a valid one arrives, also after a restart', async () => {
  const bar = screen.page.locator('.bar-health');
  const url = await venue.app().receiverUrl();
  await venue.control('POST', '/webhooks', { url, secret: 'a-secret-that-nobody-stored-here' });
  await venue.place('instant');
  await bar.getByText('Receiver: webhooks rejected').waitFor();
  await openFromMenu(screen.page, 'Opening check');
  await screen.page.getByRole('button', { name: t('selfTest.start') }).click();
  const found = screen.page.getByRole('listitem').filter({ hasText: "the signing secret doesn't match" });
  await found.getByText('Give the service the secret saved here').waitFor();
  await venue.stopApp();
  await venue.startApp();
  expect(venue.state().app.app?.webhookSecret.isRefused).toBe(true);
  const { order_id: id } = await venue.place('takeaway');
  await until('the order', () => venue.state().orders[id]);
  expect(venue.state().app.app?.webhookSecret.isRefused).toBe(false);
});

test('a notification with a wrong signature and an order unknown to the service are in Diagnostics', async () => {
  await venue.control('POST', '/faults', { match: 'notification', bad_signature: true });
  await venue.place('instant');
  await venue.control('POST', '/faults', { match: 'GET /v2/orders/*', status: 404, times: 50 });
  const { order_id: id } = await venue.place('instant');
  await until('the parked reading', async () => (await venue.asked(id, 'get order v2')) >= 1);
  await openFromMenu(screen.page, 'Diagnostics');
  await screen.page.getByText(t('diagnostics.rejectedWrongSignature')).waitFor();
  await screen.page
    .getByRole('row', { name: new RegExp(id) })
    .first()
    .waitFor();
});

test('while Tillbridge is off the screen says so, and reconnects without a tap', async () => {
  const { order_number: number } = await venue.place('takeaway');
  await screen.card(number).waitFor();
  await screen.host.close();
  const strip = screen.page.getByText("Tillbridge isn't running on this computer.");
  await strip.waitFor();
  const { port } = screen.host;
  screen.host = await startBrowserHost({
    app: venue.app(),
    rendererDir: RENDERER,
    dataDir: venue.dataDir,
    preferredPort: port,
  });
  await strip.waitFor({ state: 'detached' });
  await button(number, 'Accept').click();
  await button(number, 'Mark ready').waitFor();
});

test('without open orders the connection is still checked, and a broken one is reported', async () => {
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  await screen.card(number).waitFor();
  await venue.call('order.reject', { orderId: id, reason: 'The oven is broken', code: 'GENERIC' });
  await until('the end', () => venue.card(id).column === 'ended');
  const chip = screen.page.locator('.bar-health');
  await chip.and(screen.page.locator('[data-mood="good"]')).waitFor();
  // This takes longer than a check stays valid; nothing is open, so only the check calls the service.
  for (const end = Date.now() + 20_000; Date.now() < end; await screen.page.waitForTimeout(500))
    expect([await chip.getAttribute('data-mood'), await chip.getAttribute('title')]).toEqual(['good', expect.any(String)]);
  await venue.control('POST', '/faults', { match: '* *', drop: 'before', times: 1_000 });
  await expect.poll(() => chip.getAttribute('data-mood'), { timeout: 30_000 }).toBe('bad');
  await venue.control('DELETE', '/faults');
  await expect.poll(() => chip.getAttribute('data-mood'), { timeout: 30_000 }).toBe('good');
});
