/** The token service (sections 4.1 and 7.1), and the development gateway's venue reset. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { ASSUMED } from '../assumptions.ts';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Venues } from '../venue/venues.ts';
import { type Incoming, Refusal, type Reply } from '../wire/exchange.ts';
import { ACCESS_TOKEN_SECONDS, type Pair, type TokenBook } from './token-book.ts';

export interface Client {
  id: string;
  secret: string;
}

export function newClient(id = `client-${newId().slice(0, 8)}`, secret = randomBytes(24).toString('base64url')): Client {
  return { id, secret };
}

export interface TokenService {
  serve(request: Incoming): Promise<Reply>;
  serveGateway(request: Incoming): Reply;
}

const RESET = /^\/integrations-middleware-service\/integration-onboarding\/venues\/([^/]+)$/;

export function createTokenService(options: {
  clients: readonly Client[];
  book: TokenBook;
  venues: Venues;
  clock: Clock;
  issuer: () => string;
  onboarding: (request: Incoming) => Reply;
}): TokenService {
  const { clients, book, clock } = options;
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyId = newId();

  async function serve(request: Incoming): Promise<Reply> {
    if (request.path.startsWith(ASSUMED.onboardingPath)) return options.onboarding(request);
    if (request.path === ASSUMED.keysPath)
      return { status: 200, body: { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: keyId, alg: 'ES256', use: 'sig' }] } };
    if (request.path !== '/oauth2/token') throw new Refusal(404, { reason: 'Unknown endpoint.' });
    if (request.method !== 'POST') throw new Refusal(405, undefined, { allow: 'POST' });
    const client = authenticate(request, clients);
    if (!request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
      throw tokenError(400, ASSUMED.tokenErrorWithoutName, 'Content-Type must be application/x-www-form-urlencoded.');
    }
    return {
      status: 200,
      body: await tokenResponse(grant(new URLSearchParams(request.body), client)),
      headers: { 'cache-control': 'no-store' },
    };
  }

  function grant(form: URLSearchParams, client: Client): Pair {
    const kind = form.get('grant_type');
    const given = (name: string) => form.get(name) ?? '';
    if (kind === null) throw tokenError(400, ASSUMED.tokenErrorWithoutName, 'grant_type is missing.');
    const forCode = form.has('code') || form.has('redirect_uri');
    const forRefresh = form.has('refresh_token');
    if (forCode && forRefresh) throw tokenError(400, 'invalid_grant', 'Parameters of different grant types are mixed.');
    let pair: Pair | string;
    if (kind === 'authorization_code') pair = book.spendCode(given('code'), client.id, given('redirect_uri'));
    else if (kind === 'refresh_token') pair = book.spendRefreshToken(given('refresh_token'), client.id);
    else throw tokenError(400, 'unsupported_grant_type', 'grant_type must be authorization_code or refresh_token.');
    if (typeof pair === 'string') throw tokenError(400, 'invalid_grant', pair);
    return pair;
  }

  /** The response of section 2.1 with the access token of section 2.2. */
  async function tokenResponse(pair: Pair): Promise<unknown> {
    const seconds = Math.floor(clock.now() / 1_000);
    const accessToken = await new SignJWT({
      aud: [],
      client_id: pair.clientId,
      exp: seconds + ACCESS_TOKEN_SECONDS,
      iat: seconds,
      nbf: seconds,
      integration: { id: pair.integrationId, venue_id: pair.venueIds[0] },
      iss: options.issuer(),
      jti: newId(),
      scp: ['offline'],
      sub: pair.integrationId,
    })
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: keyId })
      .sign(keys.privateKey);
    book.register(accessToken, pair);
    return {
      access_token: accessToken,
      expires_in: ACCESS_TOKEN_SECONDS,
      refresh_token: pair.refreshToken,
      scope: 'offline',
      token_type: 'bearer',
    };
  }

  function serveGateway(request: Incoming): Reply {
    const venueId = RESET.exec(request.path)?.[1];
    if (venueId === undefined) throw new Refusal(404, { reason: 'Unknown endpoint.' });
    if (request.method !== 'DELETE') throw new Refusal(405, undefined, { allow: 'DELETE' });
    authenticate(request, clients);
    if (!options.venues.get(decodeURIComponent(venueId))) throw new Refusal(404, { reason: 'Unknown venue.' });
    book.resetVenue(decodeURIComponent(venueId));
    return { status: ASSUMED.resetStatus };
  }

  return { serve, serveGateway };
}

/** 7.1 lists a missing header twice; here it's a malformed request. Wrong credentials are an unknown client. */
function authenticate(request: Incoming, clients: readonly Client[]): Client {
  const encoded = /^Basic ([A-Za-z0-9+/=]*)$/.exec(request.headers.authorization ?? '')?.[1];
  if (encoded === undefined) throw tokenError(400, 'invalid_request', 'The Authorization header must be Basic.');
  const given = Buffer.from(encoded, 'base64').toString('utf8');
  const client = clients.find((one) => isClient(given, one));
  if (!client) throw tokenError(401, 'invalid_client', 'Unknown client, or wrong client id or secret.');
  return client;
}

/** As documented, or with both parts form-encoded (RFC 6749, 2.3.1). */
function isClient(given: string, client: Client): boolean {
  const wanted = `${client.id}:${client.secret}`;
  if (given === wanted) return true;
  try {
    return (
      given
        .split(':')
        .map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
        .join(':') === wanted
    );
  } catch {
    return false;
  }
}

function tokenError(status: number, error: string, description: string): Refusal {
  return new Refusal(status, { error, error_description: description });
}
