/** Pairs pages: proof of a code or session key gets a ticket for one WebSocket. See docs/decisions/pairing.md. */
import { createHmac, randomBytes } from 'node:crypto';
import {
  type AuthChallenge,
  type Authentication,
  type ClientView,
  nextSecret,
  proofOfBridge,
  proofOfPage,
  SCHEME,
  ticketOf,
} from '../../../contract/entry.ts';
import { isSame } from '../../../shared/http/constant-time-equal.ts';
import type { Time } from '../../../shared/time/time.ts';
import type { Session, Sessions } from './sessions.ts';

/** A challenge: time, nonce, seal. Rejects text of only dots at its first character. */
const CHALLENGE = /^([\da-z]{1,16})\.([\w-]{1,32})\.([\w-]{1,64})$/;
/** Short: pages use a challenge immediately. */
const CHALLENGE_MS = 30_000;
const TICKET_MS = 15_000;
/** Least time between new session keys, however often a page reconnects. */
const TURN_AFTER_MS = 60_000;
/** More than a venue's pages need within seconds. */
const MOST_TICKETS = 200;
/** Per session, so that none displaces another session's tickets. */
const TICKETS_A_SESSION = 4;

export interface Pairing<About> {
  challenge(): string;
  /** `authorization`: the request header sent to `host`. Null if refused. */
  authenticate(authorization: string | undefined, host: string): Authentication | null;
  /** Spends the ticket; null if invalid. */
  clientOf(ticket: string | undefined, host: string): Session<About> | null;
  /** Voids tickets of a session, or all (null). */
  end(sessionId: string | null): void;
}

export function createPairing<About>(options: {
  sessions: Sessions<About>;
  takeCode(id: string): { secret: string; about: About } | null;
  viewOf(about: About): ClientView;
  build: string;
  time: Pick<Time, 'wall' | 'monotonic'>;
}): Pairing<About> {
  const { sessions, time } = options;
  const { monotonic: now } = time;
  const own = randomBytes(32);
  /** Used challenges, until they expire. */
  const spent = new Map<string, number>();
  const tickets = new Map<string, { session: string; host: string; until: number }>();

  // Unused challenges aren't stored: strangers may request any number.
  const sealOf = (text: string): string => createHmac('sha256', own).update(text).digest('base64url');

  function isFresh(challenge: string): boolean {
    const [, at = '', chance = '', seal = ''] = CHALLENGE.exec(challenge) ?? [];
    const age = now() - Number.parseInt(at, 36);
    return age >= -1 && age <= CHALLENGE_MS && isSame(sealOf(`${at}.${chance}`), seal) && !spent.has(challenge);
  }

  function spend(challenge: string): void {
    for (const [old, until] of spent) if (until < now()) spent.delete(old);
    spent.set(challenge, now() + CHALLENGE_MS);
  }

  function give(ticket: string, session: string, host: string): void {
    const own = [...tickets].filter(([, { session: whose }]) => whose === session).slice(0, -(TICKETS_A_SESSION - 1));
    for (const [old] of own) tickets.delete(old);
    for (const [old, { until }] of tickets) if (until < now() || tickets.size >= MOST_TICKETS) tickets.delete(old);
    tickets.set(ticket, { session, host, until: now() + TICKET_MS });
  }

  function byCode(asked: AuthChallenge, proofs: readonly string[]): Authentication | null {
    const code = options.takeCode(asked.id);
    if (!code || !proofs.some((proof) => isSame(proofOfPage(code.secret, asked), proof))) return null;
    const session = sessions.begin(asked.host, nextSecret(code.secret, asked), code.about);
    give(ticketOf(code.secret, asked), session, asked.host);
    return answer(code.secret, asked, { session, turned: true, view: options.viewOf(code.about) });
  }

  function bySession(session: Session<About>, asked: AuthChallenge, proofs: readonly string[]): Authentication | null {
    const held = [session.next, session.secret].flatMap((secret) => secret ?? []);
    const verified = held.find((secret) => proofs.some((proof) => isSame(proofOfPage(secret, asked), proof)));
    if (verified === undefined) return null;
    const turned = Math.abs(time.wall() - session.turnedAt) >= TURN_AFTER_MS;
    sessions.used(session.id, verified, turned ? nextSecret(verified, asked) : null);
    give(ticketOf(verified, asked), session.id, asked.host);
    return answer(verified, asked, { session: session.id, turned, view: options.viewOf(session.about) });
  }

  function answer(secret: string, asked: AuthChallenge, admitted: Omit<Authentication, 'proof' | 'build'>): Authentication {
    const granted = { ...admitted, build: options.build };
    return { proof: proofOfBridge(secret, asked, granted), ...granted };
  }

  return {
    challenge() {
      const text = `${Math.floor(now()).toString(36)}.${randomBytes(12).toString('base64url')}`;
      return `${text}.${sealOf(text)}`;
    },
    authenticate(authorization, host) {
      const [scheme, id = '', challenge = '', nonce = '', ...proofs] = (authorization ?? '').split(' ');
      if (scheme !== SCHEME || proofs.length === 0 || proofs.length > 2 || !isFresh(challenge)) return null;
      const asked: AuthChallenge = { id, host, challenge, nonce };
      const session = sessions.find(id, host);
      const granted = session ? bySession(session, asked, proofs) : byCode(asked, proofs);
      if (granted) spend(challenge);
      return granted;
    },
    clientOf(ticket, host) {
      const found = tickets.get(ticket ?? '');
      tickets.delete(ticket ?? '');
      return found && found.host === host && found.until >= now() ? sessions.find(found.session, host) : null;
    },
    end(sessionId) {
      for (const [ticket, { session }] of tickets) if (sessionId === null || session === sessionId) tickets.delete(ticket);
    },
  };
}
