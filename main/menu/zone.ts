/** Converts local time to and from epoch ms, correct across clock changes. Pure, with the runtime's time zones. */

/** Cached: formatters are expensive, and used dozens of times per week view. */
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(zone, made);
  return made;
}

/** Local day and minutes since midnight as clocks show them. `at`: epoch ms. */
export function localOf(at: number, zone: string): { day: string; minutes: number } {
  const parts = Object.fromEntries(
    formatter(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return { day: `${parts.year}-${parts.month}-${parts.day}`, minutes: Number(parts.hour) * 60 + Number(parts.minute) };
}

/** Offset from UTC, ms. */
function offsetAt(at: number, zone: string): number {
  const { day, minutes } = localOf(at, zone);
  return Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS - Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Epoch ms of a local time. A repeated time is the first one; a skipped time moves by the gap. 1440 minutes is the end of the day. */
export function momentAt(day: string, minutes: number, zone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
  const before = offsetAt(asUtc - DAY_MS, zone);
  const fitting = [before, offsetAt(asUtc + DAY_MS, zone)]
    .map((offset) => asUtc - offset)
    .filter((at) => at + offsetAt(at, zone) === asUtc);
  return fitting.length > 0 ? Math.min(...fitting) : asUtc - before;
}
