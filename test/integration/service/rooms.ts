/** Store and order API client against the sandbox, with a controllable clock. */
import { onTestFinished } from 'vitest';
import { createOrderReader, type OrderReader } from '../../../main/intake/reading/read-order.ts';
import { createHttp, type Http } from '../../../main/service/http.ts';
import { createEndpoints, type Places } from '../../../main/service/menu/endpoints.ts';
import { createMenuApi, type MenuApi } from '../../../main/service/menu/menu-api.ts';
import { createVenueApi, type VenueApi } from '../../../main/service/menu/venue-api.ts';
import { createOrderApi, type OrderApi } from '../../../main/service/order-api.ts';
import { createPaces } from '../../../main/service/pace.ts';
import type { TokenKeeper } from '../../../main/service/tokens.ts';
import { createVenueClient } from '../../../main/service/venue-client.ts';
import type { ClaimedJob } from '../../../main/store/queue/queue.ts';
import type { Store } from '../../../main/store/store.ts';
import type { Kind, Outcome } from '../../../main/store/worker.ts';
import { attemptDue, claimDue } from '../../fixtures/attempt.ts';
import { type Control, controlOf } from '../../fixtures/sandbox-control.ts';
import { NO_FOLLOWERS } from '../../setup/intake.ts';
import { testFolder, testSandbox, testStore } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';
import { connectedTokens } from './connected-tokens.ts';

export interface Rooms {
  store: Store;
  time: TestTime;
  api: OrderApi;
  menuApi: MenuApi;
  venueApi: VenueApi;
  venueId: string;
  /** The test's time, epoch ms; `pass` moves it. */
  now(): number;
  pass(ms: number): void;
  control: Control;
  reader(over?: Partial<Parameters<typeof createOrderReader>[0]>): OrderReader;
  attempt(kind: Kind): Promise<Outcome>;
  /** The due job is claimed and never finished, as in a power cut. */
  cutPowerIn(kind: Kind): ClaimedJob;
}

/** Every venue has a valid token. */
export const ANY_TOKENS = { accessToken: async () => ({ ok: true, value: 't' }), refused: () => undefined } as unknown as TokenKeeper;

interface Asking {
  http: Http;
  tokens: TokenKeeper;
  monotonic: () => number;
  baseUrl: () => string;
}

/** Without jitter: pauses have their full length. */
export function orderApiOf(given: Asking): OrderApi {
  return createOrderApi({ ...given, client: createVenueClient({ ...given, pace: createPaces(given.monotonic, () => 1).orders }) });
}

export function venueApiOf(given: Asking, places: Places = { venue_path: null, endpoints: {} }): { menuApi: MenuApi; venueApi: VenueApi } {
  const { menus, orders } = createPaces(given.monotonic, () => 1);
  const call = createEndpoints({ client: createVenueClient({ ...given, pace: menus }), ofOrders: orders, places: () => places });
  return { menuApi: createMenuApi({ ...given, call }), venueApi: createVenueApi(call) };
}

/** Ends with the test. */
export function testHttp(options: Parameters<typeof createHttp>[0]): Http {
  const http = createHttp(options);
  onTestFinished(() => http[Symbol.asyncDispose]());
  return http;
}

/** A connected venue without a store. `venue`: for POST /control/venues. `aheadSeconds`: how far the service's clock is ahead. */
export async function connectedVenue({ venue = {}, aheadSeconds = 0 }: { venue?: object; aheadSeconds?: number } = {}) {
  const sandbox = await testSandbox();
  const time = testTime(Date.now());
  const { monotonic, service: clock } = time;
  const http = testHttp({ time });
  const control = controlOf(sandbox);
  if (aheadSeconds > 0) await control('POST', '/clock', { advance_seconds: aheadSeconds });
  const grant = await control('POST', '/venues', venue);
  const tokens = await connectedTokens({ sandbox, http, clock }, grant);
  const asking: Asking = { http, tokens, monotonic, baseUrl: () => sandbox.order_base_url };
  return { sandbox, time, http, control, tokens, asking, venueId: String(grant.venue_id) };
}

/** `venue`: for POST /control/venues. */
export async function openRooms(venue: Record<string, unknown> = {}): Promise<Rooms> {
  const { time, control, asking, venueId } = await connectedVenue({ venue });
  const { monotonic } = time;
  const store = testStore(testFolder(), { time });
  const api = orderApiOf(asking);
  return {
    store,
    time,
    api,
    ...venueApiOf(asking),
    venueId,
    now: monotonic,
    pass: time.sleep,
    control,
    reader(over) {
      const usual = { now: monotonic, monotonic, onRead: () => {}, onlyVenueId: () => venueId };
      return createOrderReader({ store, api, ...NO_FOLLOWERS, ...usual, ...over });
    },
    attempt: async (kind) => (await attemptDue(store, kind, (afterMs) => Math.ceil(monotonic() + afterMs))).outcome,
    cutPowerIn(kind) {
      const job = claimDue(store, kind);
      store.write(() => store.queue.recoverLeases());
      return job;
    },
  };
}
