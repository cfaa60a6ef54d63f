/** The control API and the printer's page need no credentials, but are protected from foreign pages. */
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { testPrinter, testSandbox } from '../../setup/parts.ts';
import { type RawSocket, say } from '../shared/raw-socket.ts';

function post(url: string, headers: Record<string, string>, body = '{}'): Promise<number> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { method: 'POST', headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    asking.once('error', reject);
    asking.end(body);
  });
}

const json = { 'content-type': 'application/json' };

test("a page of another origin can't create a venue through the control API; the sandbox's own page can", async () => {
  const sandbox = await testSandbox();
  const url = `${sandbox.control_url}/venues`;
  const { host, origin } = new URL(url);
  expect(await post(url, { ...json, origin: 'https://elsewhere.example' })).toBe(403);
  expect(await post(url, { ...json, origin: 'null' })).toBe(403);
  expect(await post(url, { 'content-type': 'text/plain' })).toBe(415);
  expect(await post(url, { 'content-type': 'application/x-www-form-urlencoded' })).toBe(415);
  expect(await post(url, { ...json, host: 'elsewhere.example' })).toBe(421);
  expect(await post(url, { ...json, origin, host })).toBe(201);
});

test("the virtual printer's control page refuses other origins too", async () => {
  const printer = await testPrinter();
  const url = `${printer.control_url}/faults`;
  expect(await post(url, { ...json, origin: 'https://elsewhere.example' }, '{"offline":true}')).toBe(403);
  expect(await post(url, { 'content-type': 'text/plain' }, '{"offline":true}')).toBe(415);
  expect(printer.faults().offline).toBe(false);
  expect(await post(url, json, '{"offline":true}')).toBe(200);
});

test("in private mode the control API and the printer's page are found only under a secret path", async () => {
  const sandbox = await testSandbox({ private: true });
  const printer = await testPrinter({ private: true });
  const { origin } = new URL(sandbox.control_url);
  for (const path of ['/control/venues', '/control', '/control/x/venues']) expect(await post(origin + path, json)).toBe(404);
  expect(await post(`${sandbox.control_url}/venues`, json)).toBe(201);
  expect((await fetch(`${new URL(printer.control_url).origin}/papers`)).status).toBe(404);
  expect((await fetch(`${printer.control_url}/papers`)).status).toBe(200);
  expect(await (await fetch(printer.control_url)).text()).toContain('Virtual printer');
});

test('an invalid address is answered with 404, like any unknown one', async () => {
  const sandbox = await testSandbox();
  const socket = await say(Number(new URL(sandbox.control_url).port), 'GET // HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(() => socket.heard).toContain(' 404 ');
});

test('idle connections are limited, and active ones are answered', async () => {
  const sandbox = await testSandbox();
  const port = Number(new URL(sandbox.control_url).port);
  const silent: RawSocket[] = [];
  for (let number = 0; number < 400; number += 1) silent.push(await say(port, ''));
  expect(await post(`${sandbox.control_url}/venues`, json)).toBe(201);
  await expect.poll(() => silent.filter(({ gone }) => gone).length).toBeGreaterThanOrEqual(400 - 256);
});

test('a body must be declared as JSON, and an empty one needs no type', async () => {
  const sandbox = await testSandbox();
  const url = `${sandbox.order_base_url}/orders/none/accept`;
  expect(await post(url, { 'content-type': 'text/plain' })).toBe(415);
  expect(await post(url, {})).toBe(415);
  expect(await post(`${sandbox.delivery_base_url}/v1/venues/none/deliveries`, { 'content-type': 'text/plain' })).toBe(415);
  expect(await post(url, { 'content-type': 'text/plain' }, '')).not.toBe(415);
  expect(await post(url, { 'content-type': 'application/json; charset=utf-8' })).not.toBe(415);
});
