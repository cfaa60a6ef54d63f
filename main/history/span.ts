/** Converts calendar days to times and back, in this computer's time zone. */
import type { Span } from '../../contract/contract.ts';
import { dayAfter } from '../../contract/contract.ts';

/** Start and end, epoch ms. Days may have other than 24 hours or not begin at midnight. */
export function boundsOf({ firstDay, lastDay }: Span): [from: number, to: number] {
  return [startOf(firstDay), startOf(dayAfter(lastDay))];
}

/** Epoch ms to a day such as 2026-11-21. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

function startOf(day: string): number {
  return new Date(`${day}T00:00:00`).getTime();
}
