/** The clock port: clocks and timers, passed in so that tests can move time. */

/** Cancels the work if it's still pending; else does nothing. */
export type Cancel = () => void;

export interface Waiting {
  /** Whether the timer keeps the process alive; true by default. */
  keepsAlive?: boolean;
}

export interface Time {
  /** This computer's clock, epoch ms; jumps whenever it's set. */
  wall: () => number;
  /** Epoch ms at the process's start plus the time since; never jumps. For timeouts. */
  monotonic: () => number;
  /** Fractional ms, for short measurements. */
  elapsed: () => number;
  /** Runs the work once. Its errors are uncaught, as in any timer. */
  after(ms: number, work: () => unknown, options?: Waiting): Cancel;
  /** Runs the work every `ms` until cancelled. Errors go to `onDefect` and stop nothing; without it they're uncaught. */
  every(ms: number, work: () => unknown, onDefect?: (error: unknown) => void, options?: Waiting): Cancel;
  /** Rejects with an AbortError once the signal aborts. */
  wait(ms: number, options?: Waiting & { signal?: AbortSignal | undefined }): Promise<void>;
  /** A signal that aborts with a TimeoutError after `ms`; keeps no process alive. */
  within(ms: number): AbortSignal;
}

export async function turn(work: () => unknown, onDefect: ((error: unknown) => void) | undefined): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!onDefect) throw error;
    onDefect(error);
  }
}
