/** Runs async work in order, one at a time. */

export type Queue = <T>(work: () => Promise<T>) => Promise<T>;

export function oneAtATime(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}
