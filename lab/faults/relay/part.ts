/** A process that can be killed: the relay or an app. */
export interface Part {
  name: string;
  start(): Promise<void>;
  /** SIGKILL. */
  kill(): Promise<void>;
}
