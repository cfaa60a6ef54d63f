/**
 * Encrypts stored delivery events, which contain couriers' locations and names, for the counters of their venue. Without a counter's key
 * (no venue, no counter, or an unreadable key) they are encrypted for a key of the relay's own until one reads them.
 */
import { isSealed, isSealedFor, open, type SealPair, seal } from '../../contract/relay/sealed.ts';
import type { KeptNews } from '../engine/engine.ts';
import type { Registry } from '../store/registry.ts';

export interface Sealing {
  /** For the counters of this venue; null for one that nobody knows yet. */
  seal(venueId: string | null, body: Buffer): Buffer;
  /** As it came; null where it is sealed for counters alone. */
  open(body: Buffer): Buffer | null;
  /** How a counter is given it. `sealKey`: what it gave; null for one that opens nothing. */
  given(news: KeptNews, sealKey: string | null): { body: Buffer; sealed: boolean };
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
      // It is told of by whoever cannot open it.
      return opened === null ? { body, sealed: sealKey !== null } : { body: opened, sealed: false };
    },
  };
}
