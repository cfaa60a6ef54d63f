/** Who is connected to the other relays of one address, as those tell every few seconds: what an operator is shown at any of them. */
import type { SharedState } from '../store/shared-state.ts';
import { asRecord, readJson } from '../take/read-json.ts';
import type { Time } from '../time.ts';
import type { Hub, Presence } from './hub.ts';

export interface Elsewhere extends Disposable {
  /** Null for a counter that no other relay has told of lately. */
  presence(counterId: string): Presence | null;
}

const TELL_EVERY_MS = 5_000;
/** Two times may be missed. */
const BELIEVED_MS = 3 * TELL_EVERY_MS;
/** In one message: NATS takes 1 MB. */
const TOLD_AT_ONCE = 500;

export function createElsewhere(options: {
  hub: Pick<Hub, 'everybody'>;
  shared: Pick<SharedState, 'tell' | 'onTold'>;
  time: Time;
  onDefect: (error: unknown) => void;
}): Elsewhere {
  const { hub, shared, time } = options;
  const told = new Map<string, { presence: Presence; heardAt: number }>();

  shared.onTold((text) => {
    const heardAt = time.monotonic();
    for (const [counterId, presence] of Object.entries(asRecord(readJson(text)) ?? {}))
      told.set(counterId, { presence: presence as Presence, heardAt });
  });

  function tell(): void {
    const all = hub.everybody();
    for (let at = 0; at < all.length; at += TOLD_AT_ONCE) shared.tell(JSON.stringify(Object.fromEntries(all.slice(at, at + TOLD_AT_ONCE))));
    const limit = time.monotonic() - BELIEVED_MS;
    for (const [counterId, { heardAt }] of told) if (heardAt < limit) told.delete(counterId);
  }

  const stop = time.every(TELL_EVERY_MS, tell, options.onDefect);
  return {
    presence(counterId) {
      const one = told.get(counterId);
      return one && time.monotonic() - one.heardAt < BELIEVED_MS ? one.presence : null;
    },
    [Symbol.dispose]: stop,
  };
}

/** An operator sees the counters of all relays at each of them. */
export function everywhere(hub: Hub, elsewhere: Elsewhere, time: Time): Hub {
  return {
    ...hub,
    presence: (id) => hub.presence(id) ?? elsewhere.presence(id),
    reach(id) {
      const there = hub.presence(id) ? null : elsewhere.presence(id);
      return there ? { isHere: true, ms: time.wall() - there.connectedAt } : hub.reach(id);
    },
  };
}
