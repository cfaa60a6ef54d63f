/** Automatic work, and what staff can undo: rush, auto-accept, undo, reminders, the venue's own alarm. */
import { expect, test } from 'vitest';
import type { CallInput } from '../../../contract/contract.ts';
import { t } from '../../setup/messages.ts';
import { testServer } from '../../setup/parts.ts';
import { atTheCounter, reopen, screen, venue } from '../venue/at-the-counter.ts';
import { letStand } from '../venue/page-time.ts';
import { choose, openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const saveWork = (work: CallInput<'settings.saveWork'>['work']) => venue.ask('settings.saveWork', { work });
const isReady = (id: string) => until('ready at the service', async () => (await venue.atService(id)).order_status === 'ready');
const inHours = (hours: number) => new Date(venue.time.wall() + hours * 3_600_000).toISOString();

test('an accidental "Mark ready" is undone before it is sent', async () => {
  await saveWork({ undo_seconds: 5 });
  const order = await venue.arrived('takeaway', { order_number: '501' });
  await venue.call('order.accept', { orderId: order.order_id, extraMinutes: 0 });
  const card = screen.card('501');
  await card.getByRole('button', { name: 'Mark ready', exact: true }).click();
  await card.getByRole('button', { name: /^Undo/ }).click();
  await card.getByRole('button', { name: 'Mark ready', exact: true }).waitFor();
  await venue.later(5_500);
  expect(await venue.asked(order.order_id, 'ready')).toBe(0);
  expect(venue.card(order.order_id).column).toBe('preparing');
  // Without Undo, the command is sent. A second tap there at once would count as a double tap.
  await letStand(screen.page);
  await card.getByRole('button', { name: 'Mark ready', exact: true }).click();
  await card.getByRole('button', { name: /^Undo/ }).waitFor();
  await venue.later(5_000);
  await isReady(order.order_id);
  expect(await venue.asked(order.order_id, 'ready')).toBe(1);
});

test('a command whose undo time is interrupted by a restart is sent when that time ends', async () => {
  await saveWork({ undo_seconds: 15 });
  const order = await venue.arrived('takeaway');
  await venue.bringTo(order.order_id, 'preparing');
  await venue.call('order.ready', { orderId: order.order_id });
  await venue.stopApp();
  await venue.startApp();
  expect(await venue.asked(order.order_id, 'ready')).toBe(0);
  await venue.later(15_000);
  await isReady(order.order_id);
  expect(await venue.asked(order.order_id, 'ready')).toBe(1);
});

test('in rush mode one tap accepts with extra minutes, a strip shows the rush, and one tap ends it', async () => {
  await screen.page.getByRole('button', { name: 'Rush', exact: true }).click();
  const dialog = screen.page.getByRole('dialog', { name: 'Rush' });
  await dialog.getByRole('radio', { name: '+15' }).check({ force: true });
  await dialog.getByRole('button', { name: 'Start' }).click();
  await screen.page.getByText(/^Rush: Accept adds 15 minutes where the pickup time is known, until \d\d:\d\d\.$/).waitFor();
  const order = await venue.arrived('takeaway', { order_number: '502' });
  await until('its pickup time', () => venue.card(order.order_id).pickupAt);
  const before = Date.parse(venue.card(order.order_id).pickupAt ?? '');
  await screen
    .card('502')
    .getByRole('button', { name: t('actions.acceptPlus', { minutes: '15' }) })
    .first()
    .click();
  await until('the later time', () => Date.parse(venue.card(order.order_id).pickupAt ?? '') === before + 15 * 60_000);
  await screen.page.getByRole('button', { name: 'End rush' }).click();
  await screen.page.getByText(/^Rush: Accept adds/).waitFor({ state: 'detached' });
});

test('auto-accept accepts matching orders only, is shown on screen, and ends at its time', async () => {
  await openSettings(screen.page, 'Automation');
  const part = screen.page.getByRole('region', { name: 'Automation' });
  await choose(part, 'When', 'Immediately');
  await part.getByRole('textbox', { name: /^Maximum items/ }).fill('3');
  await part.getByRole('button', { name: t('settings.work.start') }).click();
  await screen.page.getByRole('button', { name: 'Orders', exact: true }).click();
  await screen.page.getByText(/Orders are accepted automatically until/).waitFor();
  const items = (count: number) => ({ items: [{ name: 'Soup', count, price: { amount: 700, currency: 'EUR' } }], consumer_comment: null });
  const small = await venue.arrived('takeaway', items(2));
  const large = await venue.arrived('takeaway', items(9));
  await until('accepted by rule', () => venue.card(small.order_id).column === 'preparing');
  expect(venue.card(large.order_id).column).toBe('new');
  await saveWork({ auto_accept: { until: new Date(venue.time.wall() + 1_500).toISOString(), rules: [rule()] } });
  await venue.later(2_500);
  await screen.page.getByText(/Orders are accepted automatically until/).waitFor({ state: 'detached' });
  const later = await venue.arrived('takeaway', items(1));
  await venue.time.advance(1_200);
  expect(venue.card(later.order_id).column).toBe('new');
});

/** The sandbox's default, in minutes. */
const PREPARATION_MINUTES = 20;

test('an order without a pickup time is auto-accepted once it has one, with all extra minutes', async () => {
  const until8 = inHours(8);
  for (const work of [
    { rush: { extra_minutes: 15, until: until8 }, auto_accept: { until: until8, rules: [rule()] } },
    { rush: null, auto_accept: { until: until8, rules: [{ ...rule(), extra_minutes: 10 }] } },
  ]) {
    await saveWork(work);
    const { order_id: id } = (await venue.control('POST', '/orders', {
      venue_id: venue.venueId,
      kind: 'takeaway',
      pickup_eta_after_ms: 1_000,
    })) as { order_id: string };
    await venue.untilLater('accepted', async () => (await venue.atService(id)).order_status === 'production');
    const wanted = PREPARATION_MINUTES + (work.rush?.extra_minutes ?? 10);
    await until(`${wanted} minutes`, async () => {
      const { order } = (await venue.control('GET', `/orders/${id}`)) as { order: { pickup_eta: string; created_at: string } };
      return Math.round((Date.parse(order.pickup_eta) - Date.parse(order.created_at)) / 60_000) === wanted;
    });
  }
});

test('with a rule "before the deadline", an unanswered order is accepted just before its deadline', async () => {
  await saveWork({ auto_accept: { until: inHours(8), rules: [{ ...rule(), when: 'before-deadline' }] } });
  const order = await venue.arrived('instant');
  await venue.time.advance(1_200);
  expect(venue.card(order.order_id).column).toBe('new');
  await venue.pass(160);
  await until('accepted', async () => (await venue.atService(order.order_id)).order_status === 'production');
});

test("a confirmed pre-order that isn't being prepared rings again as a reminder, with its time", async () => {
  const order = await venue.arrived('preorder', { order_number: '504' });
  await venue.call('order.confirm', { orderId: order.order_id });
  await until('scheduled', () => venue.card(order.order_id).column === 'scheduled');
  expect(venue.card(order.order_id).alerting).toBe(false);
  await saveWork({ reminder_minutes: 240 });
  await venue.later(5_000);
  await screen.page.getByText(/^Pre-order 504 for (\w+ )?\d\d:\d\d isn't being prepared yet\. Tap to view\.$/).waitFor();
  await venue.call('order.touch', { orderId: order.order_id });
  await until('quiet', () => !venue.card(order.order_id).alerting);
});

test("the venue's alert address gets unanswered orders without customer data", async () => {
  const reported: string[] = [];
  const { origin } = await testServer((request, response) => {
    request.on('data', (chunk) => reported.push(String(chunk)));
    request.on('end', () => response.writeHead(204).end());
  });
  await reopen({ settings: { alerts: { webhook_url: `${origin}/alarm`, webhook_after_seconds: 10 } } });
  const order = await venue.arrived('instant', { order_number: '505', consumer_name: 'Aino Secret' });
  await venue.pass(15);
  await until('the call', () => reported.length === 1);
  expect(JSON.parse(reported[0] ?? '')).toMatchObject({ event: 'order.unanswered', order_id: order.order_id, order_number: '505' });
  expect(reported[0]).not.toContain('Aino');
});

const rule = () => ({
  venues: [],
  from: '00:00',
  to: '23:59',
  kinds: ['delivery' as const, 'self-delivery' as const, 'takeaway' as const],
  most_items: null,
  when: 'at-once' as const,
  extra_minutes: 0,
  // The sandbox's orders may have a note with an allergy.
  allergies: true,
});
