/** How long something is, in the words of the bridge: "45 s", "12 min", "1 h 30 min", "3 days". */

/** To the nearest minute; from two days on in days. `ms`: milliseconds. */
export function durationText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes >= 48 * 60 ? `${Math.round(minutes / 60 / 24)} days` : minutesText(minutes);
}

/** Rounded up, so that it is never too early. `ms`: milliseconds. */
export function waitText(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return seconds < 60 ? `${seconds} s` : minutesText(Math.ceil(seconds / 60));
}

function minutesText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  if (hours === 0) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}
