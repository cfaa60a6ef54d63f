/** Problems of one counter, for the operator. */
import manifest from '../../package.json' with { type: 'json' };
import type { Time } from '../../shared/time/time.ts';
import type { Backlog } from '../engine/engine.ts';
import type { Presences } from '../give/presences.ts';
import type { Counter } from '../store/registry.ts';
import { whyRefused } from './refused-settings.ts';
import { type SalesCode, salesProblems } from './sales-problems.ts';

export type CounterProblem =
  | 'silent'
  | 'unacknowledged'
  | 'refresh-token'
  | 'clock-off'
  | 'version-behind'
  | 'settings-refused'
  | 'unheard'
  | SalesCode;

/** Shorter interruptions, such as a reconnect, are no problem. */
export const SILENT_MS = 60_000;
/** A connected counter acknowledges within moments. */
const UNACKNOWLEDGED_MS = 30_000;
/** With fewer days left, the venue must be reconnected. */
const TOKEN_DAYS = 7;
const CLOCK_OFF_MS = 30_000;

interface FoundProblem {
  code: CounterProblem;
  text: string;
  since: number | null;
  venueId?: string;
}

export function problemsOfCounter(
  { presences, time }: { presences: Pick<Presences, 'presence' | 'reach'>; time: Pick<Time, 'wall'> },
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
  if (here.health?.isUnheard === true)
    found.push({
      code: 'unheard',
      text: `No one works at ${name}, and for a venue no station that rings is connected to it: no one hears its new orders.`,
      since: null,
    });
  return [...found, ...salesProblems(counter, here, ms, time.wall())];
}

export const many = (count: number): string => (count === 1 ? '1 notification' : `${count} notifications`);

/** Compares versions such as `1.20.3`; false for other formats. */
export function isOlder(version: string, than: string): boolean {
  const parts = (text: string): number[] | undefined => /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?!\d)/.exec(text)?.slice(1).map(Number);
  const [one, other] = [parts(version), parts(than)];
  if (!one || !other) return false;
  const at = one.findIndex((part, place) => part !== other[place]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}
