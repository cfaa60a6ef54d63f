/** Durations as messages: "45 s", "12 min", "1 h 30 min", "3 days". */
import { type Message, message } from '../message.ts';

/** Rounds to the nearest minute; uses days from two days on. */
export function durationText(ms: number): Message {
  const minutes = Math.round(ms / 60_000);
  return minutes >= 48 * 60 ? message('duration.days', { days: Math.round(minutes / 60 / 24) }) : minutesText(minutes);
}

/** Rounds up, so a try after this time isn't too early. `ms`: milliseconds. */
export function waitText(ms: number): Message {
  const seconds = Math.ceil(ms / 1_000);
  return seconds < 60 ? message('duration.seconds', { seconds }) : minutesText(Math.ceil(seconds / 60));
}

function minutesText(all: number): Message {
  const hours = Math.floor(all / 60);
  const minutes = all % 60;
  if (hours === 0) return message('duration.minutes', { minutes });
  return minutes === 0 ? message('duration.hours', { hours }) : message('duration.hoursMinutes', { hours, minutes });
}
