/** How much of the thread's time goes to those who have not shown who they are: the counter and the service have a part of every turn. */

export interface StrangersShare {
  /** Whether there is time left for a stranger in this turn of the event loop, and nobody waits longer. */
  hasTime(): boolean;
  /** Calls `work` in a later turn, once. `isNew`: it has had hardly any yet, and comes before those that had much. */
  later(work: () => void, isNew: boolean): void;
  /** It needs no turn any more. */
  forget(work: () => void): void;
}

/** In each turn, ms. The system hands over one new connection a turn: behind hundreds of strangers' the service's own waits for as many turns. */
const A_TURN_MS = 2;
/** A computer that has much else to do lets a turn take long with hardly anything done in it. */
const LEAST_A_TURN = 4;
/** More than there is time for; each is looked at for itself, with all that follows from it. */
const MOST_A_TURN = 512;
/** So often one of those that had much comes first all the same. */
const OLD_EVERY = 4;

/** `now`: a clock that nobody can set, ms with fractions. */
export function createStrangersShare(now: () => number): StrangersShare {
  /** When the first stranger of this turn began; null while none has. */
  let beganAt: number | null = null;
  let begun = 0;
  /** Each in the order in which they asked. */
  const fresh = new Set<() => void>();
  const old = new Set<() => void>();
  let given = 0;
  let isDue = false;
  const waiting = (): number => fresh.size + old.size;

  function isTimeLeft(): boolean {
    begun += 1;
    if (beganAt !== null) return begun <= LEAST_A_TURN || now() - beganAt < A_TURN_MS;
    beganAt = now();
    begun = 1;
    setImmediate(() => {
      beganAt = null;
    });
    return true;
  }

  /** One immediate for each: what its work sets off at once is done before the next one, and counts. */
  function due(): void {
    if (isDue || waiting() === 0) return;
    isDue = true;
    const many = Math.min(MOST_A_TURN, waiting());
    for (let at = 1; at <= many; at += 1) setImmediate(() => next(at === many));
  }

  function next(isLast: boolean): void {
    if (isLast) isDue = false;
    if (waiting() > 0 && isTimeLeft()) {
      given += 1;
      const first = fresh.size === 0 || (old.size > 0 && given % OLD_EVERY === 0) ? old : fresh;
      const [work] = first;
      if (work) {
        first.delete(work);
        work();
      }
    }
    if (isLast) due();
  }

  return {
    hasTime: () => waiting() === 0 && isTimeLeft(),
    later(work, isNew) {
      (isNew ? fresh : old).add(work);
      due();
    },
    forget(work) {
      fresh.delete(work);
      old.delete(work);
    },
  };
}
