/** A transport for relay frames: a WebSocket or a sequence of HTTPS requests. */
import type { CounterFrame } from '../../../contract/relay/wire.ts';
import type { RelayTrouble } from './trouble.ts';

export interface RelayLine {
  send(frame: CounterFrame): void;
  /** Stops reading until `resume`; frames wait at the relay. */
  pause(): void;
  resume(): void;
  /** Doesn't call `onEnd`. */
  close(): void;
}

/** `isBlocked`: the other transport may work. */
export interface LineEnd {
  trouble: RelayTrouble;
  isBlocked: boolean;
}

export interface LineEvents {
  /** Frames sent once by the WebSocket, with each request when polling. */
  first(): CounterFrame[];
  /** `frame`: text, or parsed JSON. */
  onFrame(frame: unknown, size: number): void;
  onEnd(end: LineEnd): void;
}
