/** Whether the service is at an address, found out without revealing anything to another server there. */
import type { RequestListener } from 'node:http';
import { beforeEach, describe, expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import { message } from '../../../contract/message.ts';
import { type Addresses, createAddresses, type KnownAddress } from '../../../main/service/addresses.ts';
import type { Http } from '../../../main/service/http.ts';
import { failure, ok, type Result } from '../../../main/service/problem.ts';
import type { Sandbox } from '../../../sandbox/sandbox.ts';
import { controlOf } from '../../fixtures/sandbox-control.ts';
import { testSandbox, testServer } from '../../setup/parts.ts';
import { runningTime } from '../../setup/test-time.ts';
import { CERTIFICATES } from '../relay/certificates.ts';
import { connectedTokens } from './connected-tokens.ts';
import { testHttp } from './rooms.ts';

const TOKEN = 'the-token-of-the-venue';
const time = runningTime();
let http: Http;
let inUse: { order: string | null; delivery: string | null };
let merchant: Result<{ id: string; key: string }> | null;
let access: string | null;
let proofs: Map<string, number>;
let addresses: Addresses;

beforeEach(() => {
  http = testHttp({ time });
  inUse = { order: null, delivery: null };
  merchant = null;
  access = TOKEN;
  proofs = new Map();
  addresses = createAddresses({
    http,
    inUse: () => inUse,
    orderAccess: async () => (access === null ? null : { ok: true, value: access }),
    merchant: async () => merchant,
    verifiedAt: (name, address) => proofs.get(`${name} ${address}`) ?? null,
    verified: (name, address) => void proofs.set(`${name} ${address}`, 1),
    iso: (at) => new Date(at).toISOString(),
    onNews: () => undefined,
  });
});

/** Starts another server, returns its address, and records requests in `asked`. */
async function somebody(answer: RequestListener, asked: string[] = [], tls?: { key: string; cert: string }): Promise<string> {
  const serve: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? 'without access'}`);
    answer(request, response);
  };
  return (await testServer(serve, tls)).origin;
}

const answers =
  (status: number, type: string, body: string): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);

async function found(name: KnownAddress['name']): Promise<{ state: string; text: string } | undefined> {
  await addresses.ask();
  const one = addresses.view().find((address) => address.name === name);
  return one && { state: one.state, text: english(one.text) };
}

describe('at the service', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await testSandbox();
  });
  const control = (path: string, body: unknown = {}) => controlOf(sandbox)('POST', path, body);

  test('the order API is verified with an unknown order: 401 without a token, 404 with it', async () => {
    const grant = await control('/venues');
    const tokens = await connectedTokens({ sandbox, http, clock: time.service }, grant);
    const token = await tokens.accessToken(String(grant.venue_id));
    access = token.ok ? token.value : null;
    inUse.order = sandbox.order_base_url;
    expect(addresses.view()).toMatchObject([{ name: 'order', state: 'unasked', verifiedAt: null }]);
    expect(await found('order')).toEqual({ state: 'verified', text: 'It answers like the service.' });
    expect(addresses.view()[0]?.verifiedAt).not.toBeNull();
    const { entries } = (await controlOf(sandbox)('GET', '/log')) as { entries: { path?: string; status?: number }[] };
    expect(entries.filter(({ path }) => path?.startsWith('/v2/orders/')).map(({ status }) => status)).toEqual([401, 404]);
  });

  test("an order API that refuses the venue's token is reported as a wrong address", async () => {
    inUse.order = sandbox.order_base_url;
    expect(await found('order')).toEqual({
      state: 'wrong',
      text: "It answers, but doesn't accept this venue's access (status 401).",
    });
  });

  test('the delivery API asks for a key without one, lists webhooks with it, refuses a wrong one', async () => {
    const { merchant_id, merchant_key } = await control('/merchants');
    const [id, key] = [String(merchant_id), String(merchant_key)];
    inUse.delivery = sandbox.delivery_base_url;
    expect(await found('delivery')).toEqual({ state: 'verified', text: 'It answers and asks for the merchant key.' });
    merchant = ok({ id, key });
    expect(await found('delivery')).toEqual({ state: 'verified', text: 'It answers like the service.' });
    proofs.clear();
    merchant = ok({ id, key: 'another key' });
    expect(await found('delivery')).toEqual({ state: 'wrong', text: "The service didn't accept the merchant key." });
  });

  test('with an unreadable vault nothing is verified, and the reason is shown', async () => {
    const text = message('service.merchantKeyRefused');
    merchant = failure({ code: 'vault', text, notSent: true });
    inUse = { order: sandbox.order_base_url, delivery: sandbox.delivery_base_url };
    access = null;
    expect(await found('delivery')).toEqual({ state: 'unclear', text: english(text) });
    expect(addresses.view()[0]).toMatchObject({ name: 'order', state: 'unclear' });
  });

  test("an outage of the service isn't reported as a wrong address", async () => {
    inUse.order = sandbox.order_base_url;
    await control('/faults', { match: 'GET /v2/orders/*', status: 503, times: 9 });
    expect(await found('order')).toMatchObject({ state: 'unclear' });
  });
});

const PAGE = '<html><title>Welcome</title></html>';
const AN_ORDER = '{"id":"000000000000000000000000","venue":{},"items":[]}';

test.each<[who: string, status: number, type: string, body: string, state: string, text: RegExp]>([
  [
    'a web page with status 200',
    200,
    'text/html',
    PAGE,
    'wrong',
    /^A web page answers at 127\.0\.0\.1:\d+ \(status 200\), not the service\.$/,
  ],
  ['a web page with status 404', 404, 'text/html; charset=utf-8', PAGE, 'wrong', /^A web page answers at .* \(status 404\)/],
  ['a web page that asks for a password', 401, 'text/html', PAGE, 'wrong', /^A web page answers at .* \(status 401\)/],
  ['a program that answers OK to everything', 200, 'text/plain', 'OK', 'wrong', /^What answers at .* isn't the service\.$/],
  ['a server that returns an order without a token', 200, 'application/json', AN_ORDER, 'wrong', /isn't the service\.$/],
  ['a redirect', 302, 'text/plain', '', 'wrong', /isn't the service\.$/],
  ['another API without this path', 404, 'application/json', '{"error":"not found"}', 'unclear', /doesn't ask for credentials/],
])("%s isn't the service, and gets no token", async (_, status, type, body, state, text) => {
  const asked: string[] = [];
  inUse.order = await somebody(answers(status, type, body), asked);
  expect(await found('order')).toEqual({ state, text: expect.stringMatching(text) });
  expect(asked).toEqual(['GET /v2/orders/000000000000000000000000 without access']);
  expect(await addresses.tryAddress('order', inUse.order)).toMatchObject({ state });
  expect(proofs.size).toBe(0);
});

test('unknown names, closed ports, untrusted certificates and incomplete answers are distinguished', async () => {
  inUse.order = 'https://orders.invalid';
  expect(await found('order')).toEqual({ state: 'wrong', text: 'No computer is named orders.invalid.' });
  const { origin: gone, server } = await testServer(answers(200, 'text/plain', ''));
  await new Promise((resolve) => server.close(resolve));
  inUse.order = gone;
  expect(await found('order')).toEqual({ state: 'wrong', text: `Nothing answers at ${new URL(gone).host}.` });
  inUse.order = await somebody(answers(401, 'application/json', '{}'), [], { key: CERTIFICATES[0].key, cert: CERTIFICATES[0].certificate });
  expect(await found('order')).toEqual({
    state: 'wrong',
    text: `This computer doesn't know who issued the certificate of ${new URL(inUse.order).host}, so nothing was sent.`,
  });
  inUse.order = await somebody((request) => void request.socket.destroy());
  expect(await found('order')).toEqual({ state: 'wrong', text: `The answer from ${new URL(inUse.order).host} was incomplete.` });
});

test('an address that once answered well and now serves a web page is unclear, not wrong', async () => {
  inUse.order = await somebody(answers(200, 'text/html', PAGE));
  expect(await found('order')).toMatchObject({ state: 'wrong' });
  addresses.answered('order', inUse.order);
  expect(addresses.view()).toMatchObject([{ state: 'verified' }]);
  expect(await found('order')).toMatchObject({ state: 'unclear' });
  inUse.order = await somebody(answers(404, 'text/html', PAGE));
  expect(addresses.view()).toMatchObject([{ state: 'unasked', verifiedAt: null }]);
});

test("a late answer of the previous address doesn't verify the new one", async () => {
  merchant = ok({ id: 'merchant-1', key: 'the-key' });
  const another = 'http://127.0.0.1:9/another';
  proofs.set(`delivery ${another}`, 1);
  inUse.delivery = await somebody(({ headers }, response) => {
    if (headers.authorization) inUse.delivery = another;
    response.writeHead(headers.authorization ? 200 : 401, { 'content-type': 'application/json' }).end('[]');
  });
  await addresses.ask();
  expect([...proofs.keys()]).toEqual([`delivery ${another}`]);
  expect(addresses.view()).toMatchObject([{ address: another, state: 'verified' }]);
});

test('checks of an address at the same time share one request', async () => {
  const asked: string[] = [];
  inUse.order = await somebody(answers(404, 'text/html', PAGE), asked);
  const first = addresses.ask();
  expect(addresses.view()).toMatchObject([{ state: 'asking' }]);
  await Promise.all([first, addresses.ask()]);
  expect(asked).toHaveLength(1);
});
