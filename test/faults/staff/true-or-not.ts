/** Holds every sentence of a card against the service's own record of the order: true while it stood there, or not. */
import type { Sighting } from './sightings.ts';

/** The service's record of an order (sandbox/README.md, `/orders/ID/story`). */
export interface Story {
  order_id: string;
  truth: { from: string; state: string; event: string; by: string }[];
  told: { at: string; type: string; status: string | null; outcome: string }[];
  read: { at: string; status: number | null; order_status: string | null; old: boolean }[];
  asked: { at: string; operation: string | null; status: number | null; took_effect: boolean }[];
}

/** Papers of the order, epoch ms at which each was cut. */
export interface Papers {
  tickets: number[];
  labels: number[];
}

/** News that was there is on the screen after so long, ms. */
export const NEWS_MS = 5_000;
/** Two clocks of one computer, and the order in which a record is written, ms. */
const SLACK_MS = 300;

const RANK: Record<string, number> = { created: 0, waiting: 0, confirmed: 1, production: 2, ready: 3, delivered: 4, rejected: 4 };
const RANK_OF_STATUS: Record<string, number> = {
  received: 0,
  fetched: 0,
  acknowledged: 0,
  production: 2,
  ready: 3,
  delivered: 4,
  rejected: 4,
};
const RANK_OF_NEWS: Record<string, number> = { CREATED: 0, PRODUCTION: 2, READY: 3, DELIVERED: 4, CANCELED: 4, CANCELLED: 4, REJECTED: 4 };

/** What a label says of where the order stands, as a rank; by whom, where it says so. */
const LABELS: Record<string, { rank: number; by?: string[] }> = {
  'Waiting for you': { rank: 0 },
  'Pre-order: confirm it': { rank: 0 },
  Confirmed: { rank: 1 },
  'Being prepared': { rank: 2 },
  'Ready for the customer': { rank: 3 },
  'Ready for the courier': { rank: 3 },
  Delivered: { rank: 4 },
  'Rejected here': { rank: 4, by: ['api'] },
  'Rejected; by whom is being checked': { rank: 4 },
  'Rejected by the service, the consumer or support': { rank: 4, by: ['service', 'consumer', 'support'] },
  'Rejected by the service: nobody accepted it in time': { rank: 4, by: ['service'] },
  'Rejected by the service: nobody confirmed it in time': { rank: 4, by: ['service'] },
};
const ACCORDING: Record<string, string[]> = {
  'New, according to the notification': ['CREATED'],
  'Being prepared, according to the notification': ['PRODUCTION'],
  'Ready, according to the notification': ['READY'],
  'Delivered, according to the notification': ['DELIVERED'],
  'Cancelled according to the notification': ['CANCELED', 'CANCELLED', 'REJECTED'],
};
/** By the action of staff: the operations of the service that do it. */
export const OPERATIONS: Record<string, RegExp> = {
  accept: /accept/,
  reject: /^reject/,
  confirm: /confirm/,
  ready: /^ready/,
  delivered: /^delivered/,
  'pickup-completed': /^pickup-completed/,
};
const NO_EFFECT: Record<string, string> = {
  'The service took the acceptance, but the order does not show it.': 'accept',
  'The service took the rejection, but the order does not show it.': 'reject',
  'The service took the confirmation, but the order does not show it.': 'confirm',
  'The service took that the order is ready, but the order does not show it.': 'ready',
  'The service took that the order is delivered, but the order does not show it.': 'delivered',
};
const FAILED: Record<string, string> = {
  'Accept did not work.': 'accept',
  'Reject did not work.': 'reject',
  'Confirm did not work.': 'confirm',
  'Ready did not work.': 'ready',
  'Delivered did not work.': 'delivered',
  'Picked up did not work.': 'pickup-completed',
};
const UNCERTAIN: Record<string, string> = { 'Picked up may or may not have worked': 'pickup-completed' };

/** Each untrue sentence in words; empty where everything was true. */
export function untrueOf(sighting: Sighting, story: Story, papers: Papers, touched: (action: string, by: number) => boolean): string[] {
  const { seen, gone, openedAt } = sighting;
  const time = (at: string): number => Date.parse(at);
  const until = Math.min(gone, seen + 24 * 3_600_000);
  const truthAt = (at: number) => story.truth.findLast(({ from }) => time(from) <= at + SLACK_MS);
  const reached = (rank: number, at: number) =>
    story.truth.some(({ from, state }) => time(from) <= at + SLACK_MS && (RANK[state] ?? 0) >= rank);
  /** When the app could first know by a reading that the order had come so far; infinite where it never could. */
  const readAs = (rank: number): number =>
    Math.min(
      ...story.read
        .filter(({ status, order_status: shown }) => status === 200 && (RANK_OF_STATUS[shown ?? ''] ?? 0) >= rank)
        .map(({ at }) => time(at)),
      Number.POSITIVE_INFINITY,
    );
  const toldAs = (rank: number): number =>
    Math.min(
      ...story.told
        .filter(({ status, outcome }) => outcome === '200' && (RANK_OF_NEWS[status ?? ''] ?? -1) >= rank)
        .map(({ at }) => time(at)),
      Number.POSITIVE_INFINITY,
    );
  const isStale = (knownAt: number): boolean => until - Math.max(knownAt, openedAt) > NEWS_MS;
  const sentence = (says: string, why: string): string => `order ${sighting.number}: "${says}" ${why}`;
  const untrue: string[] = [];

  const { statusLabel } = sighting;
  const claim = LABELS[statusLabel];
  const according = ACCORDING[statusLabel];
  if (claim) {
    const { rank, by } = claim;
    if (!reached(rank, seen)) untrue.push(sentence(statusLabel, `before it was so: it was ${truthAt(seen)?.state}`));
    const ended = story.truth.find(({ state }) => state === 'rejected');
    if (by && ended && !by.includes(ended.by)) untrue.push(sentence(statusLabel, `but it was ${ended.by}`));
    // A pre-order that is confirmed reads as acknowledged; what comes after it is told by its own words.
    const next = rank === 0 ? 2 : rank + 1;
    if (rank < 4 && isStale(Math.min(readAs(next), toldAs(next))))
      untrue.push(sentence(statusLabel, `${NEWS_MS / 1_000} s after the app knew of more`));
  } else if (according) {
    if (
      !story.told.some(({ status, outcome, at }) => according.includes(status ?? '') && /^2/.test(outcome) && time(at) <= seen + SLACK_MS)
    )
      untrue.push(sentence(statusLabel, 'and no notification said so'));
    const rank = RANK_OF_NEWS[according[0] ?? ''] ?? 0;
    if (isStale(readAs(Math.max(rank, 1)))) untrue.push(sentence(statusLabel, `${NEWS_MS / 1_000} s after the order itself said so`));
  } else if (statusLabel === 'Details not readable yet') {
    if (isStale(readAs(0))) untrue.push(sentence(statusLabel, 'although it was read'));
  } else untrue.push(sentence(statusLabel, 'is a sentence that nobody checks'));

  if (sighting.unread && sighting.deadline === 'exact')
    untrue.push(sentence('an exact time to answer', 'of an order that nobody could read'));

  if (sighting.pending) {
    const { action, says } = sighting.pending;
    if (!touched(action, seen)) untrue.push(sentence(says, 'although nobody touched that'));
    if (/^Checking/.test(says) && !story.asked.some(({ status, at }) => status === 409 && time(at) <= seen + SLACK_MS))
      untrue.push(sentence(says, 'although the service contradicted nothing'));
  }

  for (const says of sighting.trouble) {
    const noEffect = NO_EFFECT[says];
    const failed = Object.entries(FAILED).find(([start]) => says.startsWith(start))?.[1];
    const uncertain = Object.entries(UNCERTAIN).find(([start]) => says.startsWith(start))?.[1];
    if (noEffect) {
      const asked = story.asked.filter(
        ({ operation, status, at }) => OPERATIONS[noEffect]?.test(operation ?? '') && (status ?? 0) < 300 && time(at) <= seen,
      );
      if (asked.length === 0) untrue.push(sentence(says, 'but the service took nothing'));
    } else if (failed) {
      const did = story.asked.find(
        ({ operation, took_effect: took, at }) => OPERATIONS[failed]?.test(operation ?? '') && took && time(at) <= seen,
      );
      if (did) untrue.push(sentence(says, `but it did, at ${did.at}`));
    } else if (uncertain) {
      const lost = story.asked.filter(({ operation, at }) => OPERATIONS[uncertain]?.test(operation ?? '') && time(at) <= seen);
      if (lost.length < 2) untrue.push(sentence(says, 'but no answer to it was lost'));
    } else if (says.startsWith('A notification says')) {
      const isCancel = says.includes('cancelled');
      const rank = isCancel ? 4 : 1;
      if (toldAs(rank) > seen + SLACK_MS) untrue.push(sentence(says, 'and none did'));
      if (isStale(readAs(isCancel ? 4 : 2)) && isCancel) untrue.push(sentence(says, 'although the order itself shows it'));
    } else if (sighting.unread) {
      // "(503)": the service did answer so.
      const status = Number(/\((404|500|503)\)\.$/.exec(says)?.[1] ?? Number.NaN);
      if (!Number.isNaN(status) && !story.read.some((read) => read.status === status && time(read.at) <= seen + SLACK_MS))
        untrue.push(sentence(says, 'and no reading was answered so'));
    } else if (!/^Not everything in this order|^Where this order stands/.test(says))
      untrue.push(sentence(says, 'is a sentence that nobody checks'));
  }

  if (/^Ticket printed/.test(sighting.ticket) && !papers.tickets.some((at) => at <= seen + SLACK_MS))
    untrue.push(sentence(sighting.ticket, 'and there is no paper'));
  if (/^Labels printed/.test(sighting.labels) && !papers.labels.some((at) => at <= seen + SLACK_MS))
    untrue.push(sentence(sighting.labels, 'and there is no paper'));
  if (/and the service knows/.test(sighting.till)) {
    const knows = story.asked.some(
      ({ operation, took_effect: took, at }) => /sent.to.pos/.test(operation ?? '') && took && time(at) <= seen + SLACK_MS,
    );
    if (!knows) untrue.push(sentence(sighting.till, 'and it does not'));
  }
  if (sighting.stopped && !reached(4, seen)) untrue.push(sentence('STOP', 'and nobody had cancelled it'));
  return untrue;
}
