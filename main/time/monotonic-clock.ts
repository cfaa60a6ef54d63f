/** A clock that nobody can set: this computer's time when the process began, carried on by the time that has passed since. */

/** Epoch ms. Whatever waits goes by it, so that setting the computer's clock neither holds work back nor does it early. */
export function startSteadyClock(): () => number {
  const began = Date.now() - performance.now();
  return () => Math.round(began + performance.now());
}
