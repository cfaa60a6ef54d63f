/**
 * Connected counters: one connection each, of which the newer wins. A notification wakes the readers of its venue; silent connections are
 * closed.
 */
import { NO_PROOF_AFTER_MS } from '../../contract/relay/wire.ts';
import type { Time } from '../../shared/time/time.ts';
import type { Engine } from '../engine/engine.ts';
import type { Sealing } from '../seal/sealing.ts';
import type { GroupSettings } from '../store/group-settings.ts';
import type { Counter, Registry } from '../store/registry.ts';
import { type Heard, type Outlet, openSession, type RefusedCode, type Session } from './session.ts';

export interface Line {
  session: Session;
  /** Something came: it is there. */
  seen(): void;
  /** It ended; nothing more is sent. */
  left(): void;
}

export interface Presence extends Heard {
  way: 'socket' | 'poll';
  /** Epoch ms. */
  connectedAt: number;
  seenAt: number;
}

export interface Hub extends Disposable {
  /** A counter comes. `end`: called at most once, when the relay ends it. */
  join(counter: Counter, way: Presence['way'], outlet: Outlet, end: (code: RefusedCode) => void): Line;
  /** What is known of a counter that is here; null for one that is not. */
  presence(counterId: string): Presence | null;
  /** For how long it has been here, or has not, ms; one that comes back within seconds was here all the time. */
  reach(counterId: string): { isHere: boolean; ms: number };
  /** Ends its connection, if it has one. */
  sendAway(counterId: string, code: RefusedCode): void;
  /** The relay stops: all of them go, and whoever comes now. */
  sendAllAway(): void;
  /** How many are here. */
  size(): number;
}

/** Longer than the counter waits for a proof: it is the first to know. */
const SILENT_AFTER_MS = NO_PROOF_AFTER_MS + 3_000;
const LOOK_EVERY_MS = 1_000;

interface Here {
  counterId: string;
  group: string | null;
  way: Presence['way'];
  session: Session;
  end: (code: RefusedCode) => void;
  connectedAt: number;
  seenAt: number;
  /** On the monotonic clock. */
  heardAt: number;
}

export function createHub(options: {
  engine: Engine;
  registry: Pick<Registry, 'setSealKey'>;
  sealing: Sealing;
  groupSettings: Pick<GroupSettings, 'newest' | 'onChange'>;
  time: Time;
  mostUnacknowledged: number;
  /** Whether what the service sends can be kept now. */
  keeps: () => boolean;
  onDefect: (error: unknown) => void;
}): Hub {
  const { engine, time } = options;
  const here = new Map<string, Here>();
  let isOver = false;
  const byVenue = new Map<string, Set<Here>>();
  /** Requests come and go; a counter that asks by requests has been here since the first of them. */
  const polledSince = new Map<string, { since: number; heardAt: number; heard: Heard }>();

  const startedAt = time.monotonic();
  /** On the monotonic clock: since when it has been here, and when it last left. */
  const reached = new Map<string, { since: number; leftAt: number | null }>();

  function leave(one: Here): void {
    one.session.end();
    const { since } = reached.get(one.counterId) ?? { since: one.heardAt };
    if (here.get(one.counterId) === one) {
      reached.set(one.counterId, { since, leftAt: time.monotonic() });
      here.delete(one.counterId);
    }
    for (const venueId of one.session.venueIds()) {
      const readers = byVenue.get(venueId);
      readers?.delete(one);
      if (readers?.size === 0) byVenue.delete(venueId);
    }
  }

  function sendAway(counterId: string, code: RefusedCode): void {
    const one = here.get(counterId);
    if (!one) return;
    leave(one);
    one.end(code);
  }

  function listen(one: Here): void {
    for (const venueId of one.session.venueIds()) {
      const readers = byVenue.get(venueId) ?? new Set();
      readers.add(one);
      byVenue.set(venueId, readers);
    }
  }

  function sendAllAway(): void {
    isOver = true;
    for (const counterId of [...here.keys()]) sendAway(counterId, 'closing');
  }

  const stopTelling = engine.onNews((venueId) => {
    for (const one of byVenue.get(venueId) ?? []) one.session.wake(venueId);
  });
  options.groupSettings.onChange((group) => {
    for (const one of here.values()) if (one.group === group) one.session.offerSettings();
  });
  const stopLooking = time.every(
    LOOK_EVERY_MS,
    () => {
      const limit = time.monotonic() - SILENT_AFTER_MS;
      for (const one of here.values()) {
        if (one.heardAt >= limit) continue;
        leave(one);
        one.end('closing');
      }
      for (const [counterId, { heardAt }] of polledSince) if (heardAt < limit) polledSince.delete(counterId);
    },
    options.onDefect,
  );

  function presence(counterId: string): Presence | null {
    const one = here.get(counterId);
    if (one) {
      const { way, connectedAt, seenAt, session } = one;
      return { way, connectedAt, seenAt, ...session.heard };
    }
    const polled = polledSince.get(counterId);
    if (!polled) return null;
    const seenAt = time.wall() - Math.round(time.monotonic() - polled.heardAt);
    return { way: 'poll', connectedAt: polled.since, seenAt, ...polled.heard };
  }

  return {
    join(counter, way, outlet, end) {
      sendAway(counter.id, 'too-many');
      const now = time.wall();
      const before = way === 'poll' ? polledSince.get(counter.id) : undefined;
      const one: Here = {
        counterId: counter.id,
        group: counter.group,
        way,
        end,
        connectedAt: before?.since ?? now,
        seenAt: now,
        heardAt: time.monotonic(),
        session: openSession({ ...options, counter, outlet, onHello: () => here.get(counter.id) === one && listen(one) }),
      };
      here.set(counter.id, one);
      const last = reached.get(counter.id);
      const isNew = !last || (last.leftAt !== null && one.heardAt - last.leftAt > SILENT_AFTER_MS);
      reached.set(counter.id, { since: isNew ? one.heardAt : last.since, leftAt: null });
      if (isOver) sendAway(counter.id, 'closing');
      return {
        session: one.session,
        seen() {
          one.seenAt = time.wall();
          one.heardAt = time.monotonic();
        },
        left() {
          leave(one);
          if (way === 'poll') polledSince.set(counter.id, { since: one.connectedAt, heardAt: time.monotonic(), heard: one.session.heard });
          else polledSince.delete(counter.id);
        },
      };
    },
    reach(counterId) {
      const { since, leftAt } = reached.get(counterId) ?? { since: startedAt, leftAt: startedAt };
      const isHere = here.has(counterId) || polledSince.has(counterId);
      return { isHere, ms: time.monotonic() - (isHere ? since : (leftAt ?? since)) };
    },
    presence,
    sendAway,
    sendAllAway,
    size: () => new Set([...here.keys(), ...polledSince.keys()]).size,
    [Symbol.dispose]() {
      stopTelling();
      stopLooking();
      sendAllAway();
    },
  };
}
