/** Whatever can be killed in turn: the relay, a counter, a node of an engine. */
export interface Part {
  name: string;
  /** Resolves once it is up, or has ended before that. */
  start(): Promise<void>;
  /** SIGKILL: no goodbye. */
  kill(): Promise<void>;
}

/** An engine with processes of its own: what the relay's settings name, and what is killed beside the relay and the counters. */
export interface EngineProcesses {
  /** The value of `engine` in relay.json. */
  engine: unknown;
  parts: Part[];
  /** It is over, and nothing is left of it. */
  remove(): Promise<void>;
}
