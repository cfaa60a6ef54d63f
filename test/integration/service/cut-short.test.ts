/** Calls hanging when the network returns are aborted and repeated, except those that would refund twice. */
import { expect, test } from 'vitest';
import type { Result } from '../../../main/service/problem.ts';
import { connectedVenue, orderApiOf } from './rooms.ts';

test('hanging refunds are never cut short and repeated; all other calls about an order are', async () => {
  const { control, http, asking, venueId } = await connectedVenue();
  const order = { venueId, orderId: 'any' };
  const api = orderApiOf(asking);
  await control('POST', '/faults', { match: '* *orders/*', status: 503, delay_ms: 1_500, times: 20 });
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
