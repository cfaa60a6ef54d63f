/** A transport to the relay: frames go in and out, and it ends once. Either a WebSocket, or a sequence of HTTPS requests. */
import type { CounterFrame } from '../../../contract/relay/wire.ts';
import type { RelayTrouble } from './trouble.ts';

export interface Line {
  send(frame: CounterFrame): void;
  /** Nothing more is read until `resume`: what comes meanwhile waits at the relay. */
  pause(): void;
  resume(): void;
  /** Closes it from this side; `onEnd` isn't called. */
  close(): void;
}

/** `isBlocked`: something between here and the relay may let no such line through, and the other way may work. */
export interface LineEnd {
  trouble: RelayTrouble;
  isBlocked: boolean;
}

export interface LineEvents {
  /** Frames that a line begins with: the WebSocket once, a request each time. */
  first(): CounterFrame[];
  /** A frame as it came, not looked at yet: a text, or a part of an answer that was parsed. */
  onFrame(frame: unknown, size: number): void;
  onEnd(end: LineEnd): void;
}
