/** How long something is, in the words of the bridge: "45 s", "12 min", "1 h 30 min", "3 days". */
import { message } from '../../contract/message.ts';

/** To the nearest minute; from two days on in days. `ms`: milliseconds. */
export function durationText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes >= 48 * 60 ? message('days', { v0: Math.round(minutes / 60 / 24) }) : minutesText(minutes);
}

/** Rounded up, so that it is never too early. `ms`: milliseconds. */
export function waitText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : minutesText(Math.ceil(seconds / 60));
}

function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return message('minutes-min', { minutes });
  return minutes % 60 === 0 ? message('hours-h', { hours }) : message('hours-h-min', { hours, v1: minutes % 60 });
}
