/** Sessions are in memory only: a restart signs everyone out. */
import type { Person, SignedIn } from '../../../contract/contract.ts';
import type { Time } from '../../../shared/time/time.ts';
import type { SignedInScreen } from '../caller.ts';

export interface Sessions extends Disposable {
  begin(screen: SignedInScreen, id: string): void;
  at(screen: SignedInScreen): Person | null;
  seen(screen: SignedInScreen): void;
  end(screen: SignedInScreen): void;
  /** Ends this person's sessions, except at one screen. */
  endOf(id: string, but: SignedInScreen | null): void;
  /** Applies a changed staff list: signs out removed people, updates the others. */
  follow(): void;
}

const LOOK_MS = 1_000;

export function createSessions(options: {
  time: Pick<Time, 'monotonic' | 'every'>;
  personOf: (id: string) => Person | null;
  forMs: () => number;
}): Sessions {
  const { monotonic, every } = options.time;
  const sessions = new Map<SignedInScreen, { id: string; seenAt: number }>();

  function pushSignedIn(screen: SignedInScreen, person: SignedIn | null): void {
    screen.push({ push: 'signed-in', person: person && { id: person.id, name: person.name, role: person.role } });
  }
  function end(screen: SignedInScreen): void {
    if (sessions.delete(screen)) pushSignedIn(screen, null);
  }
  function at(screen: SignedInScreen): Person | null {
    const session = sessions.get(screen);
    if (!session || monotonic() - session.seenAt >= options.forMs()) return null;
    return options.personOf(session.id);
  }
  const stopLooking = every(LOOK_MS, () => {
    for (const screen of [...sessions.keys()]) if (!screen.isHere() || at(screen) === null) end(screen);
  });

  return {
    at,
    end,
    begin(screen, id) {
      const person = options.personOf(id);
      // The page may have closed during the PIN check.
      if (!person || !screen.isHere()) return;
      sessions.set(screen, { id, seenAt: monotonic() });
      pushSignedIn(screen, person);
    },
    seen(screen) {
      const session = sessions.get(screen);
      if (session && at(screen)) session.seenAt = monotonic();
    },
    endOf(id, but) {
      for (const [screen, session] of [...sessions]) if (session.id === id && screen !== but) end(screen);
    },
    follow() {
      for (const screen of [...sessions.keys()]) {
        const person = at(screen);
        if (person) pushSignedIn(screen, person);
        else end(screen);
      }
    },
    [Symbol.dispose]() {
      stopLooking();
      for (const screen of [...sessions.keys()]) end(screen);
    },
  };
}
