/** Tokens: sections 2.1, 2.2, 3.3, 4.1, 5, 7.1 and 8. */
import { expect } from 'vitest';
import type { Partner } from '../../integration/sandbox/partner.ts';
import { type Rule, rule } from '../rule.ts';

const KEEPER = {
  counter: 'renderer/setup/connect/connect-form.tsx: venue.connect',
} as const;
const REFRESH = {
  counter: 'main/view/board.ts: venue.accessRefusedReconnect',
} as const;
const REFUSED = {
  counter: 'renderer/setup/connect/connect-form.tsx: ProblemText',
} as const;
const ALONE = { counter: 'service alone' } as const;
const REDIRECT = 'https://partner.example.test/connected';

async function code(partner: Partner): Promise<string> {
  const { body } = await partner.control('POST', `/venues/${partner.venueId}/authorization-code`, { redirect_uri: REDIRECT });
  return String(body.authorization_code);
}
const byCode = (partner: Partner, given: string, more: Record<string, string> = {}) =>
  partner.grant({ grant_type: 'authorization_code', code: given, redirect_uri: REDIRECT, ...more });
const byRefresh = (partner: Partner, token: string) => partner.grant({ grant_type: 'refresh_token', refresh_token: token });
const opens = async (partner: Partner, token: string) => (await partner.order('GET', '/v2/orders/none', undefined, token)).status !== 401;
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const payload = (token: unknown) => JSON.parse(Buffer.from(String(token).split('.')[1] ?? '', 'base64url').toString('utf8'));
const invalidGrant = { status: 400, body: { error: 'invalid_grant' } };

export const tokenRules: Rule[] = [
  rule(
    '2.1',
    'a token response has access_token, expires_in 3600, refresh_token, scope offline, token_type bearer',
    KEEPER,
    async (partner) => {
      const { status, body } = await byCode(partner, await code(partner));
      expect(status).toBe(200);
      expect(body).toMatchObject({
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        expires_in: 3600,
        scope: 'offline',
        token_type: 'bearer',
      });
    },
  ),
  rule('2.2', 'the access token is a JWT whose payload has all the claims, with sub equal to integration.id', KEEPER, async (partner) => {
    const claims = payload(partner.token);
    expect(claims).toMatchObject({ aud: [], client_id: partner.sandbox.client_id, iss: expect.any(String), jti: expect.any(String) });
    expect(claims.scp).toContain('offline');
    for (const time of ['exp', 'iat', 'nbf']) expect(Number.isInteger(claims[time])).toBe(true);
    expect(claims.sub).toBe(claims.integration.id);
  }),
  rule('5.4', 'the venue id is read from the integration claim', KEEPER, async (partner) => {
    expect(payload(partner.token).integration.venue_id).toBe(partner.venueId);
  }),
  rule('3.3', 'an authorization code is single use', REFUSED, async (partner) => {
    const given = await code(partner);
    expect((await byCode(partner, given)).status).toBe(200);
    expect(await byCode(partner, given)).toMatchObject(invalidGrant);
  }),
  rule('3.3', 'an authorization code is valid for 1 hour', REFUSED, async (partner) => {
    const given = await code(partner);
    await partner.control('POST', '/clock', { advance_seconds: 3_601 });
    expect(await byCode(partner, given)).toMatchObject(invalidGrant);
  }),
  rule('3.3', 'an access token is valid for 1 hour', REFRESH, async (partner) => {
    expect(await opens(partner, partner.token)).toBe(true);
    await partner.control('POST', '/clock', { advance_seconds: 3_601 });
    expect(await opens(partner, partner.token)).toBe(false);
  }),
  rule('3.3', 'a refresh token is valid for 30 days', REFRESH, async (partner) => {
    await partner.control('POST', '/clock', { advance_seconds: 30 * 86_400 + 1 });
    expect(await byRefresh(partner, partner.refreshToken)).toMatchObject(invalidGrant);
  }),
  rule('3.3', 'each refresh gives a new pair and invalidates the old pair', REFRESH, async (partner) => {
    const next = await byRefresh(partner, partner.refreshToken);
    expect(next.status).toBe(200);
    expect(next.body.refresh_token).not.toBe(partner.refreshToken);
    expect(await opens(partner, partner.token)).toBe(false);
    expect(await opens(partner, String(next.body.access_token))).toBe(true);
  }),
  rule('3.3', 'reusing a used refresh token immediately revokes the newly issued access and refresh tokens', REFRESH, async (partner) => {
    const next = await byRefresh(partner, partner.refreshToken);
    expect(await byRefresh(partner, partner.refreshToken)).toMatchObject(invalidGrant);
    expect(await opens(partner, String(next.body.access_token))).toBe(false);
    expect(await byRefresh(partner, String(next.body.refresh_token))).toMatchObject(invalidGrant);
  }),
  rule('7.1', '400 invalid_grant for a code that another client obtained', REFUSED, async (partner) => {
    const { body: other } = await partner.control('POST', '/clients');
    const given = await code(partner);
    const form = { grant_type: 'authorization_code', code: given, redirect_uri: REDIRECT };
    expect(await partner.grant(form, basic(`${other.client_id}:${other.client_secret}`))).toMatchObject(invalidGrant);
    expect((await byCode(partner, given)).status).toBe(200);
  }),
  rule('7.1', '400 invalid_grant for a refresh token of another client', REFRESH, async (partner) => {
    const { body: other } = await partner.control('POST', '/clients');
    const form = { grant_type: 'refresh_token', refresh_token: partner.refreshToken };
    expect(await partner.grant(form, basic(`${other.client_id}:${other.client_secret}`))).toMatchObject(invalidGrant);
    expect((await byRefresh(partner, partner.refreshToken)).status).toBe(200);
  }),
  rule('4.1', 'redirect_uri must equal the one used when the code was issued', REFUSED, async (partner) => {
    expect(await byCode(partner, await code(partner), { redirect_uri: `${REDIRECT}/` })).toMatchObject(invalidGrant);
  }),
  rule(
    '4.1',
    'in development a venue’s integration can be reset and the venue onboarded again',
    { counter: 'renderer/settings/venues/venues.tsx: venue.resetIntegration' },
    async (partner) => {
      const { gateway_url, client_id, client_secret } = partner.sandbox;
      const address = `${gateway_url}/integrations-middleware-service/integration-onboarding/venues/${partner.venueId}`;
      const answer = await fetch(address, { method: 'DELETE', headers: { authorization: basic(`${client_id}:${client_secret}`) } });
      expect(answer.ok).toBe(true);
      expect(await opens(partner, partner.token)).toBe(false);
      expect((await byCode(partner, await code(partner))).status).toBe(200);
    },
  ),
  rule('7.1', '405 for a method other than POST', ALONE, async (partner) => {
    expect((await fetch(`${partner.sandbox.auth_url}/oauth2/token`)).status).toBe(405);
  }),
  rule('7.1', '401 invalid_client for a wrong client id or secret', REFUSED, async (partner) => {
    const form = { grant_type: 'refresh_token', refresh_token: partner.refreshToken };
    expect(await partner.grant(form, basic(`${partner.sandbox.client_id}:wrong`))).toMatchObject({
      status: 401,
      body: { error: 'invalid_client' },
    });
    expect(await partner.grant(form, basic('nobody:nothing'))).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
  }),
  rule('7.1', '400 invalid_request for a malformed Authorization header', ALONE, async (partner) => {
    const form = { grant_type: 'refresh_token', refresh_token: partner.refreshToken };
    expect(await partner.grant(form, `Bearer ${partner.token}`)).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(await partner.grant(form, Buffer.from('a:b').toString('base64'))).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
  }),
  rule('7.1', '400 when grant_type is missing', ALONE, async (partner) => {
    expect((await partner.grant({ refresh_token: partner.refreshToken })).status).toBe(400);
  }),
  rule('7.1', '400 invalid_grant for a code that is malformed, unknown or missing', REFUSED, async (partner) => {
    for (const given of ['nonsense', '']) expect(await byCode(partner, given)).toMatchObject(invalidGrant);
    expect(await partner.grant({ grant_type: 'authorization_code', redirect_uri: REDIRECT })).toMatchObject(invalidGrant);
  }),
  rule('7.1', '400 invalid_grant for a refresh token that is malformed or unknown', REFRESH, async (partner) => {
    expect(await byRefresh(partner, 'nonsense')).toMatchObject(invalidGrant);
  }),
  rule('7.1', '400 invalid_grant for parameters of different grant types', ALONE, async (partner) => {
    const mixed = { grant_type: 'refresh_token', refresh_token: partner.refreshToken, code: 'abc' };
    expect(await partner.grant(mixed)).toMatchObject(invalidGrant);
    expect((await byRefresh(partner, partner.refreshToken)).status).toBe(200);
  }),
  rule('7.1', 'an error body has error and error_description', REFUSED, async (partner) => {
    expect((await byRefresh(partner, 'nonsense')).body).toEqual({ error: expect.any(String), error_description: expect.any(String) });
  }),
];
