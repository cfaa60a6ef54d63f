/** IDs that a URL would split reach the service as one path segment, whatever their characters. */
import { expect, test } from 'vitest';
import { testServer } from '../../setup/parts.ts';
import { testTime } from '../../setup/test-time.ts';
import { ANY_TOKENS, orderApiOf, testHttp, venueApiOf } from './rooms.ts';

test.each(['or?der', 'or#der', 'or der', 'or/der', 'or%2Fder', 'ör;d=e&r+'])('the ID %s reaches the service unchanged', async (id) => {
  const asked: string[] = [];
  const { origin } = await testServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  const time = testTime();
  const given = { http: testHttp({ time }), tokens: ANY_TOKENS, monotonic: time.monotonic, baseUrl: () => origin };
  const order = { venueId: id, orderId: id };
  const orders = orderApiOf(given);
  await orders.readOrder(order);
  await orders.accept(order, null);
  await orders.uploadLink(order, 'INVOICE');
  const { menuApi, venueApi } = venueApiOf(given);
  await menuApi.updateItems(id, []);
  await venueApi.status(id);
  const arrived = asked.map((url) => url.split('/').map(decodeURIComponent));
  expect(arrived).toEqual([
    ['', 'v2', 'orders', id],
    ['', 'orders', id, 'accept'],
    ['', 'orders', id, 'documents', 'INVOICE', 'upload-links'],
    ['', 'venues', id, 'items'],
    ['', 'venues', id, 'status'],
  ]);
});
