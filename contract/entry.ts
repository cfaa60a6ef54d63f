/**
 * How a page is let in to the bridge that serves it: both prove that they know the same secret, and neither ever sends it. Whoever else
 * holds the port learns nothing that could be used, and cannot pass for the bridge either. Pure but for `askIn`; the same code runs on
 * both sides. It needs no secure context: tablets are served over plain HTTP.
 */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export const CHALLENGE_PATH = '/challenge';
export const AUTHENTICATE_PATH = '/authenticate';
export const BRIDGE_PATH = '/bridge';
/** Where a counter that cannot start says why, to pages that are open. */
export const TROUBLE_PATH = '/trouble';
/** Of the `Authorization` header, and of the WebSocket. */
export const SCHEME = 'Tillbridge';
export const PROTOCOL = 'tillbridge';

/** What a page can be let in with: a code that was just given to it (valid once), or the key of its session. */
export interface EntryKey {
  id: string;
  secret: string;
}

/** What stands in the counter's way, in the words of its screens. */
export interface Away {
  title: string;
  text: string;
  hint: string;
  next: string;
  language: string;
  rightToLeft: boolean;
}

/** Whose page this is: the counter's, or that of a display. */
export type ClientView = 'counter' | 'kitchen' | 'customer';

/** What both sides prove their knowledge of the secret over. */
export interface Asked {
  id: string;
  /** The page's own host and port: a proof that one bridge is given is worth nothing to another. */
  host: string;
  /** The bridge's random word, valid once and for a short time. */
  challenge: string;
  /** The page's random word. */
  nonce: string;
}

/** The bridge's answer to a page that it lets in. `session`: the id of the session; with `turned` its secret changes now. */
export interface Authentication {
  proof: string;
  session: string;
  turned: boolean;
  view: ClientView;
  /** Which build of the page the bridge serves: one that was loaded before an update is of another. */
  build: string;
}

const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
const SHORTEST_CODE = 16;

/** A code of 5 bits a letter, in groups of four: `bytes` are random, one a letter. */
export function codeFrom(bytes: Uint8Array): string {
  const letters = [...bytes].map((byte) => LETTERS[byte % LETTERS.length]);
  return letters.join('').replaceAll(/.{4}(?=.)/g, '$&-');
}

/** A code as it was typed, scanned or found behind the `#` of an address; null where it is none. */
export function readCode(typed: string): string | null {
  const letters = typed
    .toLowerCase()
    .replaceAll(/[\s#-]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  const whole = letters.length >= SHORTEST_CODE && letters.length <= 64 && [...letters].every((letter) => LETTERS.includes(letter));
  return whole ? letters : null;
}

/** The key that a code stands for. Its id says nothing of the code. */
export function keyOfCode(code: string): EntryKey {
  return { id: word(code, 'id').slice(0, 32), secret: code };
}

export const proofOfPage = (secret: string, asked: Asked): string => word(secret, 'page', ...spread(asked));
/** Covers the whole answer, so that no one on the way can change it. */
export const proofOfBridge = (secret: string, asked: Asked, { session, turned, view, build }: Omit<Authentication, 'proof'>): string =>
  word(secret, 'bridge', ...spread(asked), session, String(turned), view, build);
/** The next secret of the session: both sides work it out, no one sends it. */
export const nextSecret = (secret: string, asked: Asked): string => word(secret, 'next', ...spread(asked));
/** Opens one WebSocket, once, within seconds. */
export const ticketOf = (secret: string, asked: Asked): string => word(secret, 'ticket', ...spread(asked));

function spread({ id, host, challenge, nonce }: Asked): string[] {
  return [id, host, challenge, nonce];
}

function word(secret: string, ...about: string[]): string {
  return bytesToHex(hmac(sha256, utf8ToBytes(secret), utf8ToBytes(about.join('\n'))));
}

/** `keys`: the newest first; the one before it is kept until the bridge is known to have the newest too. */
export type Entry =
  | { outcome: 'in'; ticket: string; keys: EntryKey[]; view: ClientView; build: string }
  /** Whoever answers does not let this page in. It may be someone else: the keys are kept. */
  | { outcome: 'refused'; place: 'counter' | 'display' }
  /** No one answers, or someone who is not the bridge. */
  | { outcome: 'unreachable' };

/**
 * Asks to be let in at `origin` (http://host:port), with keys of one session or with one code. Never rejects. Without keys it only finds
 * out where it is: 'refused'.
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
    const asked: Asked = { id, host, challenge, nonce };
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
    // A code is spent; the session that it began has one secret.
    const held = turned ? (id === session ? [next, now] : [next]) : [now];
    return { outcome: 'in', ticket: ticketOf(known.secret, asked), keys: held, view, build };
  } catch {
    return { outcome: 'unreachable' };
  }
}
