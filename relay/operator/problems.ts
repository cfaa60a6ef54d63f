/** Problems for the operator, worst first. */
import type { Time } from '../../shared/time/time.ts';
import { type Engine, NOTHING_WAITING } from '../engine/engine.ts';
import type { Presences } from '../give/presences.ts';
import { isoTime } from '../iso-time.ts';
import { isOff, type Retention } from '../retention.ts';
import type { GroupSettings } from '../store/group-settings.ts';
import type { Counter, Registry } from '../store/registry.ts';
import type { Take } from '../take/take.ts';
import { type CounterProblem, many, problemsOfCounter } from './counter-problems.ts';
import { inTurns } from './in-turns.ts';
import { othersOf, problemsBetween, type Relays } from './other-relays.ts';

export interface Problem {
  code:
    | 'storage'
    | 'settings'
    | 'wrong-secret'
    | 'clock-moved'
    | 'expired'
    | 'unknown-venue'
    | 'unroutable'
    | 'database'
    | 'relay-away'
    | 'relays-differ'
    | CounterProblem;
  text: string;
  venue_id: string | null;
  counter_id: string | null;
  group: string | null;
  /** The relay it concerns, if several share a database. */
  relay: string | null;
  /** ISO UTC. */
  since: string | null;
}

/** Another relay may have a code that this one doesn't know. */
export type ShownProblem = Omit<Problem, 'code'> & { code: string };

export interface Watched {
  engine: Engine;
  registry: Registry;
  groupSettings: GroupSettings;
  presences: Presences;
  /** Null for a relay that shares no database. */
  relays: Relays | null;
  take: Take;
  retention: Retention;
  time: Time;
  retentionHours: number;
  /** Why the settings file isn't in use, or null. */
  settingsTrouble(): string | null;
}

export async function problemsOf(watched: Watched): Promise<ShownProblem[]> {
  const here = problemsHere(watched);
  try {
    return [...here, ...(await problemsShared(watched)), ...problemsAtOthers(watched.relays)];
  } catch (error) {
    const text = `The notifications cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
    return [...here, problemOf('database', named(watched.relays, text), null, { relay: watched.relays?.name })];
  }
}

/** What other relays say of themselves; each alerts to it itself. */
function problemsAtOthers(relays: Relays | null): ShownProblem[] {
  if (relays === null) return [];
  return othersOf(relays).flatMap(({ name, isAway, state }) =>
    isAway ? [] : (state?.problems ?? []).map((problem) => ({ ...problem, venue_id: null, counter_id: null, group: null, relay: name })),
  );
}

/** Problems of this relay itself. */
export function problemsHere(watched: Watched): Problem[] {
  const { engine, take, retention, relays } = watched;
  const found: Problem[] = [];
  const add = (code: Problem['code'], text: string, since: number | null): void => {
    found.push(problemOf(code, named(relays, text), since, { relay: relays?.name }));
  };
  const trouble = take.trouble();
  if (trouble !== null)
    add('storage', `Notifications cannot be kept and are refused, so that the service sends them again: ${trouble}.`, null);
  const unused = watched.settingsTrouble();
  if (unused !== null) add('settings', `The settings were changed and are not in use, those of before go on: ${unused}`, null);
  const wrong = take.wrongSecret();
  if (wrong !== null)
    add(
      'wrong-secret',
      `The last ${wrong === 'order' ? 'order notifications' : 'delivery events'} were refused: their signatures fit no secret in webhook_secrets.${wrong === 'order' ? 'orders' : 'deliveries'}. Enter the one that the webhook was registered with.`,
      null,
    );
  const moved = retention.clockMoved();
  if (moved !== null)
    add(
      'clock-moved',
      `The clock of this computer was moved by ${Math.round(moved / 60_000)} minutes. Nothing is deleted until it is right again.`,
      null,
    );
  const ahead = relays?.clockAheadMs() ?? 0;
  if (moved === null && isOff(ahead))
    add(
      'clock-moved',
      `The clock of this computer and the database's differ by ${Math.round(Math.abs(ahead) / 60_000)} minutes. This relay deletes nothing until they agree.`,
      null,
    );
  const spooled = engine.spooled();
  const it = spooled.waiting === 1 ? 'it' : 'them';
  const texts = [
    spooled.waiting > 0 &&
      `${many(spooled.waiting)} ${spooled.waiting === 1 ? 'is' : 'are'} only on this relay’s disk: the database does not take ${it}, or no synchronous standby answers it. Only this relay’s counters have ${it}, and others once it does.`,
    relays?.trouble() && `Something is wrong with the database: ${relays.trouble()}.`,
  ].filter((text) => typeof text === 'string');
  if (texts.length > 0) add('database', texts.join(' '), spooled.oldestAt);
  return found;
}

/** Other relays show it, too. */
function named(relays: Relays | null, text: string): string {
  return relays === null ? text : `Relay ${relays.name}: ${text}`;
}

interface Whose {
  venueId?: string | undefined;
  counter?: Counter | undefined;
  relay?: string | undefined;
}

function problemOf(code: Problem['code'], text: string, since: number | null, of: Whose): Problem {
  return {
    code,
    text,
    venue_id: of.venueId ?? null,
    counter_id: of.counter?.id ?? null,
    group: of.counter?.group ?? null,
    relay: of.relay ?? null,
    since: since === null ? null : isoTime(since),
  };
}

/** Problems of counters, venues and other relays. Rejects if the database can't be read. */
export async function problemsShared(watched: Watched): Promise<Problem[]> {
  await watched.presences.renew();
  const found: Problem[] = [];
  await addStored(watched, (code, text, since, of = {}) => void found.push(problemOf(code, text, since, of)));
  if (watched.relays)
    for (const { code, text, relay } of problemsBetween(watched.relays)) found.push(problemOf(code, text, null, { relay }));
  return found;
}

type AddProblem = (code: Problem['code'], text: string, since: number | null, of?: Whose) => void;

async function addStored(watched: Watched, add: AddProblem): Promise<void> {
  const { engine, registry, retentionHours } = watched;
  for (const { venueId, count, lastAt } of await engine.expired()) {
    const whose = venueId === '' ? 'without a venue' : `of venue ${venueId}`;
    add(
      'expired',
      `${many(count)} ${whose} ${count === 1 ? 'was' : 'were'} deleted after ${retentionHours} hours: no one fetched ${count === 1 ? 'it' : 'them'}.`,
      lastAt,
      venueId ? { venueId } : {},
    );
  }
  const backlogs = await engine.backlogs();
  for await (const counter of inTurns(registry.counters())) {
    const backlog = backlogs.get(counter.id) ?? NOTHING_WAITING;
    for (const { code, text, since, ...of } of problemsOfCounter(watched, counter, backlog)) add(code, text, since, { counter, ...of });
  }
  for (const { venueId, waiting, oldestAt } of await engine.unreadVenues())
    add(
      'unknown-venue',
      `${many(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for venue ${venueId}, which no counter reads. Invite its counter.`,
      oldestAt,
      {
        venueId,
      },
    );
  const { waiting, oldestAt } = await engine.countUnroutable();
  if (waiting > 0)
    add(
      'unroutable',
      waiting === 1
        ? '1 notification names no venue and waits for you to say whose it is.'
        : `${waiting} notifications name no venue and wait for you to say whose they are.`,
      oldestAt,
    );
}
