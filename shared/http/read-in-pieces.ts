/** Shares the event loop among unauthenticated connections by parsing each in small pieces. */
import type { Socket } from 'node:net';

/** Bytes. Node's parser handles a whole chunk at once: 64 kB can be 2,400 requests, or a body in 10,000 chunks. */
const PIECE = 4 * 1024;
/** Ends a request's head. A piece ends here too, so each piece completes at most one head. */
const BLANK_LINE = '\n\r\n';
/** Ms of parsing per turn of the event loop. The system delivers one new connection per turn, so short turns let newcomers in. */
const TURN_MS = 0.2;

export interface Reader {
  /** Once true, data is read as it arrives. */
  isAuthenticated(): boolean;
  arrived(): void;
}

/** `elapsed`: a clock in fractional ms. The result is called once per new connection. */
export function createReadingInPieces(elapsed: () => number): (socket: Socket, reader: Reader) => void {
  /**
   * Connections with waiting pieces, by the amount they sent: short ones, such as notifications, don't wait for long ones. Each gets one
   * piece parsed in turn.
   */
  const [short, long] = [new Set<() => void>(), new Set<() => void>()];
  let isDue = false;

  function beDue(): void {
    if (!isDue && short.size + long.size > 0) setImmediate(takeTurn);
    isDue = short.size + long.size > 0;
  }

  function takeTurn(): void {
    isDue = false;
    const began = elapsed();
    for (const waiting of [short, long])
      for (const give of waiting) {
        waiting.delete(give);
        give();
        if (elapsed() - began >= TURN_MS) break;
      }
    beDue();
  }

  return (socket, { isAuthenticated, arrived }) => {
    const push = socket.push.bind(socket);
    const read = socket._read.bind(socket);
    let rest: Buffer = Buffer.alloc(0);

    const give = (): void => {
      if (socket.destroyed) return;
      const end = rest.subarray(0, PIECE).indexOf(BLANK_LINE);
      const piece = isAuthenticated() ? rest : rest.subarray(0, end === -1 ? PIECE : end + BLANK_LINE.length);
      rest = rest.subarray(piece.length);
      push(piece);
    };
    const later = (): void => {
      (rest.length > PIECE ? long : short).add(give);
      beDue();
    };
    socket.push = (chunk: Buffer | null) => {
      if (chunk === null || isAuthenticated()) return push(chunk);
      arrived();
      rest = chunk;
      later();
      return false;
    };
    // Called when the parser has consumed the last piece.
    socket._read = (size) => {
      if (rest.length > 0) later();
      else read(size);
    };
    // Without a data listener, Node bypasses `push` and `_read`.
    const listen = (): void => undefined;
    socket.on('data', listen).off('data', listen);
  };
}
