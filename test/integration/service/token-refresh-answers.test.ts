/** A token refresh by each answer: the text, whether the venue must reconnect, and the next request. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttp, type Http } from '../../../main/service/http.ts';
import { type Sandbox, startSandbox } from '../../../sandbox/sandbox.ts';
import { controlOf } from '../../fixtures/sandbox-control.ts';
import { testTime } from '../../setup/test-time.ts';
import { connectedTokens } from './connected-tokens.ts';

const time = testTime(Date.now());
let sandbox: Sandbox;
let http: Http;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
  http = createHttp({ time });
});
afterAll(async () => {
  await http[Symbol.asyncDispose]();
  await sandbox.close();
});

const lost = { body: { error: 'invalid_grant' } };
/** `then`: how the next token request ends. Access ends only if the refresh token was refused or used in vain. */
test.each([
  ['400 invalid_grant', { status: 400, ...lost }, 'reconnect', true, 'reconnect', 1],
  ['400', { status: 400, body: {} }, 'refused', false, 'ok', 2],
  ['401 invalid_client', { status: 401, body: { error: 'invalid_client' } }, 'credentials', false, 'ok', 2],
  ['403', { status: 403 }, 'refused', false, 'ok', 2],
  ['409', { status: 409 }, 'refused', false, 'ok', 2],
  ['422', { status: 422 }, 'refused', false, 'ok', 2],
  ['429', { status: 429 }, 'rate-limited', false, 'ok', 2],
  ['500', { status: 500 }, 'service-error', false, 'ok', 2],
  ['502', { status: 502 }, 'service-error', false, 'ok', 2],
  ['503', { status: 503 }, 'service-error', false, 'ok', 2],
  ['a connection cut before it worked', { drop: 'before' }, 'timeout', false, 'ok', 2],
  ['a connection cut after it worked', { drop: 'after' }, 'timeout', false, 'reconnect', 2],
])('a token refresh answered by %s', async (_, fault, code, reconnects, then, sent) => {
  const control = controlOf(sandbox);
  const grant = await control('POST', '/venues');
  const venueId = String(grant.venue_id);
  const shown: string[] = [];
  const tokens = await connectedTokens({ sandbox, http, clock: time.service }, grant, { mustReconnect: (id) => shown.push(id) });
  const asked = async () => {
    const { entries } = (await control('GET', '/log')) as { entries: { kind: string; path?: string }[] };
    return entries.filter(({ path }) => path === '/oauth2/token').length;
  };
  const before = await asked();
  time.sleep(3_600_000);
  await control('POST', '/faults', { match: 'POST /oauth2/token', ...fault });
  const codeOf = async () => {
    const answer = await tokens.accessToken(venueId);
    return answer.ok ? 'ok' : answer.problem.code;
  };
  expect(await codeOf()).toBe(code);
  expect(shown).toEqual(reconnects ? [venueId] : []);
  expect(await codeOf()).toBe(then);
  expect((await asked()) - before).toBe(sent);
});
