/** From days of the calendar to moments and back, by the zone of this computer, which stands in the venue. */
import type { Span } from '../../contract/contract.ts';
import { dayAfter } from '../../contract/contract.ts';

/** From the first midnight to the one after the last day, epoch ms: not every day has 24 hours, and not every one begins at midnight. */
export function boundsOf({ firstDay, lastDay }: Span): [from: number, to: number] {
  return [startOf(firstDay), startOf(dayAfter(lastDay))];
}

/** The day of a moment (epoch ms), such as 2026-11-21. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

function startOf(day: string): number {
  return new Date(`${day}T00:00:00`).getTime();
}
