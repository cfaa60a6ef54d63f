/** The pace must survive a restart, so that limits and pauses hold. */
import type Database from 'better-sqlite3';

export interface CallLimit {
  calls: number;
  everyMs: number;
}

export interface MenuPace {
  /** When the next call is allowed, epoch ms on the service's clock; 0 for now. */
  freeAt(venueId: string, endpoint: string, limit: CallLimit | null, now: number): number;
  /** Record before the call. Without a recorded end, it counts as ended late. */
  began(venueId: string, endpoint: string, now: number): void;
  /** `counts`: towards the limit; false if the call never reached the service, or was too early. */
  ended(venueId: string, endpoint: string, now: number, counts: boolean): void;
  pause(venueId: string, endpoint: string, until: number): void;
  /** Returns failures in a row. */
  failed(venueId: string, endpoint: string): number;
  worked(venueId: string, endpoint: string): void;
  /** Resets failures when staff retry. */
  forgive(venueId: string, endpoint: string): void;
}

/** Longest call without a recorded end, plus clock error. */
const LATE_MS = 60_000;
/** Uncertainty of the service's clock. */
const MARGIN_MS = 4_000;
const REMEMBERED = 200;

interface Row {
  calls: string;
  underWay: number | null;
  pausedUntil: number | null;
  failures: number;
}
const NOTHING: Row = { calls: '[]', underWay: null, pausedUntil: null, failures: 0 };

export function createMenuPace(db: Database.Database, touch: (venueId: string) => void): MenuPace {
  const one = db.prepare<[string, string], Row>(
    `SELECT calls, under_way AS underWay, paused_until AS pausedUntil, failures FROM menu_pace WHERE venue_id = ? AND endpoint = ?`,
  );
  const put = db.prepare(`
    INSERT INTO menu_pace (venue_id, endpoint, calls, under_way, paused_until, failures) VALUES (?, ?, @calls, @underWay, @pausedUntil, @failures)
    ON CONFLICT (venue_id, endpoint) DO UPDATE SET calls = @calls, under_way = @underWay, paused_until = @pausedUntil, failures = @failures`);
  const change = (venueId: string, endpoint: string, how: (row: Row) => Row): Row => {
    const row = how(one.get(venueId, endpoint) ?? NOTHING);
    put.run(venueId, endpoint, row);
    return row;
  };
  const callsOf = ({ calls, underWay }: Row): number[] => [...timesIn(calls), ...(underWay === null ? [] : [underWay + LATE_MS])];

  return {
    freeAt(venueId, endpoint, limit, now) {
      const row = one.get(venueId, endpoint);
      if (!row) return 0;
      // A clock set back must not cause days of waiting.
      const times = callsOf(row)
        .map((at) => Math.min(at, now + LATE_MS))
        .sort((a, b) => a - b);
      const paused = row.pausedUntil !== null && row.pausedUntil - now <= 2 * 3_600_000 ? row.pausedUntil : 0;
      const oldest = limit === null ? undefined : times[times.length - limit.calls];
      const free = limit === null || oldest === undefined ? 0 : oldest + limit.everyMs + MARGIN_MS;
      const at = Math.max(free, paused);
      return at > now ? at : 0;
    },
    began: (venueId, endpoint, now) =>
      void change(venueId, endpoint, (row) => ({ ...row, calls: JSON.stringify(callsOf(row).slice(-REMEMBERED)), underWay: now })),
    ended(venueId, endpoint, now, counts) {
      change(venueId, endpoint, (row) => ({
        ...row,
        calls: JSON.stringify([...timesIn(row.calls), ...(counts ? [now] : [])].slice(-REMEMBERED)),
        underWay: null,
      }));
      touch(venueId);
    },
    pause: (venueId, endpoint, until) => void change(venueId, endpoint, (row) => ({ ...row, pausedUntil: until })),
    failed: (venueId, endpoint) => change(venueId, endpoint, (row) => ({ ...row, failures: row.failures + 1 })).failures,
    forgive: (venueId, endpoint) => void change(venueId, endpoint, (row) => ({ ...row, failures: 0 })),
    worked: (venueId, endpoint) => void change(venueId, endpoint, (row) => ({ ...row, failures: 0, pausedUntil: null })),
  };
}

function timesIn(text: string): number[] {
  try {
    const times: unknown = JSON.parse(text);
    return Array.isArray(times) ? times.filter((time) => typeof time === 'number') : [];
  } catch {
    return [];
  }
}
