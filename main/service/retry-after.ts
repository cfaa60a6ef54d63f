/** Retry-After (RFC 9110, 10.2.3): how long the service wants to be left alone, as a number of seconds or as a date. */
import { httpDate } from '../time/http-date.ts';

/** The longest wait that is followed to the letter, ms: an order is lost to its venue after three minutes. */
const LONGEST_WISH_MS = 600_000;
/** No one asks a counter to stay away for more than an hour: such a value is a mistake, and the pauses grow as they do without one. */
const BELIEVED_MS = 3_600_000;
/** For what no order waits for. */
export const LONGEST_LONG_WAIT_MS = BELIEVED_MS;
/** Seconds from which on a number is a moment: no one waits for years. */
const EPOCH_SECONDS = 1_000_000_000;

/**
 * What the header asks for, ms, at most ten minutes where nothing else is said; null where it says nothing that can be followed: garbage, a negative number,
 * or more than an hour. A date that has passed asks for 0. `serviceNow`: the service's clock, epoch ms. The longest of several.
 */
export function retryAfter(header: string | readonly string[] | undefined, serviceNow: number, longestMs = LONGEST_WISH_MS): number | null {
  const waits = (typeof header === 'string' ? [header] : (header ?? [])).flatMap((value) => waitOf(value.trim(), serviceNow) ?? []);
  return waits.length === 0 ? null : Math.min(Math.max(...waits), longestMs);
}

function waitOf(value: string, serviceNow: number): number | null {
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1_000 : httpDate(value) - serviceNow;
  return ms <= BELIEVED_MS ? Math.max(0, ms) : null;
}

/** RateLimit-Reset: seconds until the limit is over, or the moment in seconds since 1970. Null where it says nothing that can be followed. */
export function untilReset(header: string | undefined, serviceNow: number): number | null {
  const value = header?.trim() ?? '';
  if (!/^\d{1,12}$/.test(value)) return null;
  const seconds = Number(value);
  const ms = seconds >= EPOCH_SECONDS ? seconds * 1_000 - serviceNow : seconds * 1_000;
  return ms <= BELIEVED_MS ? Math.max(0, ms) : null;
}
