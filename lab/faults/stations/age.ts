/** Age of what a station shows, without the time its process was stopped. */
import type { Line } from './station-lines.ts';
import { SAMPLE_MS } from './station-lines.ts';

/** Older data must be marked, ms. */
const SHOWN_WITHIN_MS = 1_000;

export interface Interval {
  from: number;
  to: number;
}

/** What the app had, by pushes to a screen with a good line. `lives`: when the app was started. */
export function createHistory(pushes: readonly Extract<Line, { is: 'push' }>[], lives: readonly number[]) {
  const lifeAt = (at: number): number => lives.filter((began) => began <= at).length;
  const had = pushes.map(({ at, seq }) => ({ at, life: lifeAt(at), seq }));

  /** When the app had newer data; null for never. */
  function newerSince(openedAt: number, seq: number): number | null {
    const life = lifeAt(openedAt);
    let [low, high] = [0, had.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const one = had[middle];
      if (one && (one.life > life || (one.life === life && one.seq > seq))) high = middle;
      else low = middle + 1;
    }
    return had[low]?.at ?? null;
  }
  return { newerSince };
}

export interface Ages {
  samples: number;
  linked: number;
  /** The oldest shown as current, ms. */
  oldestMs: number;
  /** Older than a second and shown as current. */
  unmarked: { at: number; ageMs: number }[];
}

/** `lines`: of one process. */
export function agesOf(lines: readonly Line[], history: ReturnType<typeof createHistory>, sleeps: readonly Interval[]): Ages {
  const ages: Ages = { samples: 0, linked: 0, oldestMs: 0, unmarked: [] };
  const stoppedIn = (from: number, to: number) =>
    sleeps.reduce((sum, sleep) => sum + Math.max(0, Math.min(to, sleep.to) - Math.max(from, sleep.from)), 0);
  let before: number | null = null;
  for (const line of lines) {
    if (line.is !== 'shown') continue;
    const { at, linked, seq, openedAt } = line;
    // On a busy computer, the process's checks of its link are late by as much.
    const late = before === null ? 0 : Math.max(0, at - before - stoppedIn(before, at) - SAMPLE_MS);
    before = at;
    ages.samples += 1;
    if (!linked) continue;
    ages.linked += 1;
    const since = history.newerSince(openedAt, seq);
    if (since === null || since > at) continue;
    const ageMs = at - since - stoppedIn(since, at);
    ages.oldestMs = Math.max(ages.oldestMs, ageMs);
    if (ageMs > SHOWN_WITHIN_MS + late) ages.unmarked.push({ at, ageMs: Math.round(ageMs) });
  }
  return ages;
}
