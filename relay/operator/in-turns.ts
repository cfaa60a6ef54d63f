/** Yields to other work between batches. */
const AT_ONCE = 50;

export async function* inTurns<T>(all: Iterable<T>): AsyncGenerator<T> {
  let done = 0;
  for (const one of all) {
    done += 1;
    if (done % AT_ONCE === 0) await new Promise(setImmediate);
    yield one;
  }
}
