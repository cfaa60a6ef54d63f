/** Trouble with tokens: expiry, lost answers, use elsewhere, a month offline. */
import { expect, test } from 'vitest';
import { openVault } from '../../../main/vault/vault.ts';
import { until } from '../venue/venue.ts';
import { venue, withVenue } from '../venue/with-venue.ts';

withVenue({ venue: { accept_within_seconds: 0 } });

const stateOfVenue = () => venue.state().venues[venue.venueId]?.state;
const advance = (seconds: number) => venue.control('POST', '/clock', { advance_seconds: seconds });
const tokenCalls = async () =>
  (await venue.log()).flatMap((entry) => (entry.kind === 'request' && entry.path === '/oauth2/token' ? [entry.status] : []));
async function arrived(): Promise<string> {
  const { order_id: id } = await venue.arrived();
  return id;
}
async function acceptAndSee(id: string): Promise<void> {
  await venue.bringTo(id, 'preparing');
}

test('an expired token is renewed once, even for many orders at the same time', async () => {
  const ids = await Promise.all([arrived(), arrived(), arrived(), arrived()]);
  await advance(3_600);
  await Promise.all(ids.map(acceptAndSee));
  expect(await tokenCalls()).toEqual([200, 200]);
  expect(stateOfVenue()).toBe('connected');
});

test('a token refresh that never reached the service is sent again with the same refresh token', async () => {
  const id = await arrived();
  await advance(3_600);
  await venue.control('POST', '/faults', { match: 'POST /oauth2/token', drop: 'before' });
  await acceptAndSee(id);
  expect(await tokenCalls()).toEqual([200, null, 200]);
});

test('if the answer to a token refresh is lost, the venue must be reconnected; orders and commands are kept', async () => {
  const id = await arrived();
  await advance(3_600);
  await venue.control('POST', '/faults', { match: 'POST /oauth2/token', drop: 'after' });
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await until('connect again', () => stateOfVenue() === 'reconnect');
  expect(venue.card(id).pending?.action).toBe('accept');
  expect((await tokenCalls()).slice(0, 3)).toEqual([200, null, 400]);
});

test('if a refresh token was used elsewhere, the venue must be reconnected', async () => {
  const id = await arrived();
  const vault = await openVault({ dataDir: venue.dataDir, prefer: 'file' });
  const { refresh_token } = JSON.parse((await vault.get(`development/tokens/${venue.venueId}`)) ?? '{}') as { refresh_token: string };
  const { auth_url, client_id, client_secret } = venue.sandbox;
  await fetch(`${auth_url}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token }),
  });
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await until('connect again', () => stateOfVenue() === 'reconnect');
  expect(venue.card(id).number).toBeTruthy();
});

test("tokens saved without the addresses they're for are sent nowhere", async () => {
  const id = await arrived();
  await venue.stopApp();
  const vault = await openVault({ dataDir: venue.dataDir, prefer: 'file' });
  const name = `development/tokens/${venue.venueId}`;
  const { issued_for: _addresses, ...pair } = JSON.parse((await vault.get(name)) ?? '{}');
  await vault.set(name, JSON.stringify(pair));
  const calls = async () => (await venue.log()).filter(({ kind }) => kind === 'request').length;
  const before = await calls();
  await venue.startApp();
  await until('connect again', () => stateOfVenue() === 'reconnect');
  expect(venue.card(id).id).toBe(id);
  expect(await calls()).toBe(before);
});

test('after 31 days off the screen asks to connect again, and the orders are still there', async () => {
  const id = await arrived();
  await venue.stopApp();
  await advance(31 * 86_400);
  await venue.startApp();
  await until('connect again', () => stateOfVenue() === 'reconnect');
  expect(venue.card(id).id).toBe(id);
});

test('a reconnected venue keeps its orders and sends the commands that waited', async () => {
  const [old, waiting] = [await arrived(), await arrived()];
  await acceptAndSee(old);
  await advance(3_600);
  await venue.control('POST', '/faults', { match: 'POST /oauth2/token', drop: 'after' });
  await venue.call('order.accept', { orderId: waiting, extraMinutes: 0 });
  await until('connect again', () => stateOfVenue() === 'reconnect');
  const connected = await venue.call('venue.connect', await venue.newConnection());
  expect(connected).toEqual({ ok: true, value: { venueId: venue.venueId } });
  await until('what waited to be accepted', () => venue.card(waiting).column === 'preparing');
  expect((await venue.atService(waiting)).history.filter(({ event }) => event === 'accepted')).toHaveLength(1);
  expect(venue.card(old).column).toBe('preparing');
});

test('a venue reconnected during a token refresh keeps its new tokens, also after a restart', async () => {
  const id = await arrived();
  await advance(3_600);
  await venue.control('POST', '/faults', { match: 'POST /oauth2/token', status: 400, body: { error: 'invalid_grant' }, delay_ms: 700 });
  await venue.call('order.accept', { orderId: id, extraMinutes: 0 });
  await until('the renewal to be under way', async () => ((await venue.control('GET', '/faults')).faults as unknown[]).length === 0);
  expect(await venue.call('venue.connect', await venue.newConnection())).toMatchObject({ ok: true });
  await until('preparing', () => venue.card(id).column === 'preparing');
  expect(stateOfVenue()).toBe('connected');
  await venue.stopApp();
  await venue.startApp();
  await acceptAndSee(await arrived());
  expect(stateOfVenue()).toBe('connected');
});

test('after 29 days off the tokens are renewed automatically', async () => {
  await venue.stopApp();
  await advance(29 * 86_400);
  await venue.startApp();
  await acceptAndSee(await arrived());
  expect(stateOfVenue()).toBe('connected');
});
