/**
 * Encrypts delivery notifications, which have couriers' names and locations: for the venue's counters, or for the relay itself until these
 * have keys.
 */
import { isSealed, isSealedFor, open, type SealPair, seal } from '../../contract/relay/sealed.ts';
import type { StoredNews } from '../engine/engine.ts';
import type { Registry } from '../store/registry.ts';

export interface Sealing {
  /** `venueId`: null if unknown. */
  seal(venueId: string | null, body: Buffer): Buffer;
  /** The body in clear; null if only counters can decrypt it. */
  open(body: Buffer): Buffer | null;
  /** A body as sent to a counter. `sealKey`: the counter's; null if it has none. */
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
      // Neither relay nor counter can decrypt it; the counter reports that.
      return opened === null ? { body, sealed: sealKey !== null } : { body: opened, sealed: false };
    },
  };
}
