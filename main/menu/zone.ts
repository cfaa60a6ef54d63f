/** Between the clocks of a zone and moments, right across their changes. Pure: the zones are those of the runtime. */

/** One is dear to make, and a week asks for dozens. */
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

/** What the clocks there show: the day, and the minutes since its midnight as they show them. `at`: epoch ms. */
export function localOf(at: number, zone: string): { day: string; minutes: number } {
  const parts = Object.fromEntries(
    formatter(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return { day: `${parts.year}-${parts.month}-${parts.day}`, minutes: Number(parts.hour) * 60 + Number(parts.minute) };
}

/** How far the clocks there are ahead of UTC, ms. */
function offsetAt(at: number, zone: string): number {
  const { day, minutes } = localOf(at, zone);
  return Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS - Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The moment (epoch ms) at which the clocks there show so many minutes of the day. A time that they show twice is the first one; one that
 * they leap over is as much later as they leap. 1440 minutes are the midnight at the day's end.
 */
export function momentAt(day: string, minutes: number, zone: string): number {
  const asUtc = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
  const before = offsetAt(asUtc - DAY_MS, zone);
  const fitting = [before, offsetAt(asUtc + DAY_MS, zone)]
    .map((offset) => asUtc - offset)
    .filter((at) => at + offsetAt(at, zone) === asUtc);
  return fitting.length > 0 ? Math.min(...fitting) : asUtc - before;
}
