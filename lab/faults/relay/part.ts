/** Whatever can be killed in turn: the relay, a counter. */
export interface Part {
  name: string;
  /** Resolves once it is up, or has ended before that. */
  start(): Promise<void>;
  /** SIGKILL: no goodbye. */
  kill(): Promise<void>;
}
