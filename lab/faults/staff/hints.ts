/** A card's advice on a trouble must be possible and help, by the service's record. */
import { moneyOf } from './money.ts';
import { mayHaveArrived, NEWS_MS, type ServiceRecord, SLACK_MS } from './record.ts';
import type { Sighting } from './sightings.ts';

/** Whether there was anything to retry. */
export interface Followed {
  orderId: string;
  /** Epoch ms. */
  at: number;
  found: boolean;
}

/** "Automatically" means within this time, ms. */
const READ_AGAIN_MS = 20_000;
const NOT_ALL = "Some of this order can't be read.";

export function untrueHints(sighting: Sighting, record: ServiceRecord, followed: readonly Followed[]): string[] {
  const { seen, gone, openedAt, number, orderId, unread } = sighting;
  const untrue: string[] = [];
  const isStale = (knownAt: number): boolean => gone - Math.max(knownAt, openedAt) > NEWS_MS;
  const isOutlived = (readAt: number): boolean => readAt > seen + SLACK_MS && isStale(readAt);
  const isAnythingUnread = Object.values(moneyOf(record.body)).some(
    (reported) => reported !== null && 'sent' in reported && reported.sent !== '',
  );
  if (!unread && isAnythingUnread && !sighting.trouble.some(({ text }) => text.startsWith(NOT_ALL)))
    untrue.push(`order ${number}: no word of what cannot be read`);

  for (const { text, hint } of sighting.trouble) {
    const wrong = (why: string): void => void untrue.push(`order ${number}: "${hint}" beside "${text}" ${why}`);
    if (hint === null) {
      // "Has moved on" needs no advice; any other trouble does, or nothing can be done.
      if (!text.includes('has moved on') && !record.reached(4, seen)) wrong('leaves staff alone with it');
    } else if (text.startsWith(NOT_ALL)) {
      const isPart = Object.values(moneyOf(record.body)).some((reported) => reported !== null && 'sent' in reported);
      if (!isPart) wrong('although every amount can be read');
    } else if (hint === 'Try again, or check the merchant app.') {
      if (sighting.actions.length === 0) wrong('and there is no button');
      if (isStale(record.readAs(4))) wrong('and it has ended');
    } else if (hint.startsWith('Stop preparing it until this is clear')) {
      const isReported = record.reported.some(
        (one) => /^(CANCEL|REJECT)/.test(one.status ?? '') && mayHaveArrived(one) && one.sentAt <= seen + SLACK_MS,
      );
      if (!isReported) wrong('and nobody told of a cancel');
    } else if (hint.startsWith('It reloads automatically.')) {
      const gap = longestGap(
        Math.max(seen, openedAt),
        gone,
        record.read.map(({ at }) => at),
      );
      if (gap > READ_AGAIN_MS) wrong(`and nobody read it for ${gap} ms`);
    } else if (hint.startsWith("It can't be loaded until this venue is reconnected.")) {
      if (record.read.some(({ at, status }) => status === 200 && isOutlived(at))) wrong('and it was read');
    } else if (hint.startsWith('It no longer reloads automatically.')) {
      if (record.read.some(({ at }) => isOutlived(at))) wrong('and it was read');
    } else if (hint === "The order has ended, so there's nothing to retry.") {
      if (!record.reached(4, seen)) wrong('and it had not');
    } else if (hint !== 'Try again in Diagnostics.') wrong('is a remedy that nobody checks');

    if (!hint?.includes('Try again in Diagnostics.')) continue;
    if (followed.some((one) => one.orderId === orderId && one.at >= seen && one.at < gone && !one.found))
      wrong('and there was nothing to try again');
    // Section 3.1: an ended order accepts nothing.
    if (/didn't work\./.test(text) && isStale(record.readAs(4))) wrong('and it had ended: trying again never helps');
  }
  return untrue;
}

/** Longest gap between these moments in `from` to `to`, including the end. */
function longestGap(from: number, to: number, moments: readonly number[]): number {
  const within = [from, ...moments.filter((at) => at > from && at < to), to];
  return Math.max(...within.slice(1).map((at, index) => at - (within[index] ?? at)));
}
