/** The three ways of onboarding (section 1), and the venue resource (section 2.6) at the configured path. */

import { json } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { watchVenues } from '../../../main/intake/watch-venues.ts';
import type { VenueApi } from '../../../main/service/menu/venue-api.ts';
import { ok } from '../../../main/service/problem.ts';
import { testFolder, testServer, testStore } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';
import { type Partner, startPartner, until } from './partner.ts';

let partner: Partner;

const reads = async (token: string, orderId: string) => (await partner.order('GET', `/v2/orders/${orderId}`, undefined, token)).status;

const byCode = (code: string, redirect_uri: string) => partner.grant({ grant_type: 'authorization_code', code, redirect_uri });

test('self-service: the merchant approves on a page, and the browser returns with a code', async () => {
  partner = await startPartner();
  const { auth_url, client_id } = partner.sandbox;
  const redirect = 'https://partner.example.test/connected';
  const query = new URLSearchParams({ client_id, redirect_uri: redirect, state: 'x&"y' });
  const page = await (await fetch(`${auth_url}/onboarding?${query}`)).text();
  expect(page).toContain('Harbour Kitchen');
  expect(page).not.toContain('x&"y');
  const approved = await fetch(`${auth_url}/onboarding`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ client_id, redirect_uri: redirect, state: 'x&"y', venue_id: partner.venueId }),
  });
  const back = new URL(approved.headers.get('location') ?? '');
  expect([approved.status, back.origin + back.pathname, back.searchParams.get('state')]).toEqual([303, redirect, 'x&"y']);
  const tokens = await byCode(back.searchParams.get('code') ?? '', redirect);
  expect(tokens.status).toBe(200);
});

test("service-led: the code is posted to the partner's own endpoint", async () => {
  partner = await startPartner();
  const got: Record<string, string>[] = [];
  const { origin } = await testServer(async (request, response) => {
    got.push((await json(request)) as Record<string, string>);
    response.end();
  });
  await partner.control('POST', `/venues/${partner.venueId}/onboard`, { url: `${origin}/codes` });
  const [{ authorization_code: code = '', redirect_uri = '', venue_id } = {} as Record<string, string>] = got;
  expect(venue_id).toBe(partner.venueId);
  expect((await byCode(code, redirect_uri)).status).toBe(200);
});

test('brand-level: one token reads the orders of all its venues, and of no other', async () => {
  partner = await startPartner();
  const { body } = await partner.control('POST', '/brands', { venues: ['North', 'South'] });
  const tokens = await byCode(String(body.authorization_code), String(body.redirect_uri));
  const token = String(tokens.body.access_token);
  for (const venueId of body.venue_ids as string[]) {
    const order = await partner.control('POST', '/orders', { venue_id: venueId, kind: 'instant' });
    expect(await reads(token, String(order.body.order_id))).toBe(200);
  }
  expect(await reads(token, await partner.place('instant'))).toBe(404);
});

test('the venue resource has the open state and the last three orders, newest first', async () => {
  partner = await startPartner({ venuePath: '/venues/{venue_id}' });
  await partner.order('PUT', `/orders/${await partner.place('instant')}/accept`);
  await partner.place('instant');
  const { status, body } = await partner.order('GET', `/venues/${partner.venueId}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    is_open: true,
    order_handling_configuration: { acceptance_by_service: false, using_courier_arrival_notification: true },
    last_three_orders_status: ['RECEIVED', 'PRODUCTION'],
  });
  const other = (await partner.control('POST', '/venues', {})).body;
  expect((await partner.order('GET', `/venues/${other.venue_id}`)).status).toBe(403);
  expect((await partner.order('GET', '/venues/unknown')).status).toBe(404);
});

test('a venue whose orders the service accepts itself is notified of PRODUCTION without an accept', async () => {
  partner = await startPartner({}, { auto_accepts: true });
  const id = await partner.place('instant');
  await until(() => partner.statusesOf(id).includes('PRODUCTION'), 'production');
});

test("an order that waits at the service but never arrived is noticed at the second check of the venue's status", async () => {
  partner = await startPartner({ venuePath: '/venues/{venue_id}' });
  await partner.control('DELETE', '/webhooks');
  await partner.place('instant');
  const store = testStore(testFolder());
  store.write(() => store.venues.connected(partner.venueId, Date.now()));
  const api = { status: async () => ok((await partner.order('GET', `/venues/${partner.venueId}`)).body) } as unknown as VenueApi;
  const reported: boolean[] = [];
  const time = testTime();
  const watch = watchVenues({
    onTimes: () => undefined,
    onRefused: () => undefined,
    store,
    api,
    isSet: () => true,
    onMissing: (missing) => reported.push(missing),
    onNeverCame: () => undefined,
    onDefect: () => undefined,
    time,
  });
  await time.advanceUntil(() => reported.length >= 2, 2 * 60_000, 10_000);
  expect(reported.slice(0, 2)).toEqual([false, true]);
  expect(watch.isOpen(partner.venueId)).toBe(true);
  watch[Symbol.dispose]();
  expect(time.pending()).toBe(0);
});
