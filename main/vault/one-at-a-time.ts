/** Runs pieces of work in the order they were given, each after the one before has ended. */

export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

export function oneAtATime(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}
