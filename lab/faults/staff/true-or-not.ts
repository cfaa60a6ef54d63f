/** Judges every sentence of a card by the service's record: true while shown, or not. */
import { english } from '../../../contract/english.ts';
import { isMessage, type MessageCode, type Text } from '../../../contract/message.ts';
import { codesIn } from '../../../test/setup/messages.ts';
import { mayHaveArrived, NEWS_MS, OPERATIONS, RANK_OF_NEWS, type ServiceRecord, SLACK_MS } from './record.ts';
import type { Sighting } from './sightings.ts';

/** Each label's claim: the order's rank, and by whom. */
const LABELS: Partial<Record<MessageCode, { rank: number; by?: string[]; event?: RegExp }>> = {
  'orderStatus.waitingForYou': { rank: 0 },
  'orderStatus.confirmPreorder': { rank: 0 },
  'timeline.confirmed': { rank: 1 },
  'orderStatus.preparing': { rank: 2 },
  'orderStatus.readyForCustomer': { rank: 3 },
  'orderStatus.readyForCourier': { rank: 3 },
  'orderStatus.readyToDeliver': { rank: 3 },
  'orderStatus.readyToServe': { rank: 3 },
  'orderStatus.ready': { rank: 3 },
  'orderStatus.delivered': { rank: 4 },
  'orderStatus.handedOver': { rank: 4 },
  'orderStatus.rejectedHere': { rank: 4, by: ['api'] },
  'orderStatus.rejectedCheckingWho': { rank: 4 },
  'orderStatus.cancelledElsewhere': { rank: 4, by: ['service', 'consumer', 'support'] },
  'orderStatus.rejectedElsewhere': { rank: 4, by: ['service', 'consumer', 'support'] },
  'orderStatus.missed': { rank: 4, by: ['service'], event: /^not (?:accepted|confirmed) in time$/ },
};
const ACCORDING: Partial<Record<MessageCode, string[]>> = {
  'orderStatus.newUnverified': ['CREATED'],
  'orderStatus.preparingUnverified': ['PRODUCTION'],
  'orderStatus.readyUnverified': ['READY'],
  'orderStatus.deliveredUnverified': ['DELIVERED'],
  'orderStatus.handedOverUnverified': ['DELIVERED'],
  'orderStatus.cancelledUnverified': ['CANCELED', 'CANCELLED', 'REJECTED'],
};
const NO_EFFECT: Partial<Record<MessageCode, string>> = {
  'orderStatus.acceptedNotUpdated': 'accept',
  'orderStatus.rejectedNotUpdated': 'reject',
  'orderStatus.confirmedNotUpdated': 'confirm',
  'orderStatus.readyNotUpdated': 'ready',
  'orderStatus.deliveredNotUpdated': 'delivered',
  'orderStatus.handedOverNotUpdated': 'delivered',
};
/** Actions by their name in "... didn't work". */
const FAILED: Partial<Record<MessageCode, string>> = {
  'actions.accept': 'accept',
  'actions.reject': 'reject',
  'actions.confirm': 'confirm',
  'orderStatus.ready': 'ready',
  'orderStatus.delivered': 'delivered',
  'actions.handOver': 'delivered',
  'orderStatus.pickedUp': 'pickup-completed',
};
const UNCERTAIN: Partial<Record<MessageCode, string>> = { 'orderStatus.pickedUp': 'pickup-completed' };
/** Status of a failed reading by the card's text. */
const ANSWERED: Partial<Record<MessageCode, number>> = {
  'service.unavailable': 503,
  'service.notFound': 404,
  'service.orderUnknown': 404,
  'order.webhookForUnknown': 404,
};

function asItWas({ asked, read, reported, truth }: ServiceRecord): string {
  const all = [
    ...reported.map(({ at, status, outcome }) => ({ at, text: `told ${status ?? ''} ${outcome}` })),
    ...asked.map(({ at, ...one }) => ({ at, text: `${one.operation} ${one.status ?? 'lost'}${one.took_effect ? ' took effect' : ''}` })),
    ...read.map(({ at, ...one }) => ({ at, text: `read ${one.status ?? 'lost'} ${one.order_status ?? ''}${one.old ? ' (old)' : ''}` })),
    ...truth.map(({ at, state, by }) => ({ at, text: `is ${state} by ${by}` })),
  ].sort((a, b) => a.at - b.at);
  return all.map(({ at, text }) => `${minuteOf(at)} ${text}`).join(', ');
}

const firstCode = (text: Text): MessageCode | undefined => codesIn(text).find((code) => code !== 'text.sentences');
const minuteOf = (at: number): string => new Date(at).toISOString().slice(14, 23);

/** Untrue sentences in words; empty if all are true. */
export function untrueOf(sighting: Sighting, record: ServiceRecord, touched: (action: string, by: number) => boolean): string[] {
  const { seen, gone, openedAt } = sighting;
  const until = Math.min(gone, seen + 24 * 3_600_000);
  const { reached, readAs, reportedAs } = record;
  const isStale = (knownAt: number): boolean => until - Math.max(knownAt, openedAt) > NEWS_MS;
  const sentence = (text: Text, why: string): string => `order ${sighting.number}: "${english(text)}" ${why}`;
  const untrue: string[] = [];
  /** Whether the app may have received such a notification by then. */
  const mayKnow = (is: (one: ServiceRecord['reported'][number]) => boolean): boolean =>
    record.reported.some((one) => is(one) && mayHaveArrived(one) && one.sentAt <= seen + SLACK_MS);
  const askedFor = (action: string) => record.asked.filter(({ operation, at }) => OPERATIONS[action]?.test(operation ?? '') && at <= seen);

  const { statusLabel } = sighting;
  const label = firstCode(statusLabel);
  const claim = label && LABELS[label];
  const according = label && ACCORDING[label];
  if (claim) {
    const { rank, by, event } = claim;
    if (!reached(rank, seen)) untrue.push(sentence(statusLabel, `before it was so: it was ${record.truthAt(seen)?.state}`));
    const ended = record.truth.find(({ state }) => state === 'rejected');
    if (by && ended && !by.includes(ended.by)) untrue.push(sentence(statusLabel, `but it was ${ended.by}`));
    if (event && ended && !event.test(ended.event)) untrue.push(sentence(statusLabel, `but it was ${ended.event}`));
    // A confirmed pre-order reads as acknowledged; later states have their own words.
    const next = rank === 0 ? 2 : rank + 1;
    if (rank < 4 && isStale(Math.min(readAs(next), reportedAs(next)))) {
      const span = `from ${minuteOf(seen)} to ${minuteOf(until)}, on a screen opened ${minuteOf(openedAt)}`;
      untrue.push(sentence(statusLabel, `${NEWS_MS / 1_000} s after the app knew of more: ${span}: ${asItWas(record)}`));
    }
  } else if (according) {
    if (!mayKnow(({ status }) => according.includes(status ?? ''))) untrue.push(sentence(statusLabel, 'and no notification said so'));
    const rank = RANK_OF_NEWS[according[0] ?? ''] ?? 0;
    if (isStale(readAs(Math.max(rank, 1)))) untrue.push(sentence(statusLabel, `${NEWS_MS / 1_000} s after the order itself said so`));
  } else if (label === 'order.detailsNotReadable') {
    if (isStale(readAs(0))) untrue.push(sentence(statusLabel, 'although it was read'));
  } else untrue.push(sentence(statusLabel, 'is a sentence that nobody checks'));

  if (sighting.pending) {
    const { action, text } = sighting.pending;
    if (!touched(action, seen)) untrue.push(sentence(text, 'although nobody touched that'));
    if (firstCode(text)?.startsWith('command.checking') && !record.asked.some(({ status, at }) => status === 409 && at <= seen + SLACK_MS))
      untrue.push(sentence(text, 'although the service contradicted nothing'));
  }

  for (const { text } of sighting.trouble) {
    const code = firstCode(text);
    const action = codesIn(text)[1];
    const noEffect = code && NO_EFFECT[code];
    const failed = code === 'command.failed' && action ? FAILED[action] : undefined;
    const uncertain = code === 'command.outcomeUnknown' && action ? UNCERTAIN[action] : undefined;
    if (noEffect) {
      if (!askedFor(noEffect).some(({ status }) => (status ?? 0) < 300)) untrue.push(sentence(text, 'but the service took nothing'));
    } else if (failed) {
      const did = askedFor(failed).find(({ took_effect: took }) => took);
      if (did) untrue.push(sentence(text, `but it did, at ${new Date(did.at).toISOString()}: ${asItWas(record)}`));
    } else if (uncertain) {
      if (askedFor(uncertain).length < 2) untrue.push(sentence(text, 'but no answer to it was lost'));
    } else if (code === 'order.cancelledUnverified' || code === 'order.movedOnUnverified') {
      const isCancel = code === 'order.cancelledUnverified';
      const rank = isCancel ? 4 : 1;
      if (!mayKnow(({ status }) => (RANK_OF_NEWS[status ?? ''] ?? -1) >= rank)) untrue.push(sentence(text, 'and none did'));
      if (isStale(readAs(isCancel ? 4 : 2)) && isCancel) untrue.push(sentence(text, 'although the order itself shows it'));
    } else if (sighting.unread) {
      const status = code === 'service.fault' && isMessage(text) ? Number(text.values?.status) : code && ANSWERED[code];
      if (status && !record.read.some((read) => read.status === status && read.at <= seen + SLACK_MS))
        untrue.push(sentence(text, 'and no reading was answered so'));
    } else if (code === 'orderStatus.unknownSentence') {
      if (!record.read.some(({ order_status: shown }) => shown === 'other')) untrue.push(sentence(text, 'and the service said so'));
    } else if (code !== 'order.partlyUnreadable') untrue.push(sentence(text, 'is a sentence that nobody checks'));
  }

  if (sighting.stopped && !reached(4, seen)) untrue.push(sentence('STOP', 'and nobody had cancelled it'));
  return untrue;
}
