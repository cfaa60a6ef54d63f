/** Compares a card's deadline with the venue's time limit at the service, and with what the service did. */
import { english } from '../../../contract/english.ts';
import { DECIDED, isOneOf, WAITING } from './labels.ts';
import { NEWS_MS, type ServiceRecord, SLACK_MS } from './record.ts';
import type { Sighting } from './sightings.ts';

export interface AnswerTimes {
  acceptSeconds: number;
  confirmSeconds: number;
  /** Offset of the service's clock. */
  aheadMs: number;
  /** Answered readings of the venue resource, epoch ms. */
  reportedAt: readonly number[];
  /** The app's starts, epoch ms: it learns the limit again each time. */
  switchedOnAt: readonly number[];
}

/** Default if unknown: merchant guides say three minutes. */
export const USUAL_SECONDS = 180;
/** An unread order's time counts from its notification, at most this late, ms. */
const NOTIFIED_MS = 2_000;

export function untrueTimes(sighting: Sighting, record: ServiceRecord, times: AnswerTimes): string[] {
  const { deadline, statusLabel, seen, unread, number } = sighting;
  const text = (what: string): string => `order ${number}: ${what}, beside "${english(statusLabel)}"`;
  if (deadline === null) return isOneOf(statusLabel, WAITING) ? [text('no time to answer')] : [];
  if (isOneOf(statusLabel, DECIDED)) return [text('a time to answer')];
  const { at, of, totalSeconds, about = false } = deadline;
  const untrue: string[] = [];
  const reported = times.reportedAt.filter((moment) => moment >= sighting.switchedOnAt);
  const isPreorder = record.body.type === 'preorder';
  if (unread) {
    if (!about) untrue.push(text('an exact time to answer of an order that nobody could read'));
    const placed = record.truth[0]?.at ?? Number.NaN;
    const seconds = [USUAL_SECONDS, ...(reported.length > 0 ? [times.acceptSeconds] : [])];
    const from = placed + times.aheadMs;
    if (!seconds.some((one) => Math.abs(Date.parse(at) - from - one * 1_000) <= NOTIFIED_MS))
      untrue.push(text(`about until ${at}, of an order placed at ${new Date(from).toISOString()}`));
    return untrue;
  }
  if ((of === 'confirm') !== isPreorder) untrue.push(text(`to ${of} it, of ${isPreorder ? 'a pre-order' : 'an order for now'}`));
  const known = isPreorder ? times.confirmSeconds : about ? USUAL_SECONDS : times.acceptSeconds;
  const should = new Date(Date.parse(String(record.body.created_at)) + known * 1_000).toISOString();
  if (Date.parse(at) !== Date.parse(should) || totalSeconds !== known)
    untrue.push(text(`${about ? 'about ' : ''}until ${at} (${totalSeconds} s), and it is until ${should} (${known} s)`));
  if (isPreorder) return untrue;
  if (!about && !reported.some((moment) => moment <= seen + SLACK_MS))
    untrue.push(text('an exact time to answer that the service had not told'));
  const knownAt = Math.min(...reported, Number.POSITIVE_INFINITY);
  if (about && sighting.gone - Math.max(knownAt, sighting.openedAt) > NEWS_MS)
    untrue.push(text(`"about", ${NEWS_MS / 1_000} s after the service told how long it waits`));
  return untrue;
}
