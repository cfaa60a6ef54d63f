/**
 * Keeps each venue's token pair alive (sections 3.3 and 5). A refresh token is single use and using one twice revokes its
 * successor, so: one refresh at a time per venue, and the new pair is in the vault before any call uses it.
 */
import * as v from 'valibot';
import { message, type Text } from '../../contract/message.ts';
import { readJson } from '../../shared/json/read-json.ts';
import { asRecord } from '../orders/text/reading.ts';
import type { ServiceClock } from '../time/service-clock.ts';
import type { Http } from './http.ts';
import { failure, ok, type Result, type ServiceProblem } from './problem.ts';

/** Where token pairs rest; the vault fits. */
export interface TokenVault {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
}

/** Who asks the token service, and for whom its tokens are. */
export interface Credentials {
  authUrl: string;
  clientId: string;
  clientSecret: string;
  addresses: TokenAddresses;
}

/** Scheme, host and port of the token service and of the order API; null where there is no address. */
export interface TokenAddresses {
  auth: string | null;
  order: string | null;
}

/** As the vault keeps it. */
const TokenPair = v.object({
  access_token: v.string(),
  refresh_token: v.string(),
  /** Epoch ms on the service's clock. */
  expires_at: v.number(),
  /** The pair goes to these and to no others. */
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
  /**
   * Section 4.1, grant authorization_code: exchanges the code once. The venue id is read from the token (2.2). Nothing is kept: see
   * `replace`.
   */
  exchangeWith(credentials: Credentials, code: string, redirectUri: string): Promise<Result<{ venueId: string; pair: TokenPair }>>;
  /**
   * A new pair takes the place of whatever the venue had. `place` puts it into the vault and answers with it; until it has, whoever
   * wants a token waits. What was under way with the pair of before writes nothing and says nothing any more. Rejects with `place`.
   */
  replace(venueId: string, place: () => Promise<TokenPair>): Promise<void>;
  /** A token that is good for a call now, refreshed first where needed. */
  accessToken(venueId: string): Promise<Result<string>>;
  /** The service answered 401 to this token: it is not offered again. */
  refused(venueId: string, accessToken: string): void;
  /** Refreshes what would soon expire, so that an idle counter never comes near the 30 days. */
  tend(venueIds: string[]): Promise<void>;
  /** Section 4.1, development only: resets the venue's integration at the gateway; the venue must then be connected again. */
  resetIntegration(gatewayUrl: string, venueId: string): Promise<Result<null>>;
}

/** What is known here of a venue's access. */
interface Held {
  readonly venueId: string;
  pair: TokenPair | null;
  /** The refresh token that the service refused. */
  broken: string | null;
  /** A pair the service issued that the vault would not take yet: nothing uses it, and it must not be forgotten. */
  unsaved: TokenPair | null;
  /** One refresh at a time. */
  asked: Promise<Result<string>> | null;
}

/** A call must not start with a token that ends while it is on its way. */
const SPARE_MS = 60_000;
/** Tending happens earlier, so that calls seldom wait for a refresh. */
const TEND_SPARE_MS = 5 * 60_000;

export function createTokenKeeper(options: {
  http: Http;
  vault: TokenVault;
  clock: ServiceClock;
  /** Null where the secret for the addresses in use is not there. */
  credentials: () => Promise<Credentials | null>;
  /** The addresses in use. */
  addresses: () => TokenAddresses;
  events: TokenEvents;
}): TokenKeeper {
  const { http, vault, clock, events } = options;
  /** By venue. Another one takes its place with a pair that came from outside: whoever works on the one of before sees that. */
  const held = new Map<string, Held>();
  /** By venue: ends, well or not, with what replaces its pair. */
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
      // The vault is open and has none: it was lost with another vault, and only a person can bring a new one.
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
    // The refresh token is spent by asking: first it must be known that the vault will take its successor.
    const writable = await put(mine, pair);
    if (!writable.ok) return writable;
    const credentials = await options.credentials();
    if (!credentials) return failure(noCredentials());
    // The addresses may have changed while the vault was asked.
    if (!isForThese(pair, credentials.addresses)) return failure(otherAddresses());
    const answer = await ask(credentials, { grant_type: 'refresh_token', refresh_token: pair.refresh_token });
    if (!answer.ok) {
      if (answer.problem.oauthError === 'invalid_grant') {
        mine.broken = pair.refresh_token;
        mustReconnect(mine);
        return failure(reconnect());
      }
      // The answer may be lost: the same refresh token is tried again next time, the only move that can still win.
      return answer;
    }
    const kept = await keep(mine, answer.value);
    if (!kept.ok) return kept;
    events.renewed(mine.venueId);
    return ok(answer.value.access_token);
  }

  /** A token is sent to the addresses it was issued for. */
  function isForThese({ issued_for: issued }: TokenPair, now: TokenAddresses = options.addresses()): boolean {
    return issued.auth === now.auth && issued.order === now.order;
  }

  /** POST /oauth2/token (section 4.1) with HTTP Basic. */
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
    // Never over the pair that replaced it.
    if (isOfBefore(mine)) return failure(reconnect());
    try {
      await vault.set(tokensIn(mine.venueId), JSON.stringify(pair));
      return ok(null);
    } catch {
      return failure(notInVault());
    }
  }

  async function load(mine: Held): Promise<Result<TokenPair | null>> {
    // Of another environment, or of addresses that are not in use any more: the vault may have the right one.
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

  /** The gateway exists in development only. What the venue had of tokens is worthless afterwards. */
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

/** Under which name a venue's pair is in the vault. */
export function tokensIn(venueId: string): string {
  return `tokens/${venueId}`;
}

/** Section 2.1. Without a new refresh token `spent` stays the valid one, as in any OAuth 2.0 service (RFC 6749, section 6). */
function readPair(body: unknown, now: number, spent: string | null): Omit<TokenPair, 'issued_for'> | null {
  if (typeof body !== 'object' || body === null) return null;
  const { access_token, refresh_token: given, expires_in } = body as Record<string, unknown>;
  const refresh_token = given === undefined || given === null || given === '' ? spent : given;
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return null;
  const seconds = typeof expires_in === 'number' && expires_in > 0 ? expires_in : 3600;
  return { access_token, refresh_token, expires_at: now + seconds * 1000 };
}

/** Section 2.2, claim `integration.venue_id`. The token came from the token service itself, so its signature is not ours to check. */
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

/** The gateway asks for the client id and secret, and is there in development only. */
function refusalOfReset(problem: ServiceProblem): ServiceProblem {
  if (problem.code === 'unauthorized') return wrongCredentials(problem);
  return problem.code === 'not-found' ? { ...problem, hint: message('token.setGatewayUrl') } : problem;
}

/**
 * A network that asks for a sign-in, or whoever is at a wrong address, answers in place of the token service. Nothing waits to be sent
 * afterwards: whoever connects does it again.
 */
function toConnectAgain(problem: ServiceProblem): ServiceProblem {
  const isSomebodyElse = problem.found === 'page' || problem.found === 'other';
  return isSomebodyElse ? { ...problem, hint: message('token.signInThenReconnect') } : problem;
}

/** What the token service never answers: its addresses are not the right ones. */
const NO_WORD_OF_TOKENS: ReadonlySet<ServiceProblem['code']> = new Set(['refused', 'unauthorized', 'not-found', 'conflict']);

/** Section 7.1, in words. */
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
