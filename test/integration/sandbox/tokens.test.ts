/** Sections 2.1, 2.2, 3.3, 4.1 and 7.1, as the sandbox keeps them. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Partner, startPartner } from './partner.ts';

let partner: Partner;
beforeEach(async () => {
  partner = await startPartner();
});
afterEach(() => partner.close());

async function freshCode(): Promise<{ code: string; redirect_uri: string }> {
  const { body } = await partner.control('POST', `/venues/${partner.venueId}/authorization-code`, {
    redirect_uri: 'https://partner.example.test/done',
  });
  return { code: String(body.authorization_code), redirect_uri: String(body.redirect_uri) };
}
const byCode = (given: Record<string, string>) => partner.grant({ grant_type: 'authorization_code', ...given });
const byRefresh = (token: string) => partner.grant({ grant_type: 'refresh_token', refresh_token: token });
const reads = async (token: string) => (await partner.order('GET', '/v2/orders/none', undefined, token)).status;

test('a code gives a token pair whose access token names the venue', async () => {
  const answer = await byCode(await freshCode());
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ expires_in: 3600, scope: 'offline', token_type: 'bearer' });
  const [header, payload] = String(answer.body.access_token)
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8')));
  expect(header.alg).toBeTruthy();
  expect(payload).toMatchObject({
    aud: [],
    client_id: partner.sandbox.client_id,
    integration: { venue_id: partner.venueId },
    scp: ['offline'],
  });
  expect(payload.sub).toBe(payload.integration.id);
  expect(payload.exp - payload.iat).toBe(3600);
  expect(payload.iss).toBe(partner.sandbox.auth_url);
});

test('a code is used once, within its hour, with its own redirect_uri', async () => {
  const code = await freshCode();
  expect(await byCode({ ...code, redirect_uri: 'https://elsewhere.example.test/' })).toMatchObject({
    status: 400,
    body: { error: 'invalid_grant' },
  });
  expect((await byCode(code)).status).toBe(200);
  expect(await byCode(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  const late = await freshCode();
  await partner.control('POST', '/clock', { advance_seconds: 3_601 });
  expect(await byCode(late)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect(await byCode({ code: 'nonsense', redirect_uri: 'x' })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});

test('each refresh gives a new pair and ends the old access token', async () => {
  const next = await byRefresh(partner.refreshToken);
  expect(next.status).toBe(200);
  expect(await reads(partner.token)).toBe(401);
  expect(await reads(String(next.body.access_token))).toBe(404);
});

test('a refresh token used twice revokes the pair that the first use gave', async () => {
  const next = await byRefresh(partner.refreshToken);
  expect(await byRefresh(partner.refreshToken)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  expect(await reads(String(next.body.access_token))).toBe(401);
  expect(await byRefresh(String(next.body.refresh_token))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});

test('an access token ends after its hour, a refresh token after 30 days', async () => {
  await partner.control('POST', '/clock', { advance_seconds: 3_601 });
  expect(await reads(partner.token)).toBe(401);
  await partner.control('POST', '/clock', { advance_seconds: 30 * 86_400 });
  expect(await byRefresh(partner.refreshToken)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
});

test('wrong credentials, wrong schemes and wrong methods are told apart', async () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  const form = { grant_type: 'refresh_token', refresh_token: partner.refreshToken };
  expect(await partner.grant(form, basic('nobody:nothing'))).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  expect(await partner.grant(form, 'Bearer abc')).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  expect((await partner.grant({ refresh_token: partner.refreshToken })).status).toBe(400);
  expect(await partner.grant({ ...form, code: 'abc' })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  const get = await fetch(`${partner.sandbox.auth_url}/oauth2/token`);
  expect(get.status).toBe(405);
  expect((await byRefresh(partner.refreshToken)).status).toBe(200);
});

test('a venue that was reset in development must be onboarded again', async () => {
  const { sandbox } = partner;
  const address = `${sandbox.gateway_url}/integrations-middleware-service/integration-onboarding/venues/${partner.venueId}`;
  const authorization = `Basic ${Buffer.from(`${sandbox.client_id}:${sandbox.client_secret}`).toString('base64')}`;
  expect((await fetch(address, { method: 'DELETE' })).status).toBe(400);
  expect((await fetch(address, { method: 'DELETE', headers: { authorization } })).status).toBe(204);
  expect(await reads(partner.token)).toBe(401);
  expect((await byRefresh(partner.refreshToken)).status).toBe(400);
  expect((await byCode(await freshCode())).status).toBe(200);
});
