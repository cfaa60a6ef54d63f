/** The clock of the relay: current time and timers. It is passed in, so that a test can move time. */

/** Takes back what is still to come; harmless once there is nothing. */
export type Cancel = () => void;

export interface Time {
  /** This computer's clock, epoch ms: anybody may set it at any moment. */
  wall(): number;
  /** A clock that nobody can set, ms since some moment: waiting goes by it. */
  monotonic(): number;
  /** Does the work once, in so many ms. */
  after(ms: number, work: () => unknown): Cancel;
  /** Does the work every so many ms until it is taken back. What a turn throws, or rejects with, is told and ends nothing. */
  every(ms: number, work: () => unknown, onDefect: (error: unknown) => void): Cancel;
}

/** As it is written in answers and frames: ISO UTC. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}
