/** Which lines appear below the status bar: one per cause, most urgent first. Pure. */

interface Line {
  cause: string;
  rank: number;
}

export const RANK = {
  link: 0,
  offline: 1,
  reconnect: 2,
  error: 3,
  sound: 4,
  suggestion: 5,
  warning: 6,
  work: 7,
  info: 8,
  setUp: 9,
} as const;

/** Of lines with the same cause, the first is shown, which has the action. `putAway`: until when a cause is hidden, ms. */
export function onePerCause<L extends Line>(lines: readonly L[], putAway: Record<string, number>, now: number): L[] {
  const seen = new Set<string>();
  const shown = lines.filter(({ cause }) => {
    const isNew = !seen.has(cause) && (putAway[cause] ?? 0) <= now;
    seen.add(cause);
    return isNew;
  });
  return shown.sort((one, other) => one.rank - other.rank);
}
