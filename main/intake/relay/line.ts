/** A transport for relay frames that ends once: a WebSocket or a sequence of HTTPS requests. */
import type { CounterFrame } from '../../../contract/relay/wire.ts';
import type { RelayTrouble } from './trouble.ts';

export interface Line {
  send(frame: CounterFrame): void;
  /** Stops reading until `resume`; frames wait at the relay. */
  pause(): void;
  resume(): void;
  /** Closes locally, without `onEnd`. */
  close(): void;
}

/** `isBlocked`: a proxy or firewall may block this transport, and the other may work. */
export interface LineEnd {
  trouble: RelayTrouble;
  isBlocked: boolean;
}

export interface LineEvents {
  /** The opening frames: sent once by the WebSocket, with each request when polling. */
  first(): CounterFrame[];
  /** A raw frame: text, or parsed JSON. */
  onFrame(frame: unknown, size: number): void;
  onEnd(end: LineEnd): void;
}
