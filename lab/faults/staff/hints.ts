/** A card's advice on a trouble must be possible and help, by the service's record. */
import { english } from '../../../contract/english.ts';
import type { MessageCode, Text } from '../../../contract/message.ts';
import { codesIn } from '../../../test/setup/messages.ts';
import { moneyOf } from './money.ts';
import { mayHaveArrived, NEWS_MS, type ServiceRecord, SLACK_MS } from './record.ts';
import type { Sighting } from './sightings.ts';

/** `found`: whether there was anything to retry. */
export interface Followed {
  orderId: string;
  /** Epoch ms. */
  at: number;
  found: boolean;
}

/** "Automatically" means within this time, ms. */
const READ_AGAIN_MS = 20_000;
/** Texts that need no advice. */
const MOVED_ON: readonly MessageCode[] = ['service.orderMovedOn', 'order.movedOnUnverified', 'command.checkingMovedOn'];
const isPartly = (text: Text) => codesIn(text).includes('order.partlyUnreadable');

export function untrueHints(sighting: Sighting, record: ServiceRecord, followed: readonly Followed[]): string[] {
  const { seen, gone, openedAt, number, orderId, unread } = sighting;
  const untrue: string[] = [];
  const isStale = (knownAt: number): boolean => gone - Math.max(knownAt, openedAt) > NEWS_MS;
  const isOutlived = (readAt: number): boolean => readAt > seen + SLACK_MS && isStale(readAt);
  const isAnythingUnread = Object.values(moneyOf(record.body)).some(
    (reported) => reported !== null && 'sent' in reported && reported.sent !== '',
  );
  if (!unread && isAnythingUnread && !sighting.trouble.some(({ text }) => isPartly(text)))
    untrue.push(`order ${number}: no word of what cannot be read`);

  for (const { text, hint } of sighting.trouble) {
    const codes = codesIn(hint);
    const first = codes.find((code) => code !== 'text.sentences');
    const wrong = (why: string): void =>
      void untrue.push(`order ${number}: "${english(hint ?? 'nothing')}" beside "${english(text)}" ${why}`);
    if (hint === null) {
      // "Has moved on" needs no advice; any other trouble does, or nothing can be done.
      if (!codesIn(text).some((code) => MOVED_ON.includes(code)) && !record.reached(4, seen)) wrong('leaves staff alone with it');
    } else if (isPartly(text)) {
      const isPart = Object.values(moneyOf(record.body)).some((reported) => reported !== null && 'sent' in reported);
      if (!isPart) wrong('although every amount can be read');
    } else if (first === 'order.tryAgainOrCheckApp') {
      if (sighting.actions.length === 0) wrong('and there is no button');
      if (isStale(record.readAs(4))) wrong('and it has ended');
    } else if (first === 'order.stopPreparing') {
      const isReported = record.reported.some(
        (one) => /^(CANCEL|REJECT)/.test(one.status ?? '') && mayHaveArrived(one) && one.sentAt <= seen + SLACK_MS,
      );
      if (!isReported) wrong('and nobody told of a cancel');
    } else if (first === 'order.reloads') {
      const gap = longestGap(
        Math.max(seen, openedAt),
        gone,
        record.read.map(({ at }) => at),
      );
      if (gap > READ_AGAIN_MS) wrong(`and nobody read it for ${gap} ms`);
    } else if (first === 'order.loadsAfterReconnect') {
      if (record.read.some(({ at, status }) => status === 200 && isOutlived(at))) wrong('and it was read');
    } else if (first === 'order.noLongerReloads') {
      if (record.read.some(({ at }) => isOutlived(at))) wrong('and it was read');
    } else if (first === 'order.endedNothingToRetry') {
      if (!record.reached(4, seen)) wrong('and it had not');
    } else if (first !== 'order.retryInDiagnostics') wrong('is a remedy that nobody checks');

    if (!codes.includes('order.retryInDiagnostics')) continue;
    if (followed.some((one) => one.orderId === orderId && one.at >= seen && one.at < gone && !one.found))
      wrong('and there was nothing to try again');
    // Section 3.1: an ended order accepts nothing.
    if (codesIn(text).includes('command.failed') && isStale(record.readAs(4))) wrong('and it had ended: trying again never helps');
  }
  return untrue;
}

/** Longest gap between these moments in `from` to `to`, including the end. */
function longestGap(from: number, to: number, moments: readonly number[]): number {
  const within = [from, ...moments.filter((at) => at > from && at < to), to];
  return Math.max(...within.slice(1).map((at, index) => at - (within[index] ?? at)));
}
