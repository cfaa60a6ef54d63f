/**
 * How a page authenticates to the app: each side proves that it knows a shared secret, and neither sends it, so another program on the port
 * can't impersonate them. Works on plain HTTP, which tablets use.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export const CHALLENGE_PATH = '/challenge';
export const AUTHENTICATE_PATH = '/authenticate';
export const BRIDGE_PATH = '/bridge';
/** Path where an app that can't start says why (`CannotStartPage`). */
export const TROUBLE_PATH = '/trouble';
/** Scheme of the `Authorization` header, and subprotocol of the WebSocket. */
export const SCHEME = 'Tillbridge';
export const PROTOCOL = 'tillbridge';

/** A single-use access code, or the key of a session. */
export interface EntryKey {
  id: string;
  secret: string;
}

export interface CannotStartPage {
  title: string;
  text: string;
  hint: string;
  next: string;
  language: string;
  rightToLeft: boolean;
}

export type ClientView = 'counter' | 'station' | 'kitchen' | 'customer';

export interface AuthChallenge {
  id: string;
  /** The page's host and port, so a proof is worthless to another server. */
  host: string;
  /** The app's random value, valid once and briefly. */
  challenge: string;
  nonce: string;
}

/** The app's answer to an accepted page. `turned`: the session's secret changes now. */
export interface Authentication {
  proof: string;
  session: string;
  turned: boolean;
  view: ClientView;
  /** Build of the page that the app serves; an open page may be older. */
  build: string;
}

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const SHORTEST_CODE = 16;

/** Makes a code of one letter per byte (5 bits), in groups of four. */
export function codeFrom(bytes: Uint8Array): string {
  const letters = [...bytes].map((byte) => LETTERS[byte % LETTERS.length]);
  return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-');
}

/** Normalizes a typed, scanned or linked (`#`) code; null if it isn't a code. */
export function readCode(typed: string): string | null {
  const letters = typed
    .toLowerCase()
    .replaceAll(/[\s#-]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  const whole = letters.length >= SHORTEST_CODE && letters.length <= 64 && [...letters].every((letter) => LETTERS.includes(letter));
  return whole ? letters : null;
}

/** The key derived from a code. Its ID reveals nothing about the code. */
export function keyOfCode(code: string): EntryKey {
  return { id: word(code, 'id').slice(0, 32), secret: code };
}

export const proofOfPage = (secret: string, asked: AuthChallenge): string => word(secret, 'page', ...spread(asked));
/** Covers the whole answer, so it can't be changed in transit. */
export const proofOfBridge = (
  secret: string,
  asked: AuthChallenge,
  { session, turned, view, build }: Omit<Authentication, 'proof'>,
): string => word(secret, 'bridge', ...spread(asked), session, String(turned), view, build);
/** The session's next secret. Both sides derive it, so it's never sent. */
export const nextSecret = (secret: string, asked: AuthChallenge): string => word(secret, 'next', ...spread(asked));
/** The ticket in the WebSocket request: opens one WebSocket, once, within seconds. */
export const ticketOf = (secret: string, asked: AuthChallenge): string => word(secret, 'ticket', ...spread(asked));

function spread({ id, host, challenge, nonce }: AuthChallenge): string[] {
  return [id, host, challenge, nonce];
}

function word(secret: string, ...about: string[]): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(about.join('\n'))));
}

/** `keys`: newest first; the previous key stays until the app is known to have the newest. */
export type Entry =
  | { outcome: 'in'; ticket: string; keys: EntryKey[]; view: ClientView; build: string }
  /** The server refuses these keys. Another program may be using the port, so the page keeps them. */
  | { outcome: 'refused'; place: 'counter' | 'display' }
  /** No answer, or not from the app. */
  | { outcome: 'unreachable' };

/**
 * Requests access at `origin` (http://host:port) with the keys of one session or one code. Never rejects. Without keys it only finds out
 * which server answers: 'refused'.
 */
export async function askIn(origin: string, keys: readonly EntryKey[]): Promise<Entry> {
  try {
    const { host } = new URL(origin);
    const greeting = await (await fetch(origin + CHALLENGE_PATH, { cache: 'no-store' })).json();
    const { challenge, place } = greeting as { challenge: unknown; place: unknown };
    if (typeof challenge !== 'string' || !/^[\w.-]{1,200}$/.test(challenge)) return { outcome: 'unreachable' };
    const refused = { outcome: 'refused', place: place === 'display' ? 'display' : 'counter' } as const;
    const id = keys[0]?.id;
    if (id === undefined) return refused;
    const nonce = bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
    const asked: AuthChallenge = { id, host, challenge, nonce };
    const proofs = keys.map(({ secret }) => proofOfPage(secret, asked));
    const authorization = [SCHEME, id, challenge, nonce, ...proofs].join(' ');
    const answer = await fetch(origin + AUTHENTICATE_PATH, { cache: 'no-store', headers: { authorization } });
    if (answer.status === 401) return refused;
    if (!answer.ok) return { outcome: 'unreachable' };
    const granted = (await answer.json()) as Authentication;
    const { proof, session, turned, view, build } = granted;
    const known = keys.find(({ secret }) => proofOfBridge(secret, asked, granted) === proof);
    if (!known) return { outcome: 'unreachable' };
    const now = { id: session, secret: known.secret };
    const next = { id: session, secret: nextSecret(known.secret, asked) };
    // A code is used up, so only a session keeps its previous secret, too.
    const held = turned ? (id === session ? [next, now] : [next]) : [now];
    return { outcome: 'in', ticket: ticketOf(known.secret, asked), keys: held, view, build };
  } catch {
    return { outcome: 'unreachable' };
  }
}
