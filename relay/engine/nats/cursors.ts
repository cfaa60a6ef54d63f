/** Up to where counters have acknowledged, told to the other relays: the last of each counter and venue, gathered for a moment. */
import type { KV } from '@nats-io/kv';
import type { Time } from '../../time.ts';
import { asToken, fromToken } from './streams.ts';

const EVERY_MS = 500;
const AT_ONCE = 256;
const PREFIX = 'cursor.';

export interface Cursors {
  tell(reader: string, venueId: string, seq: number): void;
  /** Its acknowledgements are nobody's business any more. */
  forget(reader: string): void;
  /** What waits, now, as far as it can be told. */
  flush(): Promise<void>;
  stop(): void;
}

/** `bucket`: of the connection of the moment; null while there is none: what was acknowledged is told to the next. */
export function createCursors(bucket: () => KV | null, time: Time, onDefect: (error: unknown) => void): Cursors {
  /** By key: not told yet. */
  const waiting = new Map<string, number>();
  let isTelling = false;

  async function flush(): Promise<void> {
    const kv = bucket();
    if (kv === null || isTelling) return;
    isTelling = true;
    try {
      while (waiting.size > 0) {
        const some = [...waiting].slice(0, AT_ONCE);
        await Promise.all(some.map(([key, seq]) => kv.put(key, String(seq))));
        for (const [key, seq] of some) if (waiting.get(key) === seq) waiting.delete(key);
      }
    } catch {
      // The engine is away; it is told as such, and this again later.
    } finally {
      isTelling = false;
    }
  }

  const stop = time.every(EVERY_MS, flush, onDefect);
  return {
    tell(reader, venueId, seq) {
      const key = PREFIX + [reader, venueId].map(asToken).join('.');
      waiting.set(key, Math.max(seq, waiting.get(key) ?? 0));
    },
    forget(reader) {
      for (const key of waiting.keys()) if (key.startsWith(`${PREFIX}${asToken(reader)}.`)) waiting.delete(key);
    },
    flush,
    stop,
  };
}

/** Null for what is none. */
export function readCursor(key: string, value: string): { reader: string; venueId: string; seq: number } | null {
  if (!key.startsWith(PREFIX)) return null;
  const [reader = '', venueId = ''] = key.slice(PREFIX.length).split('.').map(fromToken);
  const seq = Number(value);
  return Number.isSafeInteger(seq) ? { reader, venueId, seq } : null;
}
