/** IDs that a URL would split reach the service as one path segment, whatever their characters. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createHttp } from '../../../main/service/http.ts';
import { testTime } from '../../setup/test-time.ts';
import { orderApiOf, venueApiOf } from './rooms.ts';

test.each(['or?der', 'or#der', 'or der', 'or/der', 'or%2Fder', 'ör;d=e&r+'])('%s is the ID that arrives', async (id) => {
  const asked: string[] = [];
  const service = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const time = testTime();
  const http = createHttp({ time });
  onTestFinished(async () => {
    await http[Symbol.asyncDispose]();
    service.close();
  });
  const baseUrl = () => `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const tokens = { accessToken: async () => ({ ok: true, value: 't' }), refused: () => undefined } as never;
  const given = { http, tokens, monotonic: time.monotonic, baseUrl };
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
