/** Tokens by section 3.3: validity, use, and revocation after reuse. */
import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';

const HOUR_MS = 3_600_000;
/** The lifetime of section 8. */
export const ACCESS_TOKEN_SECONDS = 3_600;
const CODE_MS = HOUR_MS;
const REFRESH_MS = 30 * 24 * HOUR_MS;

interface Code {
  clientId: string;
  redirectUri: string;
  venueIds: string[];
  expires: number;
  used: boolean;
}

export interface Pair {
  integrationId: string;
  /** Several only with brand-level authentication. The token names the first. */
  venueIds: string[];
  clientId: string;
  refreshToken: string;
  accessExpires: number;
  refreshExpires: number;
  accessValid: boolean;
  /** Epoch ms: until then a revoked access token gets 403, afterwards 401. */
  forbiddenUntil: number;
  refresh: 'unused' | 'used' | 'revoked';
}

export interface TokenBook {
  issueCode(grant: { clientId: string; redirectUri: string; venueIds: string[] }): string;
  /** Exchanges the code. A string is the reason of an `invalid_grant` (7.1). */
  spendCode(code: string, clientId: string, redirectUri: string): Pair | string;
  spendRefreshToken(token: string, clientId: string): Pair | string;
  register(accessToken: string, pair: Pair): void;
  /** The venues of an access token; null if it's unknown, expired or revoked. */
  venuesOf(accessToken: string): string[] | null;
  refusalOf(accessToken: string): 401 | 403;
  /** Revokes a venue's tokens for new onboarding. `forbiddenMs`: 403 for this long, then 401. */
  resetVenue(venueId: string, forbiddenMs?: number): void;
}

export function createTokenBook(clock: Clock): TokenBook {
  const codes = new Map<string, Code>();
  const byRefreshToken = new Map<string, Pair>();
  const byAccessToken = new Map<string, Pair>();
  const integrations = new Map<string, Pair[]>();

  function issuePair(grant: { integrationId: string; venueIds: string[]; clientId: string }): Pair {
    const pair: Pair = {
      ...grant,
      refreshToken: randomBytes(32).toString('base64url'),
      accessExpires: clock.now() + ACCESS_TOKEN_SECONDS * 1_000,
      refreshExpires: clock.now() + REFRESH_MS,
      accessValid: true,
      forbiddenUntil: 0,
      refresh: 'unused',
    };
    byRefreshToken.set(pair.refreshToken, pair);
    integrations.set(grant.integrationId, [...(integrations.get(grant.integrationId) ?? []), pair]);
    return pair;
  }

  function revoke(pairs: Iterable<Pair>): void {
    for (const pair of pairs) {
      pair.accessValid = false;
      if (pair.refresh === 'unused') pair.refresh = 'revoked';
    }
  }

  return {
    issueCode(grant) {
      const code = randomBytes(24).toString('base64url');
      codes.set(code, { ...grant, expires: clock.now() + CODE_MS, used: false });
      return code;
    },

    spendCode(text, clientId, redirectUri) {
      const code = codes.get(text);
      if (!code) return 'The authorization code does not exist.';
      if (code.used) return 'The authorization code was already used.';
      if (code.clientId !== clientId) return 'The authorization code was obtained by a different client.';
      if (code.redirectUri !== redirectUri) return 'redirect_uri differs from the one used at authorization.';
      if (code.expires <= clock.now()) return 'The authorization code has expired.';
      code.used = true;
      return issuePair({ integrationId: randomBytes(12).toString('hex'), venueIds: code.venueIds, clientId });
    },

    spendRefreshToken(token, clientId) {
      const pair = byRefreshToken.get(token);
      if (!pair || pair.clientId !== clientId) return 'The refresh token is invalid.';
      if (pair.refresh === 'used') {
        // 3.3: using a refresh token twice revokes the tokens that followed it.
        revoke(integrations.get(pair.integrationId) ?? []);
        return 'The refresh token was already used.';
      }
      if (pair.refresh === 'revoked') return 'The refresh token was revoked.';
      if (pair.refreshExpires <= clock.now()) return 'The refresh token has expired.';
      pair.refresh = 'used';
      pair.accessValid = false;
      return issuePair({ integrationId: pair.integrationId, venueIds: pair.venueIds, clientId });
    },

    register: (accessToken, pair) => void byAccessToken.set(accessToken, pair),

    venuesOf(accessToken) {
      const pair = byAccessToken.get(accessToken);
      return pair?.accessValid && pair.accessExpires > clock.now() ? pair.venueIds : null;
    },

    refusalOf: (accessToken) => ((byAccessToken.get(accessToken)?.forbiddenUntil ?? 0) > clock.now() ? 403 : 401),

    resetVenue(venueId, forbiddenMs = 0) {
      for (const pairs of integrations.values()) {
        const own = pairs.filter((pair) => pair.venueIds.includes(venueId));
        for (const pair of own.filter(({ accessValid }) => accessValid)) pair.forbiddenUntil = clock.now() + forbiddenMs;
        revoke(own);
      }
    },
  };
}
