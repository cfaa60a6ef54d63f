/** The header by RFC 9110, 10.2.3, in seconds or as a date. */
import { httpDate } from '../time/http-date.ts';

/** Ms. Longer waits are cut, as orders expire after three minutes. */
const LONGEST_WISH_MS = 600_000;
/** Values over an hour are mistakes and are ignored. */
const BELIEVED_MS = 3_600_000;
/** The limit for calls that no order waits for. */
export const LONGEST_LONG_WAIT_MS = BELIEVED_MS;
/** Larger numbers are times since 1970, not durations. */
const EPOCH_SECONDS = 1_000_000_000;

/**
 * The requested pause, ms; the longest of several, 0 for a past date. Null for garbage, negative values, or over an hour. `serviceNow`:
 * epoch ms.
 */
export function retryAfter(header: string | readonly string[] | undefined, serviceNow: number, longestMs = LONGEST_WISH_MS): number | null {
  const waits = (typeof header === 'string' ? [header] : (header ?? [])).flatMap((value) => waitOf(value.trim(), serviceNow) ?? []);
  return waits.length === 0 ? null : Math.min(Math.max(...waits), longestMs);
}

function waitOf(value: string, serviceNow: number): number | null {
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1_000 : httpDate(value) - serviceNow;
  return ms <= BELIEVED_MS ? Math.max(0, ms) : null;
}

/** RateLimit-Reset: seconds from now or since 1970. Null if unusable. */
export function untilReset(header: string | undefined, serviceNow: number): number | null {
  const value = header?.trim() ?? '';
  if (!/^\d{1,12}$/.test(value)) return null;
  const seconds = Number(value);
  const ms = seconds >= EPOCH_SECONDS ? seconds * 1_000 - serviceNow : seconds * 1_000;
  return ms <= BELIEVED_MS ? Math.max(0, ms) : null;
}
