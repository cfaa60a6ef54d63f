/** The token service's answers to a refresh, and which of them require reconnecting the venue. */
import { text } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { createTokenKeeper, type TokenKeeper, tokensIn } from '../../../main/service/tokens.ts';
import { testServer } from '../../setup/parts.ts';
import { type TestTime, testTime } from '../../setup/test-time.ts';
import { testHttp } from './rooms.ts';

const ADDRESSES = { auth: 'http://127.0.0.1', order: 'http://127.0.0.1' };
const HOUR_MS = 3_600_000;
let authUrl: string;
let answer: { status: number; body: object };
let spent: (string | null)[];
let events: string[];
let vault: Map<string, string>;
let time: TestTime;
let tokens: TokenKeeper;
beforeEach(async () => {
  spent = [];
  events = [];
  const { origin } = await testServer(async (request, response) => {
    spent.push(new URLSearchParams(await text(request)).get('refresh_token'));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
  });
  authUrl = origin;
  time = testTime(Date.now());
  const pair = { access_token: 'a0', refresh_token: 'r0', expires_at: 0, issued_for: ADDRESSES };
  vault = new Map([[tokensIn('v1'), JSON.stringify(pair)]]);
  tokens = createTokenKeeper({
    http: testHttp({ time }),
    clock: time.service,
    vault: { get: async (name) => vault.get(name) ?? null, set: async (name, value) => void vault.set(name, value) },
    credentials: async () => ({ authUrl, clientId: 'id', clientSecret: 'secret', addresses: ADDRESSES }),
    addresses: () => ADDRESSES,
    events: {
      connected: () => events.push('connected'),
      renewed: () => events.push('renewed'),
      mustReconnect: () => events.push('mustReconnect'),
    },
  });
});

test.each([{}, { refresh_token: null }, { refresh_token: '' }])(
  'if the answer to a refresh has no new refresh token (%j), the old one stays',
  async (given) => {
    answer = { status: 200, body: { access_token: 'a1', expires_in: 3_600, ...given } };
    expect(await tokens.accessToken('v1')).toEqual({ ok: true, value: 'a1' });
    expect(JSON.parse(vault.get(tokensIn('v1')) ?? '')).toMatchObject({ access_token: 'a1', refresh_token: 'r0' });
    time.sleep(HOUR_MS);
    answer = { status: 200, body: { access_token: 'a2', refresh_token: 'r1', expires_in: 3_600 } };
    expect(await tokens.accessToken('v1')).toEqual({ ok: true, value: 'a2' });
    time.sleep(HOUR_MS);
    await tokens.accessToken('v1');
    expect(spent).toEqual(['r0', 'r0', 'r1']);
    expect(events).toEqual(['renewed', 'renewed', 'renewed']);
  },
);

test("an outage of the token service doesn't ask to reconnect: the same token is retried", async () => {
  answer = { status: 503, body: { error: 'temporarily_unavailable' } };
  expect(await tokens.accessToken('v1')).toMatchObject({ ok: false, problem: { code: 'service-error' } });
  expect(events).toEqual([]);
  time.sleep(HOUR_MS);
  answer = { status: 200, body: { access_token: 'a1', refresh_token: 'r1', expires_in: 3_600 } };
  expect(await tokens.accessToken('v1')).toEqual({ ok: true, value: 'a1' });
  expect(spent).toEqual(['r0', 'r0']);
});

const part = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString('base64url');
const jwt = (claims: unknown): string => [part({ alg: 'HS256' }), part(claims), 'seal'].join('.');

test('the connected venue is the one named by its token; a token without one connects nothing', async () => {
  const exchange = (access_token: string) => {
    answer = { status: 200, body: { access_token, refresh_token: 'r1', expires_in: 3_600 } };
    const credentials = { authUrl, clientId: 'id', clientSecret: 'secret', addresses: ADDRESSES };
    return tokens.exchangeWith(credentials, 'code', 'http://127.0.0.1/back');
  };
  const claims = { sub: 'integration-1', venue_id: 'another', integration: { id: 'integration-1', venue_id: 'v2' } };
  expect(await exchange(jwt(claims))).toMatchObject({ ok: true, value: { venueId: 'v2', pair: { refresh_token: 'r1' } } });
  for (const token of ['opaque', jwt({ sub: 'integration-1' }), jwt({ ...claims, integration: { id: 'integration-1' } }), jwt('v2')])
    expect(await exchange(token)).toMatchObject({ ok: false, problem: { text: { code: 'token.noVenue' } } });
  expect([...vault.keys()]).toEqual([tokensIn('v1')]);
});

test("a refused refresh token asks to reconnect, and isn't sent again", async () => {
  answer = { status: 400, body: { error: 'invalid_grant' } };
  expect(await tokens.accessToken('v1')).toMatchObject({ ok: false, problem: { code: 'reconnect' } });
  expect(await tokens.accessToken('v1')).toMatchObject({ ok: false, problem: { code: 'reconnect' } });
  expect(spent).toEqual(['r0']);
  expect(new Set(events)).toEqual(new Set(['mustReconnect']));
});
