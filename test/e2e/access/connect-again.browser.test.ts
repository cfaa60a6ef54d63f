/** Reconnecting a venue: the form shows which addresses the saved secret is for, and masks passwords in addresses. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { codesIn, t } from '../../setup/messages.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { openSettings } from '../venue/settings.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

test('with other addresses, the connection form asks for the client secret again; a failed try saves nothing', async () => {
  const { page } = screen;
  await openSettings(page, 'Venues');
  await page
    .getByRole('button', { name: /^Connect/ })
    .first()
    .click();
  const secret = page.getByLabel('Client secret');
  await page.getByText(t('connect.secretKept')).waitFor();
  await page.getByLabel('Token service').fill('https://elsewhere.example.test');
  await page.getByText('The saved secret belongs to other addresses').waitFor();
  await page.getByLabel('Authorization code').fill('x');
  await page.getByLabel('Redirect address').fill('https://partner.example.test/connected');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await until('the field to be marked', async () => (await secret.getAttribute('aria-invalid')) === 'true');
  await page.getByLabel('Token service').fill('http://elsewhere.example.test');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.getByText('plain http:// is only for this computer').first().waitFor();
  await page.getByLabel('Token service').fill(venue.sandbox.auth_url);
  await page.getByText(t('connect.secretKept')).waitFor();
  const held = await venue.call('settings.get', {});
  expect(held).toMatchObject({ ok: true, value: { hasClientSecret: true, settings: { service: { auth_url: venue.sandbox.auth_url } } } });
});

test("the till address's password is shown masked, survives saving the masked form, and goes to no other address", async () => {
  const heard: string[] = [];
  const till = createServer((request, response) => {
    heard.push(`${request.headers.authorization} ${request.url}`);
    response.end();
  });
  await new Promise<void>((resolve) => till.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void till.close());
  const { port } = till.address() as AddressInfo;
  await venue.call('settings.savePos', { pos: { kind: 'http', url: `http://till:sesame@127.0.0.1:${port}/orders?key=open-9x` } });
  const { page } = screen;
  await openSettings(page, 'Till');
  const field = page.getByRole('textbox', { name: 'Till address' });
  expect(await field.inputValue()).toBe(`http://till:•••@127.0.0.1:${port}/orders?key=•••`);
  const form = page.locator('form').filter({ has: field });
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.getByText('Saved').waitFor();
  const order = await venue.arrived();
  await venue.call('order.accept', { orderId: order.order_id, extraMinutes: 0 });
  await until('the till', () => heard.length > 0);
  expect(heard[0]).toBe(`Basic ${Buffer.from('till:sesame').toString('base64')} /orders?key=open-9x`);
  await field.fill(`http://till:•••@127.0.0.1:9/orders?key=•••`);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await form.getByText('Parts of this address are hidden').waitFor();
});

test('commands that staff gave while the access was revoked are sent once the venue is reconnected', async () => {
  const { order_id: id } = await venue.arrived();
  await venue.bringTo(id, 'preparing');
  await venue.control('POST', `/venues/${venue.venueId}/revoke`);
  await venue.call('order.ready', { orderId: id });
  await until('the loss', () => venue.state().venues[venue.venueId]?.state === 'reconnect');
  await until('what to do', () => codesIn(venue.card(id).pending?.text).includes('order.sentAfterReconnect'));
  const db = new Database(join(venue.dataDir, 'tillbridge.sqlite'), { readonly: true });
  onTestFinished(() => void db.close());
  const next = db
    .prepare<[string], number>(`SELECT not_before FROM job WHERE order_id = ? AND kind = 'command' AND state = 'waiting'`)
    .pluck();
  await until('a long pause', async () => {
    const due = next.get(id);
    if (due !== undefined && due - venue.time.monotonic() > 20_000) return true;
    await venue.later(1_000);
    return false;
  });
  expect((await venue.call('venue.connect', await venue.newConnection())).ok).toBe(true);
  await until('the service to know', async () => (await venue.atService(id)).state === 'ready');
});
