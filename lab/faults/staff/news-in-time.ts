/** How soon received new orders and cancels were on screen. */
import { codesIn } from '../../../test/setup/messages.ts';
import { CANCELLED, isOneOf, REJECTED } from './labels.ts';
import { NEWS_MS, type ServiceRecord } from './record.ts';
import type { Sighting } from './sightings.ts';

/** `reported`: their count; `late`: those not on screen in time, in words. */
interface InTime {
  reported: number;
  late: string[];
  slowestMs: number;
}

export interface NewsTimes {
  unread: InTime;
  cancels: InTime;
  measure(record: ServiceRecord, seen: readonly Sighting[]): void;
}

/** `lives`: when the screen was visible. After an outage the time counts from its return. */
export function createNewsTimes(lives: readonly { from: number; to: number }[]): NewsTimes {
  const unread: InTime = { reported: 0, late: [], slowestMs: 0 };
  const cancels: InTime = { reported: 0, late: [], slowestMs: 0 };
  const isOn = (at: number, ms: number): boolean => lives.some(({ from, to }) => from <= at && to >= at + ms);

  function look(
    into: InTime,
    reportedAt: number | null,
    seen: readonly Sighting[],
    shows: (sighting: Sighting) => boolean,
    what: string,
  ): void {
    if (reportedAt === null) return;
    into.reported += 1;
    const since = isOn(reportedAt, NEWS_MS)
      ? reportedAt
      : (lives.find(({ from, to }) => to - Math.max(from, reportedAt) >= NEWS_MS)?.from ?? null);
    if (since === null) return;
    const begins = Math.max(since, reportedAt);
    const shown = seen.find((sighting) => shows(sighting) && sighting.gone > begins);
    const tookMs = shown ? Math.max(0, shown.seen - begins) : Number.POSITIVE_INFINITY;
    if (tookMs > NEWS_MS) into.late.push(`${what} was on the screen ${shown ? `${tookMs} ms` : 'never'} after it was told`);
    else into.slowestMs = Math.max(into.slowestMs, tookMs);
  }

  return {
    unread,
    cancels,
    measure({ number, reported }, seen) {
      const takenAt = (statuses: readonly string[]): number | null =>
        reported.find(({ status, outcome }) => outcome === '200' && statuses.includes(status ?? ''))?.at ?? null;
      look(unread, takenAt(['CREATED']), seen, () => true, `order ${number}`);
      look(cancels, takenAt(['CANCELED', 'CANCELLED']), seen, tellsOfEnd, `the cancel of order ${number}`);
    },
  };
}

function tellsOfEnd({ statusLabel, column, trouble }: Sighting): boolean {
  return (
    (column === 'ended' && isOneOf(statusLabel, REJECTED)) ||
    isOneOf(statusLabel, CANCELLED) ||
    trouble.some(({ text }) => codesIn(text).includes('order.cancelledUnverified'))
  );
}
