/** A counter's WebSocket, with limited buffers in both directions. */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { LONGEST_FRAME } from '../../contract/relay/wire.ts';
import type { Time } from '../../shared/time/time.ts';
import { bearerOf } from '../listening/answer.ts';
import type { KeyHolder, Registry } from '../store/registry.ts';
import type { Hub, HubLine } from './hub.ts';
import type { RefusedCode } from './session.ts';

/** While more bytes wait to be sent, no notifications are read for the counter. */
const MOST_BUFFERED = 256 * 1024;
/** Frames accepted per second: more than the fastest counter acknowledges. */
const FRAMES_A_SECOND = 5_000;
/** Reading pauses at this many frames that aren't handled yet. */
const MOST_HANDLED = 64;
/** How long a counter may leave a close unanswered before it's cut off. */
const CLOSING_MS = 1_000;
const CLOSE_CODES: Partial<Record<RefusedCode, number>> = { closing: 1012, 'too-many': 1013 };
const POLICY = 1008;

export interface Sockets {
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>;
}

export function createSockets(options: {
  registry: Registry;
  hub: Hub;
  time: Time;
  /** Protects the connection from being closed for newcomers. Called with an invalid key, too, as it still gets a frame with the reason. */
  trust: (request: IncomingMessage) => void;
  onDefect: (error: unknown) => void;
}): Sockets {
  const { registry, hub, time } = options;
  const server = new WebSocketServer({ noServer: true, maxPayload: LONGEST_FRAME, perMessageDeflate: false, clientTracking: false });

  function welcome(socket: WebSocket, holder: KeyHolder): void {
    // An unhandled connection reset would end the process.
    socket.on('error', () => undefined);
    if (!holder.ok) return end(socket, holder.why);
    const outlet = {
      send(frame: unknown): void {
        if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(frame), taken);
      },
      isFull: () => socket.readyState !== WebSocket.OPEN || socket.bufferedAmount > MOST_BUFFERED,
    };
    const line: HubLine = hub.join(holder.counter, 'socket', outlet, (code) => end(socket, code));
    function taken(): void {
      if (socket.bufferedAmount <= MOST_BUFFERED / 2) line.session.resume();
    }
    let handling = 0;
    let second = { began: time.monotonic(), frames: 0 };

    async function handle(data: RawData, isBinary: boolean): Promise<void> {
      if (time.monotonic() - second.began > 1_000) second = { began: time.monotonic(), frames: 0 };
      second.frames += 1;
      if (second.frames > FRAMES_A_SECOND) return leave('too-many');
      line.seen();
      handling += 1;
      if (handling >= MOST_HANDLED) socket.pause();
      const code = await line.session.received(isBinary ? null : String(data));
      handling -= 1;
      if (handling < MOST_HANDLED / 2 && socket.isPaused && socket.readyState === WebSocket.OPEN) socket.resume();
      if (code) leave(code);
    }

    function leave(code: RefusedCode): void {
      line.left();
      end(socket, code);
    }

    socket.on('message', (data, isBinary) => {
      handle(data, isBinary).catch((error: unknown) => {
        options.onDefect(error);
        leave('closing');
      });
    });
    socket.on('close', () => line.left());
  }

  function end(socket: WebSocket, code: RefusedCode): void {
    if (socket.readyState !== WebSocket.OPEN) return socket.terminate();
    socket.send(JSON.stringify({ type: 'refused', code }));
    socket.close(CLOSE_CODES[code] ?? POLICY, code);
    // A paused socket would never see the peer's close.
    if (socket.isPaused) socket.resume();
    const noLimit = time.after(CLOSING_MS, () => socket.terminate());
    socket.once('close', noLimit);
  }

  function refuse(socket: Duplex, status: string, code: RefusedCode): void {
    const body = JSON.stringify({ type: 'refused', code });
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\n\r\n${body}`);
  }

  return {
    async upgrade(request, socket, head) {
      if (!hub.takesCounters()) return refuse(socket, '503 Service Unavailable', 'closing');
      const key = bearerOf(request);
      if (key === null) return refuse(socket, '401 Unauthorized', 'key');
      const holder = await registry.holderOf(key);
      options.trust(request);
      server.handleUpgrade(request, socket, head, (accepted) => welcome(accepted, holder));
    },
  };
}
