/** Problems for the operator, worst first. */
import manifest from '../../package.json' with { type: 'json' };
import type { Time } from '../../shared/time/time.ts';
import type { Backlog, Engine } from '../engine/engine.ts';
import type { Presences } from '../give/presences.ts';
import { isoTime } from '../iso-time.ts';
import type { Retention } from '../retention.ts';
import type { GroupSettings } from '../store/group-settings.ts';
import type { Counter, Registry } from '../store/registry.ts';
import type { Take } from '../take/take.ts';
import { inTurns } from './in-turns.ts';
import { othersOf, problemsBetween, type Relays } from './other-relays.ts';
import { whyRefused } from './refused-settings.ts';
import { type SalesCode, salesProblems } from './sales-problems.ts';

/** Per counter; the others concern the relay or a venue. */
export type CounterProblem =
  | 'silent'
  | 'unacknowledged'
  | 'refresh-token'
  | 'clock-off'
  | 'version-behind'
  | 'settings-refused'
  | SalesCode;

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

/** Shorter interruptions, such as a reconnect, are no problem. */
export const SILENT_MS = 60_000;
/** A connected counter acknowledges within moments. */
const UNACKNOWLEDGED_MS = 30_000;
/** With fewer days left, the venue must be reconnected. */
const TOKEN_DAYS = 7;
const CLOCK_OFF_MS = 30_000;

export async function problemsOf(watched: Watched): Promise<ShownProblem[]> {
  const here = problemsHere(watched);
  try {
    return [...here, ...(await problemsShared(watched)), ...problemsAtOthers(watched.relays)];
  } catch (error) {
    const text = `The notifications cannot be read: ${error instanceof Error ? error.message : String(error)}.`;
    return [...here, problemOf('database', text, null, { relay: watched.relays?.name })];
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
    found.push(problemOf(code, text, since, { relay: relays?.name }));
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
  const spooled = engine.spooled();
  const it = spooled.waiting === 1 ? 'it' : 'them';
  const texts = [
    spooled.waiting > 0 &&
      `${many(spooled.waiting)} ${spooled.waiting === 1 ? 'is' : 'are'} only on this relay’s disk: the database does not take ${it}. Only this relay’s counters have ${it}, and others once it does.`,
    relays?.trouble() && `Something is wrong with the database: ${relays.trouble()}.`,
  ].filter((text) => typeof text === 'string');
  if (texts.length > 0) add('database', texts.join(' '), spooled.oldestAt);
  return found;
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
      `${many(count)} ${whose} ${count === 1 ? 'was' : 'were'} deleted after ${retentionHours} hours: nobody fetched ${count === 1 ? 'it' : 'them'}.`,
      lastAt,
      venueId ? { venueId } : {},
    );
  }
  for await (const counter of inTurns(registry.counters())) {
    const backlog = await backlogOf(engine, counter);
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

interface FoundProblem {
  code: CounterProblem;
  text: string;
  since: number | null;
  venueId?: string;
}

export function problemsOfCounter(
  { presences, time }: Pick<Watched, 'presences' | 'time'>,
  counter: Counter,
  { waiting, oldestAt }: Backlog,
): FoundProblem[] {
  const name = counter.label || counter.id;
  const here = presences.presence(counter.id);
  const { ms } = presences.reach(counter.id);
  const waited = oldestAt === null ? 0 : time.wall() - oldestAt;
  if (!here) {
    const isSilent = waiting > 0 && ms >= SILENT_MS && time.wall() - counter.createdAt >= SILENT_MS;
    return isSilent
      ? [
          {
            code: 'silent',
            text: `${name} is not connected, and ${many(waiting)} ${waiting === 1 ? 'waits' : 'wait'} for it.`,
            since: oldestAt,
          },
        ]
      : [];
  }
  const found: FoundProblem[] = [];
  if (waited >= UNACKNOWLEDGED_MS && ms >= UNACKNOWLEDGED_MS)
    found.push({
      code: 'unacknowledged',
      text: `${name} is connected and does not acknowledge ${many(waiting)}: look at its screen, it says why.`,
      since: oldestAt,
    });
  const days = here.health?.refreshTokenDays ?? null;
  if (days !== null && days < TOKEN_DAYS)
    found.push({
      code: 'refresh-token',
      text: `${name} has to be connected to the service anew: its access runs out in ${Math.max(0, Math.floor(days))} days.`,
      since: null,
    });
  const offset = here.clockOffsetMs;
  if (offset !== null && Math.abs(offset) > CLOCK_OFF_MS)
    found.push({
      code: 'clock-off',
      text: `The clock of ${name} is ${Math.round(Math.abs(offset) / 1_000)} s ${offset > 0 ? 'ahead' : 'behind'}.`,
      since: null,
    });
  if (here.appVersion !== null && isOlder(here.appVersion, manifest.version))
    found.push({
      code: 'version-behind',
      text: `${name} runs version ${here.appVersion}, and this relay ${manifest.version}.`,
      since: null,
    });
  const refused = here.health?.settingsRefused ?? null;
  if (refused !== null) found.push({ code: 'settings-refused', text: `${name} ${whyRefused(refused)}`, since: null });
  return [...found, ...salesProblems(counter, here, ms, time.wall())];
}

const many = (count: number): string => (count === 1 ? '1 notification' : `${count} notifications`);

/** Compares versions such as `1.20.3`; false for other formats. */
export function isOlder(version: string, than: string): boolean {
  const parts = (text: string): number[] | undefined => /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?!\d)/.exec(text)?.slice(1).map(Number);
  const [one, other] = [parts(version), parts(than)];
  if (!one || !other) return false;
  const at = one.findIndex((part, place) => part !== other[place]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}

/** Notifications waiting for the counter, over all its venues. */
export async function backlogOf(engine: Pick<Engine, 'backlog'>, { id, venueIds }: Counter): Promise<Backlog> {
  const all = await Promise.all(venueIds.map((venueId) => engine.backlog(venueId, id)));
  const times = all.flatMap(({ oldestAt }) => oldestAt ?? []);
  return { waiting: all.reduce((sum, { waiting }) => sum + waiting, 0), oldestAt: times.length === 0 ? null : Math.min(...times) };
}
