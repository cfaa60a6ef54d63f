/** Whether NATS answers this relay, why and since when not, and whether it has told all that the other relays know. */
import type { Time } from '../../time.ts';
import type { EngineTrouble } from '../engine.ts';

export interface Contact {
  isAway(): boolean;
  /** Stays away since the first time, for the last reason. */
  wentAway(why: unknown): void;
  answered(): void;
  /** `toForward`: what waits for its return. Null where it answers. */
  trouble(toForward: number): EngineTrouble | null;
  /** The log had this many messages when the connection of the moment began. */
  began(last: number): void;
  /** The log was read up to here. */
  read(seq: number): void;
  /** Resolves once all was read that there was, or after so many ms. */
  caughtUp(ms: number): Promise<void>;
}

export function createContact(time: Time): Contact {
  let away: { since: number; why: unknown } | null = { since: time.wall(), why: null };
  let lastThen = Number.POSITIVE_INFINITY;
  const caughtUp = Promise.withResolvers<void>();
  return {
    isAway: () => away !== null,
    wentAway(why) {
      away = { since: away?.since ?? time.wall(), why };
    },
    answered() {
      away = null;
    },
    trouble(toForward) {
      if (away === null) return null;
      const why = away.why instanceof Error ? `: ${away.why.message}` : '';
      return { says: `NATS does not answer${why}`, since: away.since, toForward };
    },
    began(last) {
      lastThen = last;
    },
    read(seq) {
      if (seq >= lastThen) caughtUp.resolve();
    },
    caughtUp: (ms) =>
      new Promise((resolve) => {
        const noLimit = time.after(ms, resolve);
        void caughtUp.promise.then(() => {
          noLimit();
          resolve();
        });
      }),
  };
}
