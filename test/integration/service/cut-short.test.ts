/** Calls hanging when the network returns are aborted and repeated, except those that would refund twice. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createHttp, type Http } from '../../../main/service/http.ts';
import type { Result } from '../../../main/service/problem.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { controlOf } from '../../fixtures/sandbox-control.ts';
import { testTime } from '../../setup/test-time.ts';
import { connectedTokens } from './connected-tokens.ts';
import { orderApiOf } from './rooms.ts';

let sandbox: Sandbox;
let http: Http;
const time = testTime(Date.now());
const control = (path: string, body: unknown = {}) => controlOf(sandbox)('POST', path, body);

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0 });
  http = createHttp({ time });
});
afterEach(async () => {
  await http[Symbol.asyncDispose]();
  await sandbox.close();
});

test('refunds are never cut short and repeated, all other calls about an order may be', async () => {
  const grant = await control('/venues');
  const order = { venueId: String(grant.venue_id), orderId: 'any' };
  const tokens = await connectedTokens({ sandbox, http, clock: time.service }, grant);
  const { monotonic } = time;
  const api = orderApiOf({ http, tokens, monotonic, baseUrl: () => sandbox.order_base_url });
  await control('/faults', { match: '* *orders/*', status: 503, delay_ms: 1_500, times: 20 });
  const minor = (amount: number) => amount;
  const asked: Record<string, Promise<Result<unknown>>> = {
    read: api.readOrder(order),
    accept: api.accept(order, null),
    reject: api.reject(order, 'Sold out', 'GENERIC'),
    ready: api.ready(order),
    'sent-to-pos': api.sentToPos(order, true, '2026-03-14T11:15:00Z'),
    'replace-items': api.replaceItems(order, { operation: 'replace-items', changes: [], additions: [] }),
    'upload-link': api.uploadLink(order, 'INVOICE'),
    'deposits-returned': api.depositsReturned(order, { operation: 'deposits-returned', items: [] }, minor),
    'refund-items': api.refundItems(order, { operation: 'refund-items', reason: 'QUALITY_ISSUES', refunds: [] }, minor),
    'refund-basket': api.refundBasket(order, { operation: 'refund-basket', amount: 1, reason: 'Late', vat: 0 }, minor),
  };
  await expect.poll(() => http.underWay().length).toBe(Object.keys(asked).length);
  await http.cutShort(-1);
  const wasCut = async (answer: Promise<Result<unknown>>) => {
    const ended = await answer;
    return !ended.ok && ended.problem.cutShort === true;
  };
  const cut = await Promise.all(Object.entries(asked).map(async ([name, answer]) => [name, await wasCut(answer)] as const));
  expect(cut.filter(([, isCut]) => !isCut).map(([name]) => name)).toEqual(['deposits-returned', 'refund-items', 'refund-basket']);
});
