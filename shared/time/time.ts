/** The one clock port: what time it is, and what is done later. Whoever needs either is given it, so that a test can move time. */

/** Takes back what is still to come; harmless once there is nothing. */
export type Cancel = () => void;

export interface Waiting {
  /** False: the process may end before it. True unless said otherwise. */
  keepsAlive?: boolean;
}

export interface Time {
  /** This computer's clock, epoch ms: anyone may set it at any moment. */
  wall: () => number;
  /** A clock that no one can set, epoch ms: this computer's when it was started, carried on by what has passed since. Waiting goes by it. */
  monotonic: () => number;
  /** Ms since some moment, with fractions: to measure what takes less than one. */
  elapsed: () => number;
  /** Does the work once, in so many ms. What it throws is uncaught, as in any timer. */
  after(ms: number, work: () => unknown, options?: Waiting): Cancel;
  /**
   * Does the work every so many ms, the first time after about as many, until it is taken back. What a turn throws, or rejects with, is
   * told, and ends nothing; it is uncaught where no one is to be told.
   */
  every(ms: number, work: () => unknown, onDefect?: (error: unknown) => void, options?: Waiting): Cancel;
  /** Resolves in so many ms; rejects with an AbortError as soon as the signal aborts. */
  wait(ms: number, options?: Waiting & { signal?: AbortSignal | undefined }): Promise<void>;
  /** A signal that aborts with a TimeoutError in so many ms, and keeps no process alive. */
  within(ms: number): AbortSignal;
}

/** One turn of what is done again and again. */
export async function turn(work: () => unknown, onDefect: ((error: unknown) => void) | undefined): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!onDefect) throw error;
    onDefect(error);
  }
}
