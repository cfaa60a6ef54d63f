/** Shares the time of the event loop among connections that have not shown who they are: each is parsed a small piece at a time. */
import type { Socket } from 'node:net';

/** Bytes. Node's parser handles everything it is given at once: 64 kB can be 2,400 requests, or a body in 10,000 chunks. */
const PIECE = 4 * 1024;
/** Ends the head of a request: one piece is at most one more request. */
const BLANK_LINE = '\n\r\n';
/** Of each turn of the event loop, ms. The system hands over one new connection a turn, so short turns let newcomers in. */
const TURN_MS = 0.2;

export interface Reader {
  /** From then on everything is read as it comes. */
  isProven(): boolean;
  /** Bytes have come, after all of those before were read. */
  arrived(): void;
}

/** `elapsed`: a clock in ms with fractions. What it answers with is called once for each new connection of an HTTP server. */
export function createReadingInPieces(elapsed: () => number): (socket: Socket, reader: Reader) => void {
  /** Who has sent little, as a notification is, does not wait for those who have sent much. Each gives one piece, in turn. */
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

  return (socket, { isProven, arrived }) => {
    const push = socket.push.bind(socket);
    const read = socket._read.bind(socket);
    let rest: Buffer = Buffer.alloc(0);

    const give = (): void => {
      if (socket.destroyed) return;
      const end = rest.subarray(0, PIECE).indexOf(BLANK_LINE);
      const piece = isProven() ? rest : rest.subarray(0, end === -1 ? PIECE : end + BLANK_LINE.length);
      rest = rest.subarray(piece.length);
      push(piece);
    };
    const later = (): void => {
      (rest.length > PIECE ? long : short).add(give);
      beDue();
    };
    socket.push = (chunk: Buffer | null) => {
      if (chunk === null || isProven()) return push(chunk);
      arrived();
      rest = chunk;
      later();
      // No more is read from the system until all of this was parsed.
      return false;
    };
    // The stream asks for more when it has given its parser what it had.
    socket._read = (size) => {
      if (rest.length > 0) later();
      else read(size);
    };
    // Node hands the bytes to its parser without these two while no one listens.
    const listen = (): void => undefined;
    socket.on('data', listen).off('data', listen);
  };
}
