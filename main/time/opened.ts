/** What was opened, closed in the reverse order: the one way in which the app ends, and in which a start that failed is undone. */

import type { Time } from '../../shared/time/time.ts';

/** A stack of what is open now. */
export interface Opened {
  /** Takes what a room hands back. Closed at once where everything else is closed already. */
  use<Room extends Disposable | AsyncDisposable>(room: Room): Room;
  /** Takes what ends something that is no room of its own. */
  defer(close: () => unknown): void;
  /** Whether closing has begun. */
  isClosing(): boolean;
  /**
   * Closes all of it, the last one first. One that cannot be closed is told of and keeps none of the others open; one that takes longer than
   * the limit is not waited for. Never rejects. Again and again it is the same end.
   */
  close(): Promise<void>;
}

/** All of it together has so long to end, ms: someone waits for the computer to go off. */
const LIMIT_MS = 10_000;

/** `onTrouble`: of what could not be closed, or not in time. */
export function openStack(time: Time, onTrouble: (error: unknown) => void, limitMs = LIMIT_MS): Opened {
  const stack = new AsyncDisposableStack();
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => undefined);
  let closing: Promise<void> | null = null;

  /** Past the limit each is still told to end, and none is waited for. */
  async function end(close: () => unknown): Promise<void> {
    try {
      await Promise.race([close(), late.promise]);
    } catch (error) {
      onTrouble(error);
    }
  }

  async function closeAll(): Promise<void> {
    const noLimit = time.after(limitMs, () => late.reject(new Error(`not closed within ${limitMs} ms`)));
    await stack.disposeAsync();
    noLimit();
  }

  function defer(close: () => unknown): void {
    if (closing) void end(close);
    else stack.defer(() => end(close));
  }

  return {
    use(room) {
      defer(() => (Symbol.asyncDispose in room ? room[Symbol.asyncDispose]() : room[Symbol.dispose]()));
      return room;
    },
    defer,
    isClosing: () => closing !== null,
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}
