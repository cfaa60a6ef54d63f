/** What staff see on the real screen when something is wrong. */
import { expect, test } from 'vitest';
import { startBrowserHost } from '../../../main/hosts/browser/browser-host.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { RENDERER } from '../venue/screen.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const button = (number: string, name: string) => screen.card(number).getByRole('button', { name, exact: true });
const tickets = (number: string) => venue.printer.papers().filter((paper) => paper.cut && paper.text.includes(number));

test('a printer without paper is named in the bar and on the card, and both are well when there is paper', async () => {
  venue.printer.set({ paper_out: true });
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  await button(number, 'Accept').click();
  const chip = screen.page.getByRole('button', { name: /^Kitchen/ });
  await expect.poll(() => chip.getAttribute('title'), { timeout: 10_000 }).toMatch(/paper/i);
  await expect.poll(() => venue.card(id).ticket.says, { timeout: 10_000 }).toMatch(/paper/i);
  venue.printer.set({ paper_out: false });
  await until('the ticket', () => tickets(number).length === 1, 30_000);
  await expect.poll(() => chip.getAttribute('title'), { timeout: 20_000 }).toBe('Ready.');
}, 60_000);

test('an accept that cannot be sent says so on the card until it is through', async () => {
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

test('an order that the consumer cancelled leaves the column and stands out among the ended ones', async () => {
  const { order_id: id, order_number: number } = await venue.place('instant');
  await screen.card(number).waitFor();
  await venue.control('POST', `/orders/${id}/cancel`);
  await screen.card(number).waitFor({ state: 'detached' });
  await screen.page.getByRole('button', { name: new RegExp(`${number}.*Cancelled`) }).waitFor();
});

test('an order that could not be read and was cancelled stands out among the ended ones as cancelled, and rings until it is touched', async () => {
  await venue.control('POST', '/faults', { match: 'GET /v2/orders/*', status: 500, for_ms: 600_000 });
  const { order_id: id } = await venue.place('takeaway');
  await until('the card', () => venue.state().orders[id]?.alerting);
  await venue.control('POST', `/orders/${id}/cancel`);
  const ended = screen.page.locator(`.ended-order[data-order="${id.slice(0, 4)}…"]`);
  await ended.getByText('Cancelled according to the notification').waitFor();
  expect(await ended.getAttribute('data-rejected')).toBe('true');
  expect(venue.card(id).alerting).toBe(true);
  await screen.page.getByText(`Order ${id.slice(0, 4)}…: Cancelled according to the notification — look at it now`).click();
  await until('silence', () => !venue.card(id).alerting);
});

test('refused notifications and an order that nobody knows are on the diagnostics screen', async () => {
  await venue.control('POST', '/faults', { match: 'notification', bad_signature: true });
  await venue.place('instant');
  await venue.control('POST', '/faults', { match: 'GET /v2/orders/*', status: 404, times: 50 });
  const { order_id: id } = await venue.place('instant');
  await until('the parked reading', async () => (await venue.asked(id, 'get order v2')) >= 1);
  await screen.page.getByRole('button', { name: 'Diagnostics', exact: true }).click();
  await screen.page.getByText('Notifications refused: wrong signature').waitFor();
  await screen.page
    .getByRole('row', { name: new RegExp(id) })
    .first()
    .waitFor();
});

test('while Tillbridge is off the screen says so, and it is live again without a touch', async () => {
  const { order_number: number } = await venue.place('takeaway');
  await screen.card(number).waitFor();
  await screen.host.close();
  const strip = screen.page.getByText('Tillbridge is not running on this computer.');
  await strip.waitFor();
  const { port } = screen.host;
  screen.host = await startBrowserHost({
    app: venue.app(),
    rendererDir: RENDERER,
    dataDir: venue.dataDir,
    preferredPort: port,
  });
  await strip.waitFor({ state: 'detached', timeout: 20_000 });
  await button(number, 'Accept').click();
  await button(number, 'Ready').waitFor();
});

test('on a quiet afternoon the connection stays proven, and a line that breaks is told of although nobody asks for anything', async () => {
  const { order_id: id, order_number: number } = await venue.place('takeaway');
  await screen.card(number).waitFor();
  await venue.call('order.reject', { orderId: id, reason: 'The oven is broken', code: 'GENERIC' });
  await until('the end', () => venue.card(id).column === 'ended');
  const chip = screen.page.getByRole('button', { name: /^Service/ });
  // Longer than a proof lasts: nothing is open, and nothing but the proof itself is asked.
  for (const end = Date.now() + 20_000; Date.now() < end; await screen.page.waitForTimeout(500))
    expect([await chip.getAttribute('data-mood'), await chip.getAttribute('title')]).toEqual(['good', expect.any(String)]);
  await venue.control('POST', '/faults', { match: '* *', drop: 'before', times: 1_000 });
  await expect.poll(() => chip.getAttribute('data-mood'), { timeout: 20_000 }).toBe('bad');
  await venue.control('DELETE', '/faults');
  await expect.poll(() => chip.getAttribute('data-mood'), { timeout: 30_000 }).toBe('good');
}, 90_000);
