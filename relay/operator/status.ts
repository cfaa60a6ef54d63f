/** A chain's groups and silent venues. */
import { type Engine, NOTHING_WAITING } from '../engine/engine.ts';
import { isoTime } from '../iso-time.ts';
import type { Counter } from '../store/registry.ts';
import { type CounterProblem, problemsOfCounter, SILENT_MS } from './counter-problems.ts';
import { inTurns } from './in-turns.ts';
import type { Watched } from './problems.ts';
import { quietSince, REPORTED_AFTER_MS, reportsOf } from './sales-problems.ts';

export interface SilentVenue {
  venue_id: string;
  /** `no-notifications`: open, but none for twice the usual time. */
  reason: 'not-connected' | 'no-notifications';
  /** ISO UTC. */
  since: string;
  usual_gap_ms: number | null;
  group: string | null;
  counters: { id: string; label: string }[];
}

export interface GroupStatus {
  group: string | null;
  counters: number;
  connected: number;
  silent_venues: number;
  silent_since: string | null;
  waiting: number;
  waiting_since: string | null;
  /** Of connected counters. */
  app_versions: { version: string; counters: number }[];
  /** Of connected counters. */
  update_rings: { ring: string; counters: number }[];
  newest_version: number | null;
  /** Of settings; 0 for none in use. */
  settings_versions: { version: number; counters: number }[];
  /** Those of counters. */
  problems: { code: CounterProblem; count: number }[];
}

type Read = Pick<Watched, 'registry' | 'groupSettings' | 'presences' | 'time'> & { engine: Pick<Engine, 'backlogs' | 'lastTaken'> };

/** Epoch ms. */
export function lastSeen({ presences, time }: Pick<Watched, 'presences' | 'time'>, { id, seenAt }: Counter): number {
  const { wasHere, ms } = presences.reach(id);
  return presences.presence(id)?.seenAt ?? (wasHere ? time.wall() - ms : seenAt);
}

/** Longest silent first. */
export async function silentVenues(watched: Read): Promise<SilentVenue[]> {
  await watched.presences.renew();
  const readers = new Map<string, Counter[]>();
  for await (const counter of inTurns(watched.registry.counters()))
    for (const venueId of counter.venueIds) {
      const known = readers.get(venueId);
      if (known) known.push(counter);
      else readers.set(venueId, [counter]);
    }
  const lastTaken = await watched.engine.lastTaken();
  const silent: SilentVenue[] = [];
  for await (const [venueId, counters] of inTurns(readers)) {
    const found = absentSince(watched, counters) ?? withoutNotifications(watched, venueId, counters, lastTaken);
    if (found === null) continue;
    const { since, ...why } = found;
    const group = counters.find((counter) => counter.group !== null)?.group ?? null;
    silent.push({ venue_id: venueId, ...why, since: isoTime(since), group, counters: counters.map(({ id, label }) => ({ id, label })) });
  }
  return silent.sort((a, b) => (a.since < b.since ? -1 : 1));
}

type Silence = Pick<SilentVenue, 'reason' | 'usual_gap_ms'> & { since: number };

function absentSince(watched: Read, counters: readonly Counter[]): Silence | null {
  const { presences, time } = watched;
  const areAway = counters.every(
    ({ id, createdAt }) => !presences.presence(id) && presences.reach(id).ms >= SILENT_MS && time.wall() - createdAt >= SILENT_MS,
  );
  return areAway
    ? { reason: 'not-connected', since: Math.max(...counters.map((counter) => lastSeen(watched, counter))), usual_gap_ms: null }
    : null;
}

function withoutNotifications(
  { presences, time }: Read,
  venueId: string,
  counters: readonly Counter[],
  lastTaken: ReadonlyMap<string, number>,
): Silence | null {
  for (const counter of counters) {
    const here = presences.presence(counter.id);
    const report = here && reportsOf(counter, here).find((one) => one.venueId === venueId);
    if (!report || presences.reach(counter.id).ms < REPORTED_AFTER_MS) continue;
    const since = quietSince(report, lastTaken.get(venueId) ?? null, time.wall());
    return since === null ? null : { reason: 'no-notifications', since, usual_gap_ms: report.usualGapMs };
  }
  return null;
}

export async function groupsOf(watched: Read): Promise<GroupStatus[]> {
  const { engine, registry, groupSettings, presences } = watched;
  const groups = new Map<string | null, Collected>();
  const of = (group: string | null): Collected => {
    const known = groups.get(group) ?? newGroup();
    groups.set(group, known);
    return known;
  };
  for (const group of groupSettings.groups()) of(group);
  for (const venue of await silentVenues(watched)) of(venue.group).silent.push(venue);
  const backlogs = await engine.backlogs();
  for await (const counter of inTurns(registry.counters())) {
    const group = of(counter.group);
    const here = presences.presence(counter.id);
    group.counters += 1;
    if (here) group.connected += 1;
    if (here?.appVersion) count(group.versions, here.appVersion);
    if (here?.health?.updateRing) count(group.rings, here.health.updateRing);
    if (here && counter.group !== null) count(group.settings, here.health?.managedVersion ?? 0);
    const backlog = backlogs.get(counter.id) ?? NOTHING_WAITING;
    const { waiting, oldestAt } = backlog;
    for (const { code } of problemsOfCounter(watched, counter, backlog)) count(group.problems, code);
    group.waiting += waiting;
    if (oldestAt !== null) group.waitingSince = Math.min(group.waitingSince ?? oldestAt, oldestAt);
  }
  return [...groups]
    .sort(([a], [b]) => (a === null ? 1 : b === null ? -1 : a.localeCompare(b, 'en')))
    .map(([group, { silent, waitingSince, versions, rings, settings, problems, ...counts }]) => ({
      group,
      ...counts,
      silent_venues: silent.length,
      silent_since: silent[0]?.since ?? null,
      waiting_since: waitingSince === null ? null : isoTime(waitingSince),
      app_versions: byCount(versions).map(([version, counters]) => ({ version, counters })),
      update_rings: byCount(rings).map(([ring, counters]) => ({ ring, counters })),
      newest_version: group === null ? null : (groupSettings.newest(group)?.version ?? null),
      settings_versions: byCount(settings).map(([version, counters]) => ({ version, counters })),
      problems: [...problems].map(([code, all]) => ({ code, count: all })),
    }));
}

interface Collected {
  counters: number;
  connected: number;
  waiting: number;
  waitingSince: number | null;
  silent: SilentVenue[];
  versions: Map<string, number>;
  rings: Map<string, number>;
  settings: Map<number, number>;
  problems: Map<CounterProblem, number>;
}

function newGroup(): Collected {
  return {
    counters: 0,
    connected: 0,
    waiting: 0,
    waitingSince: null,
    silent: [],
    versions: new Map(),
    rings: new Map(),
    settings: new Map(),
    problems: new Map(),
  };
}

function count<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function byCount<K>(counts: Map<K, number>): [K, number][] {
  return [...counts].sort(([, a], [, b]) => b - a);
}
