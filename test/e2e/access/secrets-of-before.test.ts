/** A data folder of the first version: its secrets say nothing of addresses, and belong to those of the settings they were found with. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { openVault } from '../../../main/vault/vault.ts';
import { openVenue, until, type Venue } from '../venue/venue.ts';

let venue: Venue;
beforeEach(async () => {
  venue = await openVenue({ venue: { accept_within_seconds: 0 } });
  await venue.stopApp();
  const vault = await openVault({ dataDir: venue.dataDir, prefer: 'file' });
  const name = `development/tokens/${venue.venueId}`;
  const { issued_for: _addresses, ...pair } = JSON.parse((await vault.get(name)) ?? '{}');
  await vault.set(name, JSON.stringify(pair));
  await vault.set('development/client_secret', venue.sandbox.client_secret);
  const place = join(venue.dataDir, 'vault-place.json');
  writeFileSync(place, JSON.stringify({ id: JSON.parse(readFileSync(place, 'utf8')).id, place: 'file' }));
});
afterEach(() => venue.close());

async function worksAgain(): Promise<void> {
  const { order_id: id } = await venue.place('takeaway');
  await until('the card', () => venue.card(id));
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await until('preparing', () => venue.card(id).column === 'preparing');
}

const settingsFile = () => join(venue.dataDir, 'venue.json');
const withoutSecrets = (service: Record<string, string>): string => {
  const { secrets: _secrets, ...settings } = JSON.parse(readFileSync(settingsFile(), 'utf8'));
  return JSON.stringify({ ...settings, service: { ...settings.service, ...service } });
};

test('with the same settings everything goes on, a new token pair included', async () => {
  await venue.startApp();
  await worksAgain();
  await venue.control('POST', '/clock', { advance_seconds: 3_600 });
  await worksAgain();
  expect(venue.state().venues[venue.venueId]?.state).toBe('connected');
});

test('a settings file with other addresses at that very start is sent none of them, and the old addresses work again later', async () => {
  const heard: string[] = [];
  const elsewhere = createServer((request, response) => {
    heard.push(`${request.url} ${request.headers.authorization}`);
    response.writeHead(503).end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void elsewhere.close());
  const before = readFileSync(settingsFile(), 'utf8');
  const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  const others: Record<string, string>[] = [{ auth_url: url, order_base_url: url }, { order_base_url: url }, { auth_url: url }];
  for (const service of others) {
    writeFileSync(settingsFile(), withoutSecrets(service));
    await venue.startApp();
    const held = await venue.call('settings.get', {});
    expect(held).toMatchObject({ ok: true, value: { hasClientSecret: false } });
    expect(
      await venue.call('venue.connect', { ...(await venue.newConnection()), orderBaseUrl: service.order_base_url ?? url }),
    ).toMatchObject({
      ok: false,
      problem: { code: 'secret-needed' },
    });
    // Its news asks for a reading, and that for a token.
    await venue.place('takeaway');
    await until('connect again', () => venue.state().venues[venue.venueId]?.state === 'reconnect');
    await venue.stopApp();
  }
  expect(heard).toEqual([]);
  writeFileSync(settingsFile(), before);
  await venue.startApp();
  await worksAgain();
});
