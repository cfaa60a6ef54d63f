/** Anything that can be killed: the relay, an app. */
export interface Part {
  name: string;
  start(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
}
