/** The clock port: clocks and timers, passed in so that tests can move time. */

/** Cancels what's pending; harmless afterwards. */
export type Cancel = () => void;

export interface Waiting {
  /** Whether it keeps the process alive; true by default. */
  keepsAlive?: boolean;
}

export interface Time {
  /** This computer's clock, epoch ms; may be set at any moment. */
  wall: () => number;
  /** Epoch ms at start plus the time since; can't be set. For timeouts. */
  monotonic: () => number;
  /** Fractional ms, for short measurements. */
  elapsed: () => number;
  /** Its errors are uncaught, as in any timer. */
  after(ms: number, work: () => unknown, options?: Waiting): Cancel;
  /** Runs the work every `ms` until cancelled. Errors go to `onDefect` and stop nothing; without it they're uncaught. */
  every(ms: number, work: () => unknown, onDefect?: (error: unknown) => void, options?: Waiting): Cancel;
  /** Rejects with an AbortError once the signal aborts. */
  wait(ms: number, options?: Waiting & { signal?: AbortSignal | undefined }): Promise<void>;
  /** Aborts with a TimeoutError; keeps no process alive. */
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
