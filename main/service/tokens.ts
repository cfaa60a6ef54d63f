/**
 * Keeps venues' tokens valid (sections 3.3 and 5). Reusing a refresh token revokes its successor, so refreshes are serial per venue and a
 * new pair is stored before use.
 */
import * as v from 'valibot';
import { message, type Text } from '../../contract/message.ts';
import { readJson } from '../../shared/json/read-json.ts';
import { asRecord } from '../orders/text/reading.ts';
import type { ServiceClock } from '../time/service-clock.ts';
import type { Http } from './http.ts';
import { failure, ok, type Result, type ServiceProblem } from './problem.ts';

export interface TokenVault {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
}

export interface Credentials {
  authUrl: string;
  clientId: string;
  clientSecret: string;
  addresses: TokenAddresses;
}

/** Origins of the token service and the order API; null if unset. */
export interface TokenAddresses {
  auth: string | null;
  order: string | null;
}

/** A venue's tokens as stored in the vault. */
const TokenPair = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  /** Epoch ms on the service's clock. */
  expires_at: v.number(),
  /** The only addresses that may get the tokens. */
  issued_for: v.object({ auth: v.nullable(v.string()), order: v.nullable(v.string()) }),
});
export type TokenPair = v.InferOutput<typeof TokenPair>;
const Stored = v.pipe(v.string(), v.parseJson(), TokenPair);

export interface TokenEvents {
  connected(venueId: string): void;
  renewed(venueId: string): void;
  mustReconnect(venueId: string): void;
}

export interface TokenKeeper {
  /** Section 4.1, grant authorization_code; the venue ID is in the token (2.2). Stores nothing: see `replace`. */
  exchangeWith(credentials: Credentials, code: string, redirectUri: string): Promise<Result<{ venueId: string; pair: TokenPair }>>;
  /**
   * Replaces the venue's pair. `place` stores and returns it; token requests wait for it, and work on the old pair has no effect. Rejects
   * if `place` does.
   */
  replace(venueId: string, place: () => Promise<TokenPair>): Promise<void>;
  /** A token valid for a call now, refreshed if needed. */
  accessToken(venueId: string): Promise<Result<string>>;
  /** The service answered 401: this token isn't used again. */
  refused(venueId: string, accessToken: string): void;
  /** Refreshes tokens early, so that an idle computer stays well within their 30 days. */
  tend(venueIds: string[]): Promise<void>;
  /** Section 4.1, development only: resets the integration at the gateway; the venue must be reconnected. */
  resetIntegration(gatewayUrl: string, venueId: string): Promise<Result<null>>;
}

interface Held {
  readonly venueId: string;
  pair: TokenPair | null;
  /** The refresh token that the service refused. */
  broken: string | null;
  /** A pair issued but not yet stored: it isn't used, and must not be lost. */
  unsaved: TokenPair | null;
  /** One refresh at a time. */
  asked: Promise<Result<string>> | null;
}

/** A token must not expire during a call. */
const SPARE_MS = 60_000;
/** Earlier than SPARE_MS, so that calls seldom wait for a refresh. */
const TEND_SPARE_MS = 5 * 60_000;

export function createTokenKeeper(options: {
  http: Http;
  vault: TokenVault;
  clock: ServiceClock;
  /** Null without a secret for the current addresses. */
  credentials: () => Promise<Credentials | null>;
  addresses: () => TokenAddresses;
  events: TokenEvents;
}): TokenKeeper {
  const { http, vault, clock, events } = options;
  /** By venue. Replacing the pair replaces the object, so that work on the old one notices. */
  const held = new Map<string, Held>();
  /** Running replacements by venue; never rejects. */
  const replacing = new Map<string, Promise<void>>();

  function heldFor(venueId: string): Held {
    const known = held.get(venueId);
    if (known) return known;
    const made: Held = { venueId, pair: null, broken: null, unsaved: null, asked: null };
    held.set(venueId, made);
    return made;
  }

  const isOfBefore = (mine: Held): boolean => held.get(mine.venueId) !== mine;

  function mustReconnect(mine: Held): void {
    if (!isOfBefore(mine)) events.mustReconnect(mine.venueId);
  }

  async function exchangeWith(
    credentials: Credentials,
    code: string,
    redirectUri: string,
  ): Promise<Result<{ venueId: string; pair: TokenPair }>> {
    const answer = await ask(credentials, { grant_type: 'authorization_code', redirect_uri: redirectUri, code });
    if (!answer.ok) return failure(toConnectAgain(answer.problem));
    const venueId = venueIdOf(answer.value.access_token);
    if (!venueId) return failure(badToken(message('token.noVenue')));
    return ok({ venueId, pair: answer.value });
  }

  function replace(venueId: string, place: () => Promise<TokenPair>): Promise<void> {
    const earlier = replacing.get(venueId);
    const turn = (async () => {
      await earlier;
      const before = held.get(venueId);
      held.delete(venueId);
      try {
        heldFor(venueId).pair = await place();
      } catch (error) {
        if (before) held.set(venueId, before);
        throw error;
      }
      events.connected(venueId);
    })();
    const ended = turn
      .catch(() => undefined)
      .then(() => {
        if (replacing.get(venueId) === ended) replacing.delete(venueId);
      });
    replacing.set(venueId, ended);
    return turn;
  }

  async function accessToken(venueId: string, spareMs = SPARE_MS): Promise<Result<string>> {
    await replacing.get(venueId);
    const mine = heldFor(venueId);
    mine.asked ??= findOrRefresh(mine, spareMs).finally(() => {
      mine.asked = null;
    });
    const answer = await mine.asked;
    return isOfBefore(mine) ? accessToken(venueId, spareMs) : answer;
  }

  async function findOrRefresh(mine: Held, spareMs: number): Promise<Result<string>> {
    if (mine.unsaved) {
      const kept = await keep(mine, mine.unsaved);
      if (!kept.ok) return kept;
    }
    const found = await load(mine);
    if (!found.ok) return found;
    const pair = found.value;
    if (!pair || mine.broken === pair.refresh_token) {
      // The vault is open without a pair: it was lost, and only a person can reconnect.
      mustReconnect(mine);
      return failure(reconnect());
    }
    if (!isForThese(pair)) {
      mustReconnect(mine);
      return failure(otherAddresses());
    }
    if (pair.expires_at - spareMs > clock.now()) return ok(pair.access_token);
    return refresh(mine, pair);
  }

  async function refresh(mine: Held, pair: TokenPair): Promise<Result<string>> {
    // Asking spends the refresh token, so first verify that the vault can store its successor.
    const writable = await put(mine, pair);
    if (!writable.ok) return writable;
    const credentials = await options.credentials();
    if (!credentials) return failure(noCredentials());
    // The addresses may have changed meanwhile.
    if (!isForThese(pair, credentials.addresses)) return failure(otherAddresses());
    const answer = await ask(credentials, { grant_type: 'refresh_token', refresh_token: pair.refresh_token });
    if (!answer.ok) {
      if (answer.problem.oauthError === 'invalid_grant') {
        mine.broken = pair.refresh_token;
        mustReconnect(mine);
        return failure(reconnect());
      }
      // If the answer was lost, only the same refresh token can still succeed, so it's tried again.
      return answer;
    }
    const kept = await keep(mine, answer.value);
    if (!kept.ok) return kept;
    events.renewed(mine.venueId);
    return ok(answer.value.access_token);
  }

  function isForThese({ issued_for: issued }: TokenPair, now: TokenAddresses = options.addresses()): boolean {
    return issued.auth === now.auth && issued.order === now.order;
  }

  /** POST /oauth2/token (section 4.1), HTTP Basic. */
  async function ask(credentials: Credentials, form: Record<string, string>): Promise<Result<TokenPair>> {
    const basic = Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64');
    const read = (body: unknown, now: number) => readPair(body, now, form.refresh_token ?? null);
    const answer = await http.send({
      method: 'POST',
      url: `${credentials.authUrl}/oauth2/token`,
      expects: { statuses: [200], body: (body) => read(body, 0) !== null },
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
    if (!answer.ok) return failure(explain(answer.problem));
    const pair = read(answer.value.body, clock.now());
    return pair ? ok({ ...pair, issued_for: credentials.addresses }) : failure(badToken(message('token.noneInAnswer')));
  }

  async function keep(mine: Held, pair: TokenPair): Promise<Result<null>> {
    mine.unsaved = pair;
    const kept = await put(mine, pair);
    if (!kept.ok) return kept;
    mine.unsaved = null;
    mine.pair = pair;
    return ok(null);
  }

  async function put(mine: Held, pair: TokenPair): Promise<Result<null>> {
    // An old pair never overwrites its replacement.
    if (isOfBefore(mine)) return failure(reconnect());
    try {
      await vault.set(tokensIn(mine.venueId), JSON.stringify(pair));
      return ok(null);
    } catch {
      return failure(notInVault());
    }
  }

  async function load(mine: Held): Promise<Result<TokenPair | null>> {
    // A cached pair for other addresses isn't used; the vault may have the right one.
    if (mine.pair && isForThese(mine.pair)) return ok(mine.pair);
    try {
      const text = await vault.get(tokensIn(mine.venueId));
      const read = v.safeParse(Stored, text);
      const pair = read.success ? read.output : null;
      if (pair) mine.pair = pair;
      return ok(pair);
    } catch {
      return failure({
        code: 'vault',
        text: message('token.accessUnreadable'),
        hint: message('keychain.unlockRetries'),
        notSent: true,
      });
    }
  }

  /** Development only. Invalidates the venue's tokens. */
  async function resetIntegration(gatewayUrl: string, venueId: string): Promise<Result<null>> {
    const credentials = await options.credentials();
    if (!credentials) return failure(noCredentials());
    const basic = Buffer.from(`${credentials.clientId}:${credentials.clientSecret}`).toString('base64');
    const answer = await http.send({
      method: 'DELETE',
      url: `${gatewayUrl}/integrations-middleware-service/integration-onboarding/venues/${encodeURIComponent(venueId)}`,
      headers: { authorization: `Basic ${basic}` },
      expects: null,
    });
    if (!answer.ok) return failure(refusalOfReset(answer.problem));
    const mine = heldFor(venueId);
    const had = await load(mine);
    mine.pair = null;
    if (had.ok && had.value) mine.broken = had.value.refresh_token;
    mustReconnect(mine);
    return ok(null);
  }

  return {
    exchangeWith,
    replace,
    resetIntegration,
    accessToken: (venueId) => accessToken(venueId),
    refused(venueId, token) {
      const pair = held.get(venueId)?.pair;
      if (pair && pair.access_token === token) heldFor(venueId).pair = { ...pair, expires_at: 0 };
    },
    async tend(venueIds) {
      await Promise.all(venueIds.filter((id) => !held.get(id)?.broken).map((id) => accessToken(id, TEND_SPARE_MS)));
    },
  };
}

export function tokensIn(venueId: string): string {
  return `tokens/${venueId}`;
}

/** Section 2.1. Without a new refresh token, `spent` stays valid (RFC 6749, section 6). */
function readPair(body: unknown, now: number, spent: string | null): Omit<TokenPair, 'issued_for'> | null {
  if (typeof body !== 'object' || body === null) return null;
  const { access_token, refresh_token: given, expires_in } = body as Record<string, unknown>;
  const refresh_token = given === undefined || given === null || given === '' ? spent : given;
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return null;
  const seconds = typeof expires_in === 'number' && expires_in > 0 ? expires_in : 3600;
  return { access_token, refresh_token, expires_at: now + seconds * 1000 };
}

/** Section 2.2, claim `integration.venue_id`. The signature isn't checked, as the token service sent it. */
function venueIdOf(accessToken: string): string | null {
  const payload = readJson(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const venueId = asRecord(asRecord(payload)?.integration)?.venue_id;
  return typeof venueId === 'string' && venueId !== '' ? venueId : null;
}

function reconnect(): ServiceProblem {
  return {
    code: 'reconnect',
    text: message('token.accessRevoked'),
    hint: message('venue.reconnect'),
  };
}

function notInVault(): ServiceProblem {
  return {
    code: 'vault',
    text: message('token.accessNotSaved'),
    hint: message('keychain.unlockOrCheckDisk'),
  };
}

function otherAddresses(): ServiceProblem {
  return {
    code: 'reconnect',
    text: message('token.otherAddresses'),
    hint: message('venue.reconnect'),
    notSent: true,
  };
}

export function noCredentials(): ServiceProblem {
  return {
    code: 'not-connected',
    text: message('token.credentialsMissing'),
    hint: message('venue.connectInSettings'),
  };
}

function badToken(text: Text): ServiceProblem {
  return { code: 'bad-answer', text, outcome: 'unknown' };
}

function wrongCredentials(problem: ServiceProblem): ServiceProblem {
  return { ...problem, code: 'credentials', text: message('token.credentialsRefused'), hint: message('service.checkBoth') };
}

function refusalOfReset(problem: ServiceProblem): ServiceProblem {
  if (problem.code === 'unauthorized') return wrongCredentials(problem);
  return problem.code === 'not-found' ? { ...problem, hint: message('token.setGatewayUrl') } : problem;
}

/** A sign-in page or wrong address answered instead of the token service. Nothing is queued, so staff must connect again. */
function toConnectAgain(problem: ServiceProblem): ServiceProblem {
  const isForeignAnswer = problem.found === 'page' || problem.found === 'other';
  return isForeignAnswer ? { ...problem, hint: message('token.signInThenReconnect') } : problem;
}

/** Problems that the token service never answers with, so the address is wrong. */
const NO_WORD_OF_TOKENS: ReadonlySet<ServiceProblem['code']> = new Set(['refused', 'unauthorized', 'not-found', 'conflict']);

/** Section 7.1. */
function explain(problem: ServiceProblem): ServiceProblem {
  if (problem.oauthError === 'invalid_client') return wrongCredentials(problem);
  if (problem.oauthError === 'invalid_grant') {
    return {
      ...problem,
      code: 'refused',
      text: message('token.authorizationRefused'),
      hint: message('connect.pasteNewCode'),
    };
  }
  if (NO_WORD_OF_TOKENS.has(problem.code)) {
    return {
      ...problem,
      code: 'refused',
      text: message('token.requestRefused', { status: problem.status ?? 'none' }),
      hint: message('service.checkAddresses'),
    };
  }
  return problem;
}
