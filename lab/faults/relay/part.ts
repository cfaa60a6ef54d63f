/** Anything that can be killed: the relay, an app. */
export interface Part {
  name: string;
  /** Resolves once it is up or has ended. */
  start(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
}
