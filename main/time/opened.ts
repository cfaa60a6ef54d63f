/** A stack of opened parts, closed in reverse order when the app ends or a start fails. */

import type { Time } from '../../shared/time/time.ts';

export interface OpenParts {
  /** A part opened after `close` is closed at once. */
  use<Room extends Disposable | AsyncDisposable>(room: Room): Room;
  defer(close: () => unknown): void;
  isClosing(): boolean;
  /**
   * Closes everything, last opened first. Failures and timeouts are reported and don't stop the others. Never rejects; repeated calls
   * return the same promise.
   */
  close(): Promise<void>;
}

/** Limit for closing everything, ms: the computer may be shutting down. */
const LIMIT_MS = 10_000;

export function openStack(time: Time, onTrouble: (error: unknown) => void, limitMs = LIMIT_MS): OpenParts {
  const stack = new AsyncDisposableStack();
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => undefined);
  let closing: Promise<void> | null = null;

  /** Past the limit the rest is closed without waiting. */
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
