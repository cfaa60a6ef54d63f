/**
 * Connected counters, one connection each: a newer one replaces it. Wakes a venue's sessions for a notification, and closes silent
 * connections.
 */
import { NO_PROOF_AFTER_MS } from '../../contract/relay/wire.ts';
import type { Time } from '../../shared/time/time.ts';
import type { Engine } from '../engine/engine.ts';
import type { Sealing } from '../seal/sealing.ts';
import type { GroupSettings } from '../store/group-settings.ts';
import type { Counter, Registry } from '../store/registry.ts';
import type { SupportRequests } from '../store/support-requests.ts';
import type { Outlet } from './give-news.ts';
import { type AppReport, openSession, type RefusedCode, type Session } from './session.ts';

export interface HubLine {
  session: Session;
  seen(): void;
  left(): void;
}

export interface Presence extends AppReport {
  way: 'socket' | 'poll';
  /** Epoch ms. */
  connectedAt: number;
  seenAt: number;
}

export interface Hub extends Disposable {
  /** `end`: called at most once, if the relay ends the connection. */
  join(counter: Counter, way: Presence['way'], outlet: Outlet, end: (code: RefusedCode) => void): HubLine;
  presence(counterId: string): Presence | null;
  /** For how many ms the counter is or isn't connected; short interruptions don't count. `wasHere`: since this relay's start. */
  reach(counterId: string): { isHere: boolean; wasHere: boolean; ms: number };
  sendAway(counterId: string, code: RefusedCode): void;
  /** Not after `drain` or `sendAllAway`. */
  takesCounters(): boolean;
  /** Refuses new connections and ends all in batches: not all reach another relay at once. */
  drain(): Promise<void>;
  /** The same at once. */
  sendAllAway(): void;
  /** Counters that are connected. */
  ids(): string[];
  onJoin(listener: (counterId: string) => void): void;
}

/** Longer than the counter's own timeout, so the counter notices first. */
const SILENT_AFTER_MS = NO_PROOF_AFTER_MS + 3_000;
const LOOK_EVERY_MS = 1_000;
/** Together 8 s at most: containers are killed after 10 s. */
const BATCH_EVERY_MS = 100;
const MOST_BATCHES = 80;
const LEAST_IN_BATCH = 50;

interface Here {
  counterId: string;
  group: string | null;
  way: Presence['way'];
  session: Session;
  end: (code: RefusedCode) => void;
  connectedAt: number;
  seenAt: number;
  /** When its last frame arrived, on the monotonic clock. */
  heardAt: number;
}

export function createHub(options: {
  engine: Engine;
  registry: Pick<Registry, 'setSealKey'>;
  sealing: Sealing;
  groupSettings: Pick<GroupSettings, 'newest' | 'onChange'>;
  support: Pick<SupportRequests, 'of' | 'onChange'>;
  time: Time;
  mostUnacknowledged: number;
  keeps: () => boolean;
  onDefect: (error: unknown) => void;
}): Hub {
  const { engine, time } = options;
  const here = new Map<string, Here>();
  let isOver = false;
  const byVenue = new Map<string, Set<Here>>();
  /** A polling counter counts as connected since its first request. */
  const polledSince = new Map<string, { since: number; heardAt: number; heard: AppReport; earlyGiven: Map<string, number> }>();

  const listeners: ((counterId: string) => void)[] = [];
  const startedAt = time.monotonic();
  /** By counter, on the monotonic clock: connected since, and last disconnected at. */
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

  async function drain(): Promise<void> {
    isOver = true;
    const count = Math.max(LEAST_IN_BATCH, Math.ceil(here.size / MOST_BATCHES));
    while (here.size > 0) {
      for (const counterId of [...here.keys()].slice(0, count)) sendAway(counterId, 'closing');
      if (here.size > 0) await time.wait(BATCH_EVERY_MS);
    }
  }

  const stopReporting = engine.onNews((venueId) => {
    for (const one of byVenue.get(venueId) ?? []) one.session.wake(venueId);
  });
  options.groupSettings.onChange((group) => {
    for (const one of here.values()) if (one.group === group) one.session.offerSettings();
  });
  options.support.onChange((counterId) => here.get(counterId)?.session.offerSupport());
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
      const earlyGiven = before?.earlyGiven ?? new Map<string, number>();
      const one: Here = {
        counterId: counter.id,
        group: counter.group,
        way,
        end,
        connectedAt: before?.since ?? now,
        seenAt: now,
        heardAt: time.monotonic(),
        session: openSession({ ...options, counter, outlet, earlyGiven, onHello: () => here.get(counter.id) === one && listen(one) }),
      };
      here.set(counter.id, one);
      const last = reached.get(counter.id);
      const isNew = !last || (last.leftAt !== null && one.heardAt - last.leftAt > SILENT_AFTER_MS);
      reached.set(counter.id, { since: isNew ? one.heardAt : last.since, leftAt: null });
      if (isOver) sendAway(counter.id, 'closing');
      for (const listener of listeners) listener(counter.id);
      return {
        session: one.session,
        seen() {
          one.seenAt = time.wall();
          one.heardAt = time.monotonic();
        },
        left() {
          leave(one);
          if (way === 'poll')
            polledSince.set(counter.id, { since: one.connectedAt, heardAt: time.monotonic(), heard: one.session.heard, earlyGiven });
          else polledSince.delete(counter.id);
        },
      };
    },
    reach(counterId) {
      const { since, leftAt } = reached.get(counterId) ?? { since: startedAt, leftAt: startedAt };
      const isHere = here.has(counterId) || polledSince.has(counterId);
      return { isHere, wasHere: reached.has(counterId), ms: time.monotonic() - (isHere ? since : (leftAt ?? since)) };
    },
    presence,
    sendAway,
    takesCounters: () => !isOver,
    drain,
    sendAllAway,
    ids: () => [...new Set([...here.keys(), ...polledSince.keys()])],
    onJoin: (listener) => void listeners.push(listener),
    [Symbol.dispose]() {
      stopReporting();
      stopLooking();
      sendAllAway();
    },
  };
}
