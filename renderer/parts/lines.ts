/** What stands in the line below the bar: each cause once, the most urgent first. Pure. */

/** `cause`: see contract/cause.ts. */
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

/** Of several with the same cause the first is shown: the one with the action. `putAway`: until when a cause isn't shown, ms. */
export function onePerCause<L extends Line>(lines: readonly L[], putAway: Record<string, number>, now: number): L[] {
  const seen = new Set<string>();
  const shown = lines.filter(({ cause }) => {
    const isNew = !seen.has(cause) && (putAway[cause] ?? 0) <= now;
    seen.add(cause);
    return isNew;
  });
  return shown.sort((one, other) => one.rank - other.rank);
}
