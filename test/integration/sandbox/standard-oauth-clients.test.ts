/** The token service checked with an independent OAuth client, and its tokens with another JWT library. */
import { createPublicKey, type JsonWebKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import * as oauth from 'oauth4webapi';
import { beforeEach, expect, test } from 'vitest';
import { type Partner, startPartner } from './partner.ts';

const REDIRECT = 'http://127.0.0.1:9/connected';

let partner: Partner;
let server: oauth.AuthorizationServer;
let client: oauth.Client;
let secret: oauth.ClientAuth;
const insecure = { [oauth.allowInsecureRequests]: true };

beforeEach(async () => {
  partner = await startPartner();
  const { auth_url, client_id, client_secret } = partner.sandbox;
  server = { issuer: auth_url, token_endpoint: `${auth_url}/oauth2/token` };
  client = { client_id };
  secret = oauth.ClientSecretBasic(client_secret);
});

async function exchange(): Promise<oauth.TokenEndpointResponse> {
  const { body } = await partner.control('POST', `/venues/${partner.venueId}/authorization-code`, { redirect_uri: REDIRECT });
  const back = new URL(`${REDIRECT}?code=${String(body.authorization_code)}`);
  const callback = oauth.validateAuthResponse(server, client, back, oauth.expectNoState);
  const response = await oauth.authorizationCodeGrantRequest(server, client, secret, callback, REDIRECT, oauth.nopkce, insecure);
  return oauth.processAuthorizationCodeResponse(server, client, response);
}
const refresh = async (token: string) =>
  oauth.processRefreshTokenResponse(server, client, await oauth.refreshTokenGrantRequest(server, client, secret, token, insecure));

test("an OAuth library accepts the sandbox's answer to an authorization code", async () => {
  const tokens = await exchange();
  expect(tokens).toMatchObject({ token_type: 'bearer', scope: 'offline', expires_in: 3600 });
  expect(tokens.refresh_token).toBeTruthy();
});

test("an OAuth library accepts the sandbox's answers to repeated refreshes", async () => {
  let { refresh_token: token = '' } = await exchange();
  const seen = new Set([token]);
  for (let round = 0; round < 3; round += 1) {
    const next = await refresh(token);
    token = next.refresh_token ?? '';
    seen.add(token);
  }
  expect(seen.size).toBe(4);
});

test("an OAuth library reads the error in the sandbox's refusal", async () => {
  const { refresh_token: token = '' } = await exchange();
  await refresh(token);
  await expect(refresh(token)).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
  secret = oauth.ClientSecretBasic('wrong');
  await expect(refresh(token)).rejects.toThrow(/OAuth|server responded|response/i);
});

test("a JWT library verifies the sandbox's access token", async () => {
  const { access_token: token } = await exchange();
  const read = jwt.decode(token, { complete: true });
  expect(read?.header.typ).toBe('JWT');
  const claims = read?.payload as Record<string, unknown>;
  expect(claims).toMatchObject({ client_id: client.client_id, integration: { venue_id: partner.venueId }, scp: ['offline'] });
  expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
  const { keys } = (await (await fetch(`${server.issuer}/.well-known/jwks.json`)).json()) as { keys: (JsonWebKey & { kid: string })[] };
  const key = keys.find(({ kid }) => kid === read?.header.kid);
  if (!key) throw new Error('The key of the token is not published.');
  const publicKey = createPublicKey({ key, format: 'jwk' });
  expect(jwt.verify(token, publicKey, { algorithms: ['ES256'], issuer: server.issuer })).toMatchObject({ client_id: client.client_id });
  const [head, body, signature] = token.split('.');
  const forged = Buffer.from(JSON.stringify({ ...claims, integration: { id: 'x', venue_id: 'another' } })).toString('base64url');
  expect(() => jwt.verify(`${head}.${forged}.${signature}`, publicKey, { algorithms: ['ES256'] })).toThrow('invalid signature');
  expect(body).not.toBe(forged);
});
