/** Alerts the operator by webhook when a problem begins and ends, once each, also across restarts. */
import { randomUUID } from 'node:crypto';
import type { Backlog } from '../engine/engine.ts';
import { isoTime } from '../iso-time.ts';
import type { CounterProblem } from '../operator/counter-problems.ts';
import { inTurns } from '../operator/in-turns.ts';
import type { Problem, ShownProblem, Watched } from '../operator/problems.ts';
import { REPORTED_AFTER_MS } from '../operator/sales-problems.ts';
import type { RelaySettings } from '../settings/settings.ts';
import type { AlertRows } from '../store/alert-rows.ts';
import type { Counter } from '../store/registry.ts';
import { postAlerts } from './post-alerts.ts';

/** An open problem, without data of orders or persons. */
interface Alert extends ShownProblem {
  /** The same in the messages about begin and end. */
  id: string;
  began_at: string;
}

const LOOK_MS = 5_000;
/** Problems known only while the counter is connected. */
const OF_PRESENT: ReadonlySet<string> = new Set(['unacknowledged', 'clock-off', 'version-behind'] satisfies CounterProblem[]);
/** Also, until it has reported. */
const REPORTED: ReadonlySet<string> = new Set([
  'refresh-token',
  'settings-refused',
  'unheard',
  'no-orders',
  'sold-out',
  'refused-changes',
] satisfies CounterProblem[]);
/** Known without the stored notifications. */
const OF_RELAY: ReadonlySet<string> = new Set(['storage', 'settings', 'wrong-secret', 'clock-moved'] satisfies Problem['code'][]);

export function keepAlerts(options: {
  watched: Watched;
  /** All problems now that these rows are about. */
  problems: () => Promise<ShownProblem[]>;
  rows: AlertRows;
  settings: () => RelaySettings['alerts'];
  onDefect: (error: unknown) => void;
}): Disposable {
  const { watched, rows } = options;
  const { engine, time } = watched;
  const post = postAlerts({ ...options, time });

  let isOver = false;
  let isLooking = false;

  async function look(): Promise<void> {
    if (options.settings() === null) return;
    // Checking many counters takes longer than a lease.
    if (isLooking) return void (await rows.isMine());
    isLooking = true;
    try {
      if (!(await rows.isMine())) return;
      await compare();
      // Another relay may have left messages unsent, too.
      post.wake();
    } finally {
      isLooking = false;
    }
  }

  async function compare(): Promise<void> {
    const open = new Map([...(await rows.open())].map(([key, text]) => [key, JSON.parse(text) as Alert]));
    // Before reading problems: a report too early for them ends none.
    const connectedMs = new Map([...open.values()].map(({ counter_id: id }) => [id, id === null ? 0 : connectedFor(id)]));
    const now = new Map((await options.problems()).map((problem) => [keyOf(problem), problem]));
    const at = isoTime(time.wall());
    const began = new Map<string, Alert>();
    for (const [key, problem] of now) if (!open.has(key)) began.set(key, { ...problem, id: randomUUID(), began_at: at });
    const isUnread = [...now.values()].some(({ code }) => code === 'database');
    const over = [...open].filter(([key, { code }]) => !now.has(key) && (!isUnread || OF_RELAY.has(code)));
    const counters = new Map(watched.registry.counters().map((counter) => [counter.id, counter]));
    const behind = over.some(([, { counter_id }]) => counter_id !== null) ? await engine.backlogs() : new Map();
    const ended: string[] = [];
    for await (const [key, { code, counter_id }] of inTurns(over))
      if (isEnded(code, counters.get(counter_id ?? ''), behind, connectedMs.get(counter_id) ?? 0)) ended.push(key);
    if (isOver || began.size + ended.length === 0) return;
    const alerts = [
      ...[...began.values()].map((alert) => ({ state: 'began', ended_at: null, ...alert })),
      ...ended.map((key) => ({ state: 'ended', ended_at: at, ...open.get(key) })),
    ];
    const texts = new Map([...began].map(([key, alert]) => [key, JSON.stringify(alert)]));
    await rows.keep(texts, ended, JSON.stringify({ id: randomUUID(), at, alerts }));
  }

  function connectedFor(counterId: string): number {
    const { isHere, ms } = watched.presences.reach(counterId);
    return isHere ? ms : 0;
  }

  /** Whether the problem has ended; a disconnected counter may still have it. */
  function isEnded(code: string, counter: Counter | undefined, behind: ReadonlyMap<string, Backlog>, connectedMs: number): boolean {
    if (!counter) return true;
    const here = watched.presences.presence(counter.id);
    if (here) return !REPORTED.has(code) || (here.health !== null && connectedMs >= REPORTED_AFTER_MS);
    if (OF_PRESENT.has(code) || REPORTED.has(code)) return false;
    return !behind.has(counter.id);
  }

  const stop = time.every(LOOK_MS, look, (error) => {
    if (!isOver) options.onDefect(error);
  });
  return {
    [Symbol.dispose]() {
      isOver = true;
      stop();
      post[Symbol.dispose]();
    },
  };
}

function keyOf({ code, venue_id, counter_id, relay }: ShownProblem): string {
  return `${code}/${[counter_id, venue_id, relay].filter((id) => id !== null).join('/')}`;
}
