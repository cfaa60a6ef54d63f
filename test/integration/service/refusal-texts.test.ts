/** A refusal names what was refused: calls not about an order don't mention one. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { createHttp, type Http } from '../../../main/service/http.ts';
import type { VenueApi } from '../../../main/service/menu/venue-api.ts';
import type { OrderApi } from '../../../main/service/order-api.ts';
import type { Result } from '../../../main/service/problem.ts';
import type { TokenKeeper } from '../../../main/service/tokens.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { controlOf } from '../../fixtures/sandbox-control.ts';
import { testTime } from '../../setup/test-time.ts';
import { connectedTokens } from './connected-tokens.ts';
import { orderApiOf, venueApiOf } from './rooms.ts';

let sandbox: Sandbox;
let http: Http;
let tokens: TokenKeeper;
let api: OrderApi;
let venueApi: VenueApi;
let venueId: string;

const control = (path: string, body: unknown = {}) => controlOf(sandbox)('POST', path, body);
const refused = (match: string, status: number) => control('/faults', { match, status });
const texts = (result: Result<unknown>) =>
  result.ok ? null : [result.problem.text, result.problem.hint].map((one) => one && english(one));

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0 });
  const time = testTime(Date.now());
  const { monotonic, service: clock } = time;
  http = createHttp({ time });
  const grant = await control('/venues');
  venueId = String(grant.venue_id);
  tokens = await connectedTokens({ sandbox, http, clock }, grant);
  api = orderApiOf({ http, tokens, monotonic, baseUrl: () => sandbox.order_base_url });
  venueApi = venueApiOf(
    { http, tokens, monotonic, baseUrl: () => sandbox.order_base_url },
    { venue_path: '/nowhere/{venue_id}', endpoints: {} },
  ).venueApi;
});
afterEach(async () => {
  await http[Symbol.asyncDispose]();
  await sandbox.close();
});

test('an order unknown to the service is named as such', async () => {
  expect(texts(await api.readOrder({ venueId, orderId: 'gone' }))).toEqual(["The service doesn't know this order (404).", undefined]);
});

test("a venue resource at a wrong path isn't reported as an unknown order", async () => {
  expect(texts(await venueApi.status(venueId))).toEqual([
    'The service has no endpoint at this address.',
    'Your installer can set the endpoint in the settings file (service.endpoints).',
  ]);
});

test.each([
  [401, "The service doesn't accept the client ID or client secret.", 'Check both in Settings.'],
  [404, "The service doesn't know what was requested (404).", 'Set "gateway_url" in the settings file.'],
  [409, 'Something else happened at the service meanwhile (409).', undefined],
])("a reset refused by the gateway with %i doesn't mention an order", async (status, text, hint) => {
  await refused('DELETE *', status);
  const reset = await tokens.resetIntegration(sandbox.gateway_url, venueId);
  expect(texts(reset)).toEqual([text, hint]);
});
