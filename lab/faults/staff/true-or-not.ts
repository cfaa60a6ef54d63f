/** Judges every sentence of a card by the service's record: true while shown, or not. */
import { mayHaveArrived, NEWS_MS, OPERATIONS, RANK_OF_NEWS, type ServiceRecord, SLACK_MS } from './record.ts';
import type { Sighting } from './sightings.ts';

/** A label's state as a rank, and by whom. */
const LABELS: Record<string, { rank: number; by?: string[]; event?: RegExp }> = {
  'Waiting for you': { rank: 0 },
  'Pre-order: confirm it': { rank: 0 },
  Confirmed: { rank: 1 },
  'Being prepared': { rank: 2 },
  'Ready for the customer': { rank: 3 },
  'Ready for the courier': { rank: 3 },
  'Ready to be delivered': { rank: 3 },
  'Ready to be served': { rank: 3 },
  Ready: { rank: 3 },
  Delivered: { rank: 4 },
  'Handed over': { rank: 4 },
  'Rejected here': { rank: 4, by: ['api'] },
  'Rejected; checking by whom': { rank: 4 },
  'Cancelled by the service, the customer or support': { rank: 4, by: ['service', 'consumer', 'support'] },
  'Rejected by the service, the customer or support': { rank: 4, by: ['service', 'consumer', 'support'] },
  'Missed: not answered in time': { rank: 4, by: ['service'], event: /^not (?:accepted|confirmed) in time$/ },
};
const ACCORDING: Record<string, string[]> = {
  'New, according to the notification': ['CREATED'],
  'Being prepared, according to the notification': ['PRODUCTION'],
  'Ready, according to the notification': ['READY'],
  'Delivered, according to the notification': ['DELIVERED'],
  'Handed over, according to the notification': ['DELIVERED'],
  'Cancelled according to the notification': ['CANCELED', 'CANCELLED', 'REJECTED'],
};
const NO_EFFECT: Record<string, string> = {
  "Sent as accepted, but the order hasn't updated.": 'accept',
  "Sent as rejected, but the order hasn't updated.": 'reject',
  "Sent as confirmed, but the order hasn't updated.": 'confirm',
  "Sent as ready, but the order hasn't updated.": 'ready',
  "Sent as delivered, but the order hasn't updated.": 'delivered',
  "Sent as handed over, but the order hasn't updated.": 'delivered',
};
const FAILED: Record<string, string> = {
  "Accept didn't work.": 'accept',
  "Reject didn't work.": 'reject',
  "Confirm didn't work.": 'confirm',
  "Ready didn't work.": 'ready',
  "Delivered didn't work.": 'delivered',
  "Hand over didn't work.": 'delivered',
  "Picked up didn't work.": 'pickup-completed',
};
const UNCERTAIN: Record<string, string> = { 'Picked up may or may not have worked': 'pickup-completed' };

function asItWas({ asked, read, reported, truth }: ServiceRecord): string {
  const all = [
    ...reported.map(({ at, status, outcome }) => ({ at, text: `told ${status ?? ''} ${outcome}` })),
    ...asked.map(({ at, operation, status, took_effect: took }) => ({
      at,
      text: `${operation} ${status ?? 'lost'}${took ? ' took effect' : ''}`,
    })),
    ...read.map(({ at, status, order_status: shown, old }) => ({
      at,
      text: `read ${status ?? 'lost'} ${shown ?? ''}${old ? ' (old)' : ''}`,
    })),
    ...truth.map(({ at, state, by }) => ({ at, text: `is ${state} by ${by}` })),
  ].sort((a, b) => a.at - b.at);
  return all.map(({ at, text }) => `${minuteOf(at)} ${text}`).join(', ');
}

const minuteOf = (at: number): string => new Date(at).toISOString().slice(14, 23);

/** Untrue sentences in words; empty if all are true. */
export function untrueOf(sighting: Sighting, record: ServiceRecord, touched: (action: string, by: number) => boolean): string[] {
  const { seen, gone, openedAt } = sighting;
  const until = Math.min(gone, seen + 24 * 3_600_000);
  const { reached, readAs, reportedAs } = record;
  const isStale = (knownAt: number): boolean => until - Math.max(knownAt, openedAt) > NEWS_MS;
  const sentence = (text: string, why: string): string => `order ${sighting.number}: "${text}" ${why}`;
  const untrue: string[] = [];

  const { statusLabel } = sighting;
  const claim = LABELS[statusLabel];
  const according = ACCORDING[statusLabel];
  if (claim) {
    const { rank, by, event } = claim;
    if (!reached(rank, seen)) untrue.push(sentence(statusLabel, `before it was so: it was ${record.truthAt(seen)?.state}`));
    const ended = record.truth.find(({ state }) => state === 'rejected');
    if (by && ended && !by.includes(ended.by)) untrue.push(sentence(statusLabel, `but it was ${ended.by}`));
    if (event && ended && !event.test(ended.event)) untrue.push(sentence(statusLabel, `but it was ${ended.event}`));
    // A confirmed pre-order reads as acknowledged; later states have their own words.
    const next = rank === 0 ? 2 : rank + 1;
    if (rank < 4 && isStale(Math.min(readAs(next), reportedAs(next))))
      untrue.push(
        sentence(
          statusLabel,
          `${NEWS_MS / 1_000} s after the app knew of more: from ${minuteOf(seen)} to ${minuteOf(until)}, on a screen opened ${minuteOf(openedAt)}: ${asItWas(record)}`,
        ),
      );
  } else if (according) {
    if (
      !record.reported.some(
        ({ status, outcome, sentAt }) => according.includes(status ?? '') && mayHaveArrived({ outcome }) && sentAt <= seen + SLACK_MS,
      )
    )
      untrue.push(sentence(statusLabel, 'and no notification said so'));
    const rank = RANK_OF_NEWS[according[0] ?? ''] ?? 0;
    if (isStale(readAs(Math.max(rank, 1)))) untrue.push(sentence(statusLabel, `${NEWS_MS / 1_000} s after the order itself said so`));
  } else if (statusLabel === 'Details not readable yet') {
    if (isStale(readAs(0))) untrue.push(sentence(statusLabel, 'although it was read'));
  } else untrue.push(sentence(statusLabel, 'is a sentence that nobody checks'));

  if (sighting.pending) {
    const { action, text } = sighting.pending;
    if (!touched(action, seen)) untrue.push(sentence(text, 'although nobody touched that'));
    if (/^Checking:/.test(text) && !record.asked.some(({ status, at }) => status === 409 && at <= seen + SLACK_MS))
      untrue.push(sentence(text, 'although the service contradicted nothing'));
  }

  for (const { text } of sighting.trouble) {
    const noEffect = NO_EFFECT[text];
    const failed = Object.entries(FAILED).find(([start]) => text.startsWith(start))?.[1];
    const uncertain = Object.entries(UNCERTAIN).find(([start]) => text.startsWith(start))?.[1];
    if (noEffect) {
      const asked = record.asked.filter(
        ({ operation, status, at }) => OPERATIONS[noEffect]?.test(operation ?? '') && (status ?? 0) < 300 && at <= seen,
      );
      if (asked.length === 0) untrue.push(sentence(text, 'but the service took nothing'));
    } else if (failed) {
      const did = record.asked.find(
        ({ operation, took_effect: took, at }) => OPERATIONS[failed]?.test(operation ?? '') && took && at <= seen,
      );
      if (did) untrue.push(sentence(text, `but it did, at ${new Date(did.at).toISOString()}: ${asItWas(record)}`));
    } else if (uncertain) {
      const lost = record.asked.filter(({ operation, at }) => OPERATIONS[uncertain]?.test(operation ?? '') && at <= seen);
      if (lost.length < 2) untrue.push(sentence(text, 'but no answer to it was lost'));
    } else if (text.startsWith('A notification says')) {
      const isCancel = text.includes('cancelled');
      const rank = isCancel ? 4 : 1;
      const isReported = record.reported.some(
        (one) => (RANK_OF_NEWS[one.status ?? ''] ?? -1) >= rank && mayHaveArrived(one) && one.sentAt <= seen + SLACK_MS,
      );
      if (!isReported) untrue.push(sentence(text, 'and none did'));
      if (isStale(readAs(isCancel ? 4 : 2)) && isCancel) untrue.push(sentence(text, 'although the order itself shows it'));
    } else if (sighting.unread) {
      // "(503)": the service did answer so.
      const status = Number(/\((404|500|503)\)\.$/.exec(text)?.[1] ?? Number.NaN);
      if (!Number.isNaN(status) && !record.read.some((read) => read.status === status && read.at <= seen + SLACK_MS))
        untrue.push(sentence(text, 'and no reading was answered so'));
    } else if (text.startsWith("This order's status is unknown.")) {
      if (!record.read.some(({ order_status: shown }) => shown === 'other')) untrue.push(sentence(text, 'and the service said so'));
    } else if (!text.startsWith("Some of this order can't be read.")) untrue.push(sentence(text, 'is a sentence that nobody checks'));
  }

  if (sighting.stopped && !reached(4, seen)) untrue.push(sentence('STOP', 'and nobody had cancelled it'));
  return untrue;
}
