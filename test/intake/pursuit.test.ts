/** An order that was told of is read until it can be: against the service in a box, with a clock that the test moves. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOrderReader, type OrderReader } from '../../main/intake/read-order.ts';
import { takesInto } from '../../main/intake/take-in.ts';
import { createHttp, type Http } from '../../main/service/http.ts';
import { createOrderApi } from '../../main/service/order-api.ts';
import { createPace } from '../../main/service/pace.ts';
import { createServiceClock } from '../../main/service/service-clock.ts';
import { createTokenKeeper } from '../../main/service/tokens.ts';
import { openStore, type Store } from '../../main/store/store.ts';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.ts';

const ADDRESSES = { auth: 'http://127.0.0.1', order: 'http://127.0.0.1' };

let dir: string;
let sandbox: Sandbox;
let http: Http;
let store: Store;
let reader: OrderReader;
let time: number;
let venueId: string;
let onlyVenueId: string | null;

const control = async (method: string, path: string, body: unknown = {}) => {
  const response = await fetch(sandbox.control_url + path, { method, ...(method === 'DELETE' ? {} : { body: JSON.stringify(body) }) });
  const text = await response.text();
  return (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
};

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'tillbridge-pursuit-'));
  sandbox = await startSandbox({ port: 0 });
  time = Date.now();
  const steady = () => time;
  store = openStore(dir, { now: steady, steady });
  const clock = createServiceClock({ computer: steady, steady });
  http = createHttp({ clock, steady });
  const kept = new Map<string, string>();
  const credentials = async () => ({
    authUrl: sandbox.auth_url,
    clientId: sandbox.client_id,
    clientSecret: sandbox.client_secret,
    addresses: ADDRESSES,
  });
  const tokens = createTokenKeeper({
    http,
    clock,
    vault: { get: async (name) => kept.get(name) ?? null, set: async (name, value) => void kept.set(name, value) },
    credentials,
    addresses: () => ADDRESSES,
    earlier: async () => null,
    events: { connected: () => undefined, renewed: () => undefined, mustReconnect: () => undefined },
  });
  const grant = await control('POST', '/venues');
  venueId = String(grant.venue_id);
  onlyVenueId = venueId;
  const granted = await tokens.exchangeWith(await credentials(), String(grant.authorization_code), String(grant.redirect_uri));
  if (!granted.ok) throw new Error(granted.problem.says);
  await tokens.replace(granted.value.venueId, async () => granted.value.pair);
  reader = createOrderReader({
    store,
    api: createOrderApi({ http, tokens, pace: createPace(steady, () => 1), steady, baseUrl: () => sandbox.order_base_url }),
    followers: { paper: () => {}, tillJobs: () => [], tellTill: () => {}, mayBeCooking: () => false, isDecidedHere: () => true },
    now: steady,
    onRead: () => {},
    onlyVenueId: () => onlyVenueId,
  });
});
afterEach(async () => {
  store.close();
  await http.close();
  await sandbox.close();
  rmSync(dir, { recursive: true, force: true });
});

/** The service tells of a new order, and this counter takes it in. */
async function told(venue: string | null = venueId): Promise<string> {
  const { order_id: id } = await control('POST', '/orders', { venue_id: venueId, kind: 'takeaway' });
  const order = { id, status: 'CREATED', ...(venue === null ? {} : { venue_id: venue }) };
  takesInto(store).notification(Buffer.from(JSON.stringify({ id: `n-${id}`, type: 'order.notification', order })));
  return String(id);
}

/** One attempt of the reading that is due; how long until the next one, ms, or how it ended. */
async function attempt(): Promise<number | string> {
  const job = store.write(() => store.queue.claim('read', 60_000));
  if (!job) throw new Error('No reading is due.');
  const outcome = await reader.kind.run(job, new AbortController().signal);
  store.write(() => {
    if (outcome.end === 'retry') store.queue.retry(job, { ...outcome, notBefore: Math.ceil(time + outcome.afterMs) });
    else if (outcome.end === 'failed') store.queue.fail(job, outcome.error);
    else store.queue.complete(job, outcome.result);
    outcome.also?.();
  });
  return outcome.end === 'retry' ? outcome.afterMs : outcome.end;
}

test('through 503 after 503 it is asked for every few seconds', async () => {
  const id = await told();
  await control('POST', '/faults', { match: `GET /v2/orders/${id}`, status: 503, times: 12 });
  for (let tries = 0; tries < 12; tries += 1) {
    const pause = await attempt();
    expect(pause).toBeLessThanOrEqual(4_000);
    time += Number(pause) + 1;
  }
  expect(await attempt()).toBe('done');
  expect(store.orders.get(id)?.stage).toBe('awaiting-acceptance');
});

test.each([400, 404, 422])('an order that the service refuses to tell (%i) is read on as long as its card stands there', async (status) => {
  const id = await told();
  await control('POST', '/faults', { match: `GET /v2/orders/${id}`, status, for_ms: 24 * 3_600_000 });
  time += 6 * 60_000;
  for (let tries = 0; tries < 3; tries += 1) {
    const pause = await attempt();
    expect(pause).toBe(60_000);
    time += Number(pause);
  }
  await control('DELETE', '/faults');
  expect(await attempt()).toBe('done');
  expect(store.orders.get(id)?.stage).toBe('awaiting-acceptance');
});

test('where nobody can be asked for it, the reading has ended and the card can say so', async () => {
  onlyVenueId = null;
  const id = await told(null);
  expect(await attempt()).toBe('failed');
  expect(store.queue.get('read', id)?.state).toBe('failed');
  expect(store.told.get(id)?.says).toBe('The notification names no venue, and several are connected.');
});
