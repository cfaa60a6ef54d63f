/** The opening check of a till with an address matches what an order would find. */
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { askTill, postToTill } from '../../../main/till/http-till.ts';
import { tillOrder } from '../../../main/till/till-order.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { testServer } from '../../setup/parts.ts';
import { groupOrder } from '../../unit/printing/papers/orders.ts';

const PAGE = '<!DOCTYPE html>\n<html><title>Sign in to the network</title></html>';
const html = (text: string) => (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/html' }).end(text);
const status =
  (code: number, headers = {}) =>
  (response: ServerResponse) =>
    response.writeHead(code, headers).end();

test.each([
  ['accepts the question', status(204), { is: 'answers' }, null],
  ['calls every answer HTML', html('OK'), { is: 'answers' }, null],
  ['refuses a question without an order', status(405), { is: 'unsure' }, 'till.orderRefused'],
  [
    'redirects to another address',
    status(301, { location: '/elsewhere' }),
    { is: 'failed', words: { text: { code: 'network.redirects' } } },
    'network.redirects',
  ],
  ['answers with a conflict', status(409), { is: 'refuses', status: 409 }, 'till.orderRefused'],
  ["answers with the network's sign-in page", html(PAGE), { is: 'page' }, 'till.webPageAnswered'],
])('a till that %s: the check reports it, and an order finds the same', async (_, answer, reach, refusal) => {
  const address = `${(await testServer((_request, response) => answer(response))).origin}/orders`;
  expect(await askTill(systemTime, address, 5_000)).toMatchObject(reach);
  const posted = postToTill(systemTime, address, tillOrder(groupOrder, false), 'key', new AbortController().signal);
  if (refusal === null) await posted;
  else await expect(posted).rejects.toMatchObject({ text: { code: refusal } });
});
