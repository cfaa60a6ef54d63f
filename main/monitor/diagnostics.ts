/** Contents of Diagnostics: counts, jobs that need a person, newest notifications. No secrets or customers. */

import { type BackupView, type DiagnosticsView, type JobView, PRINTED_DOCUMENTS } from '../../contract/contract.ts';
import { type Message, message, type Text } from '../../contract/message.ts';
import { SELF_TEST_TYPE, WRONG_FOR_VENUE, WRONG_SIGNATURE } from '../intake/notification.ts';
import { readingOf } from '../intake/reading/read-order.ts';
import { NOT_OPENED, NOT_OURS } from '../intake/relay/ingest-news.ts';
import { actionWords, isStaffAction, SENT_TO_POS } from '../orders/action-words.ts';
import type { CurrencyDigits } from '../orders/money/money.ts';
import { givesBack } from '../orders/operations.ts';
import { commandOf, isOvertaken } from '../outbox/commands.ts';
import { DELIVERY } from '../outbox/deliveries.ts';
import { PIN } from '../outbox/delivery-pins.ts';
import { isUncertain, operationOf } from '../outbox/operation-payload.ts';
import { PRINT } from '../printing/print-payload.ts';
import { SLIP } from '../printing/spool/print-delivery-slips.ts';
import type { Job } from '../store/queue/queue.ts';
import type { PrintEvidence } from '../store/rows/print-ledger.ts';
import type { Store } from '../store/store.ts';
import type { ServiceClock } from '../time/service-clock.ts';
import { OPERATION_LABEL, operationText } from '../view/card/detail.ts';
import type { Feed } from '../view/feed.ts';
import { notificationLabel } from '../view/notification-label.ts';

const LABELS: Record<string, Message> = {
  [WRONG_SIGNATURE]: message('diagnostics.rejectedWrongSignature'),
  [WRONG_FOR_VENUE]: message('diagnostics.rejectedSignatureKnownVenue'),
  'delivery-signature-wrong': message('diagnostics.courierUpdatesBadSignature'),
  'signature-missing': message('diagnostics.rejectedNoSignature'),
  'notification-before-keychain': message('diagnostics.rejectedKeychainLocked'),
  'notification-without-secret': message('diagnostics.rejectedNoSecret'),
  'notification-too-large': message('diagnostics.rejectedTooLarge'),
  'notification-unreadable': message('diagnostics.webhooksNotJson'),
  'notification-unusable-id': message('diagnostics.webhooksInvalidId'),
  'notification-unknown-type': message('diagnostics.webhooksUnknownType'),
  'notification-unknown-status': message('diagnostics.webhooksUnknownStatus'),
  'notification-venue-event': message('diagnostics.venueEvents'),
  'answer-of-another': message('diagnostics.wrongOrderReplies'),
  'disk-trouble': message('diagnostics.diskRefusedWrites'),
  'relay-frame-unreadable': message('diagnostics.relayUnreadable'),
  [NOT_OURS]: message('diagnostics.relayOtherVenue'),
  [NOT_OPENED]: message('diagnostics.relayNotDecrypted'),
  'notification-again': message('diagnostics.webhooksRepeated'),
};
const KIND_LABELS: Record<string, Message> = {
  read: message('job.readOrder'),
  command: message('job.updateService'),
  operation: message('job.updateService'),
  print: message('job.print'),
  till: message('job.handToTill'),
  delivery: message('job.orderCourier'),
  'delivery-pin': message('job.updateService'),
  'delivery-slip': message('job.print'),
  'monthly-file': message('job.writeMonthlyFile'),
};
const PAPERS: { outcome: PrintEvidence; label: Text }[] = [
  { outcome: 'confirmed', label: message('diagnostics.printoutsConfirmed') },
  { outcome: 'reported', label: message('diagnostics.printoutsReported') },
  { outcome: 'seen', label: message('diagnostics.printoutsConfirmedByStaff') },
  { outcome: 'sent', label: message('diagnostics.printoutsUnconfirmed') },
  { outcome: 'uncertain', label: message('diagnostics.printoutsBrokenOff') },
];
const SOURCES: Record<string, Message> = {
  poller: message('service.subject'),
  receiver: message('receiver.label'),
  relay: message('relay.label'),
};
const ROWS = 100;

export function kindLabel(kind: string): Text {
  return KIND_LABELS[kind] ?? kind;
}

export interface DiagnosticsDeps {
  store: Store;
  feed: Feed;
  clock: ServiceClock;
  currencyDigits: CurrencyDigits;
}

export function diagnostics(deps: DiagnosticsDeps): DiagnosticsView {
  const { store, feed, clock } = deps;
  const { iso } = clock;
  const taken = store.inbox.total();
  const lastTaken = taken.lastAt === null ? null : iso(taken.lastAt);
  const printed = store.ledger.totals();
  const papers = (outcome: PrintEvidence) => {
    const { count, lastAt } = printed[outcome];
    return { count, lastAt: lastAt === null ? null : iso(lastAt) };
  };
  return {
    contacts: contacts(feed),
    counts: [
      { name: 'notification-taken', label: message('diagnostics.webhooksReceived'), count: taken.count, lastAt: lastTaken, detail: null },
      ...PAPERS.map(({ outcome, label }) => ({ name: `paper-${outcome}`, label, ...papers(outcome), detail: null })),
      ...store.tallies.all().map((tally) => ({
        name: tally.name,
        label: LABELS[tally.name] ?? tally.name,
        count: tally.count,
        lastAt: iso(tally.lastAt),
        detail: tally.detail,
      })),
    ],
    jobs: [...store.queue.list('failed', ROWS), ...store.queue.list('unfinished', ROWS)].map((job) => jobView(job, deps)),
    backups: backupsOf(store, iso),
    notifications: store.inbox.newest(ROWS).map((notification) => ({
      id: notification.id,
      at: iso(notification.receivedAt),
      type: notificationLabel(notification),
      about: notification.orderId ?? '',
      outcome: outcomeOf(store, notification.orderId),
      isOwn: notification.type === SELF_TEST_TYPE,
    })),
  };
}

const MEGABYTE = 1_000_000;

function backupsOf({ backups }: Store, iso: (at: number) => string): BackupView[] {
  const inMegabytes = (bytes: number): number => Math.round(bytes / (MEGABYTE / 10)) / 10;
  const kept = backups.kept().map(({ name, at, bytes }) => ({ name, at, bytes, aside: false }));
  const asides = backups.asides().map(({ name, at, bytes }) => ({ name, at, bytes, aside: true }));
  return [...kept, ...asides].map(({ at, bytes, ...one }) => ({ ...one, at: iso(at), megabytes: inMegabytes(bytes) }));
}

function contacts(feed: Feed): DiagnosticsView['contacts'] {
  const app = feed.get('app', 'app');
  const printers = feed.ids('printers').flatMap((id) => feed.get('printers', id) ?? []);
  return [
    ...(app?.intake ?? []).map(({ kind, address, text, lastHeardAt }) => ({
      name: SOURCES[kind] ?? kind,
      address,
      text,
      lastContactAt: lastHeardAt,
    })),
    ...printers.map(({ name, address, text, lastContactAt, state }) => ({
      name,
      address,
      text,
      lastContactAt,
      unconfirmed: state === 'unconfirmed',
    })),
    ...(app?.till ? [{ name: message('till.label'), address: null, text: app.till.text, lastContactAt: app.till.lastContactAt }] : []),
  ];
}

function jobView(job: Job, deps: DiagnosticsDeps): JobView {
  const { store, clock } = deps;
  const { iso } = clock;
  return {
    id: job.id,
    kind: kindLabel(job.kind),
    about: aboutOf(job, deps),
    orderId: job.orderId,
    state: isUncertain(job) ? 'unknown' : job.state,
    attempts: job.attempts,
    error: job.error,
    at: iso(job.createdAt),
    mayRetry: mayRetry(job, store),
  };
}

/** Whether another try could help: commands for finished or progressed orders can't. */
function mayRetry(job: Job, store: Store): boolean {
  const command = commandOf(job);
  const row = job.orderId === null ? null : store.orders.get(job.orderId);
  if (!command || !row) return true;
  return row.stage !== 'rejected' && row.stage !== 'delivered' && !isOvertaken(job, row.order, row.stage);
}

/** Text for a job's printout, command or operation; its own name by default. */
const ABOUT: Record<string, Message> = {
  ...Object.fromEntries(Object.entries(PRINTED_DOCUMENTS).map(([name, { inline }]) => [name, inline])),
  'delivery-slip': message('printoutName.deliveryTicketInline'),
  'sent-to-pos': SENT_TO_POS.inline,
};

const wordsAbout = (name: string): Text => (isStaffAction(name) ? actionWords(name).inline : (ABOUT[name] ?? name.replaceAll('-', ' ')));

/** "Order 531: kitchen ticket, Kitchen"; the ID if the order was never read. */
function aboutOf(job: Job, { store, feed, currencyDigits }: DiagnosticsDeps): Text {
  if (job.kind === 'monthly-file') return monthText(job.key, feed);
  const delivery = (DELIVERY.read(job) ?? SLIP.read(job) ?? PIN.read(job))?.deliveryId;
  const ofCourier = delivery === undefined ? null : numberOf(delivery, store);
  const number = ofCourier ?? (job.orderId === null ? null : store.orders.get(job.orderId)?.order.number) ?? job.orderId ?? job.key;
  const paper = PRINT.read(job) ?? SLIP.read(job);
  const word = paper?.document ?? commandOf(job)?.action;
  const what = word === undefined ? operationMessage(job, store, currencyDigits) : wordsAbout(word);
  if (what === null) return message('order.number', { number });
  const printer = paper && (feed.get('printers', paper.printerId)?.name ?? paper.printerId);
  return message('order.numberWhat', { number, what: printer === null ? what : message('printJob.onPrinter', { what, printer }) });
}

/** "Harbour Kitchen, 2026-10" from the month and the venue's ID. */
function monthText(key: string, feed: Feed): Text {
  const [month = '', venue = ''] = key.split('/');
  const id = decodeURIComponent(venue);
  return message('text.list', { first: feed.get('venues', id)?.name ?? id, next: month });
}

/** The order number of a delivery; without one, the start of its reference, never a person's name. */
function numberOf(deliveryId: string, store: Store): string {
  const request = store.deliveries.get(deliveryId)?.request as { orderNumber?: string | null } | undefined;
  return request?.orderNumber ?? deliveryId.slice(0, 8);
}

/** Worded as in the order's activity, with the amount to distinguish refunds. */
function operationMessage(job: Job, store: Store, currencyDigits: CurrencyDigits): Text | null {
  const operation = operationOf(job);
  if (!operation) return null;
  const currency = (job.orderId === null ? null : store.orders.get(job.orderId)?.order.basketTotal?.currency) ?? '';
  return operationText(OPERATION_LABEL[operation.operation], { amount: givesBack(operation), currency }, currencyDigits);
}

function outcomeOf(store: Store, orderId: string | null): Text {
  const job = orderId === null ? null : readingOf(store, orderId);
  if (!job) return message('settings.kept');
  if (job.state === 'done') return message('diagnostics.orderRead');
  if (job.state === 'given-up') return job.error ?? message('job.givenUpSentence');
  if (job.state === 'failed') return message('job.parked', { error: job.error ?? message('job.failed') });
  return job.error ? message('job.waitingBecause', { error: job.error }) : message('job.waitingInline');
}
