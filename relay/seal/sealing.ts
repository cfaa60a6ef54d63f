/**
 * Encrypts delivery notifications, which have couriers' names and locations, for the venue's counters; until these have keys, for the
 * relay's own.
 */
import { isSealed, isSealedFor, open, type SealPair, seal } from '../../contract/relay/sealed.ts';
import type { StoredNews } from '../engine/engine.ts';
import type { Registry } from '../store/registry.ts';

export interface Sealing {
  /** Null for an unknown venue. */
  seal(venueId: string | null, body: Buffer): Buffer;
  /** Null if only counters can open it. */
  open(body: Buffer): Buffer | null;
  /** The form sent to a counter. `sealKey`: the counter's; null if it has none. */
  given(news: StoredNews, sealKey: string | null): { body: Buffer; sealed: boolean };
}

export function createSealing(registry: Pick<Registry, 'sealKeysOf'>, waiting: SealPair): Sealing {
  function unsealed(body: Buffer): Buffer | null {
    if (!isSealed(body)) return body;
    const opened = open(body, waiting);
    return opened.ok ? opened.body : null;
  }
  return {
    seal(venueId, body) {
      const keys = venueId === null ? [] : registry.sealKeysOf(venueId);
      const given = keys.filter((key) => key !== null);
      const isForAll = keys.length > 0 && given.length === keys.length;
      return seal(body, isForAll ? given : [...given, waiting.publicKey]);
    },
    open: unsealed,
    given({ body }, sealKey) {
      if (sealKey !== null && isSealedFor(body, sealKey)) return { body, sealed: true };
      const opened = unsealed(body);
      // The counter reports that it can't open it.
      return opened === null ? { body, sealed: sealKey !== null } : { body: opened, sealed: false };
    },
  };
}
