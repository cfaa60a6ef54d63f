/** An order as the main screen shows it: every text, button and deadline is computed here, so that the screen only draws. */

import type { ActionName, Column, OrderCard, Problem, RejectionCause, StepView } from '../../../contract/contract.ts';
import { joinSentences, type Message, type MessageCode, message, type Text } from '../../../contract/message.ts';
import { claimedStage, isDecidedStatus } from '../../orders/claim.ts';
import { allowedActions, extraMinutes, type StaffAction, usualMinutes } from '../../orders/commands.ts';
import { deadlineOf } from '../../orders/deadline.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import { toPay } from '../../orders/money/to-pay.ts';
import { isCollected, type Order, peopleOf, piecesOf } from '../../orders/order.ts';
import { isBeingPrepared, isKnownStatus, isOpen, isUndecided, type Stage } from '../../orders/stage.ts';
import { asTime } from '../../orders/text/reading.ts';
import { commandOf, EFFECT_WAIT_MS, isBeingChecked, isOvertaken, isTaken, isUndoable, undoUntil } from '../../outbox/commands.ts';
import { operationOf } from '../../outbox/operation-payload.ts';
import { asPromised } from '../../outbox/promised-time.ts';
import { type RejectionContext, rejectionCause } from '../../outbox/rejection-cause.ts';
import { PRINT } from '../../printing/print-payload.ts';
import type { Suggestion } from '../../shift/prep-coach.ts';
import type { Job } from '../../store/queue/queue.ts';
import type { Claim } from '../../store/rows/claim-rows.ts';
import { type Beside, NOT_READ, type OrderRow } from '../../store/rows/order-rows.ts';
import { tillNewsOf } from '../../till/hand-off.ts';
import { noteAllergies } from './allergies.ts';
import { currentPrintouts } from './current-printouts.ts';
import { deliveredWords } from './delivered-label.ts';
import { fitCard, money } from './fit-card.ts';
import { operated } from './operation-results.ts';
import { type StepFacts, stepOf } from './steps.ts';

export interface CardContext extends RejectionContext, StepFacts {
  venueName: string;
  currencyDigits: CurrencyDigits;
  flavour: 'device-free' | 'advanced';
  /** The jobs of this order, oldest first. */
  jobs: Job[];
  hasTicketPrinter: boolean;
  /** Tickets print only manually. */
  ticketsByHand: boolean;
  hasTill: boolean;
  now: number;
  /** The queue's clock, epoch ms. */
  monotonic: number;
  /** Extra minutes of rush mode. */
  rushMinutes: number;
  /** Auto-accept skipped it only because it mentions an allergy or allergen. */
  waitsForAllergy: boolean;
  suggested: Suggestion | null;
  beside: Beside;
  /** The kitchen's work on it, for this many lines of the card. */
  kitchen: (most: number) => OrderCard['kitchen'];
  /** A claimed status that no reading has confirmed. */
  claim: Claim | null;
}

export const COLUMN: Record<Stage, Column> = {
  'awaiting-acceptance': 'new',
  'awaiting-confirmation': 'new',
  scheduled: 'scheduled',
  preparing: 'preparing',
  ready: 'ready',
  delivered: 'ended',
  rejected: 'ended',
};
/** The last step's label depends on who takes the order. */
const LABEL: Record<Exclude<StaffAction, 'delivered'>, Message> = {
  accept: message('actions.accept'),
  reject: message('actions.reject'),
  confirm: message('actions.confirm'),
  ready: message('actions.markReady'),
};

export function orderCard(row: OrderRow, given: CardContext): OrderCard {
  const context = { ...given, jobs: currentPrintouts(given.jobs) };
  const { currencyDigits } = context;
  const { stage } = row;
  const { order, items, participants, isCut } = fitCard(row.order, currencyDigits);
  const pending = pendingCommand(row, context);
  const actions = allowedActions(order, stage, context);
  const tickets = context.jobs.filter((job) => documentOf(job) === 'kitchen-ticket');
  const labels = context.jobs.filter((job) => documentOf(job) === 'participant-label');
  return {
    id: order.id,
    number: order.number,
    venueId: order.venueId,
    venueName: context.venueName,
    column: COLUMN[stage],
    kind: kindOf(order),
    kindLabel: kindLabelOf(order),
    preorder: order.type === 'preorder',
    status: order.status,
    ...statusLabels(row, context),
    isStatusOfColumn: isStatusOfColumn(row, context),
    rejected: stage === 'rejected' ? rejectionCause(row, context) : null,
    customer: order.consumer.name,
    phone: order.consumer.phone,
    address: order.delivery.address,
    comment: order.consumer.comment,
    allergies: noteAllergies(row.order.consumer.comment, order.consumer.comment),
    items,
    itemCount: piecesOf(order),
    participants,
    people: peopleOf(order),
    isCut,
    total: money(order.basketTotal, currencyDigits),
    toPay: money(toPay(order, currencyDigits), currencyDigits),
    cashToCollect: money(order.cash?.collect ?? null, currencyDigits),
    noContact: order.noContact,
    placedAt: order.createdAt,
    pickupAt: dueAt(asPromised(order, row.readAt, context.jobs)),
    preorderFor: order.preOrder?.time ?? null,
    // No deadline while a claimed answer is being checked.
    deadline: context.claim && isDecidedStatus(context.claim.status) ? null : deadlineOf(order, stage, context, context.iso(row.noticedAt)),
    pending,
    operated: operated(context.jobs, whatNext, (job) => troubleOf(job, stage, actions)),
    trouble: [
      ...(context.claim ? [contradiction(context.claim)] : []),
      ...(row.readAt === NOT_READ ? [NOT_SURE] : []),
      ...(pending ? [] : actions.flatMap((action) => withoutEffect(action, order, context.jobs))),
      ...unread(order),
      ...(context.waitsForAllergy && !pending && actions.includes('accept') ? [ALLERGY_WAITS] : []),
      ...context.jobs
        .filter((job) => job.state === 'failed' && job.error && !isOvertaken(job, order, stage))
        .map((job) => troubleOf(job, stage, actions))
        .filter(isFirstOfEqual)
        .reverse(),
    ],
    actions: pending
      ? []
      : actions.map((name) => ({
          name: name as ActionName,
          label: name === 'delivered' ? deliveredWords(order).button : LABEL[name],
          ...(name === 'accept' ? { extraMinutes: extraMinutes(order), usualMinutes: usualMinutes(order, context.rushMinutes) } : {}),
          ...(name === 'accept' && context.suggested ? { suggested: context.suggested } : {}),
          ...(name === 'ready' && order.batchRows.length > 0 ? { needsBatches: true } : {}),
        })),
    ticket: ticketStep(tickets, stage, context),
    labels: stepOf(
      labels,
      {
        none: order.participants.length > 0 ? message('cardLabels.printOnAccept') : message('card.notGroupOrder'),
        done: message('cardLabels.printed'),
        sent: message('cardLabels.unconfirmed'),
        seen: message('cardLabels.confirmedByStaff'),
      },
      context,
    ),
    till: tillStep(context, tickets),
    kitchen: context.kitchen(items.length),
    checked: context.beside.checked,
    courier: courierOf(context.beside),
    cancelled: stage === 'rejected' || claimedStage(context.claim?.status ?? null) === 'rejected',
    stopped: row.alerting && stage === 'rejected',
    ...(row.alerting && stage === 'rejected' ? { stopSlip: stopStep(context) } : {}),
    alerting: row.alerting && stage !== 'rejected',
    unread: false,
    endedAt: row.endedAt === null ? null : context.iso(row.endedAt),
  };
}

function dueAt({ delivery, pickupEta }: Order): string | null {
  return delivery.selfDelivery ? (delivery.time ?? pickupEta) : pickupEta;
}

/** In a damaged row the courier's time may be any text. */
function courierOf({ courier }: Beside): OrderCard['courier'] {
  return courier && { ...courier, at: asTime(courier.at) };
}

/** Without access retrying is useless, and time is running: a person must reconnect. */
function whatNext({ waitsFor }: Job): Message {
  return waitsFor === 'access' ? message('order.sentAfterReconnect') : message('text.tryingAgain');
}

const doingOf = (action: StaffAction, order: Order) =>
  action === 'delivered' ? deliveredWords(order).doing : message(`actions.sending.${action}`);

/** A staff command on its way, or one that the service took but whose effect does not show yet. */
function pendingCommand({ order, stage }: OrderRow, { jobs, now, monotonic, iso }: CardContext): OrderCard['pending'] {
  for (const job of jobs) {
    const command = commandOf(job);
    if (!command || command.action === 'sent-to-pos') continue;
    const since = iso(job.createdAt);
    if (job.state === 'waiting' || job.state === 'leased') {
      if (isBeingChecked(job)) return { action: command.action, text: job.error ?? '', since, undoUntil: null };
      const doing = doingOf(command.action, order);
      const text = job.state === 'waiting' && job.error ? joinSentences(doing, job.error, whatNext(job)) : doing;
      const until = undoUntil(job);
      const undo = until !== null && isUndoable(job, monotonic) ? iso(now + until - monotonic) : null;
      return { action: command.action, text, since, undoUntil: undo };
    }
    // On an order that has ended, the effect will never show.
    // In either direction: a clock set back must not hide the buttons.
    const taken = Math.abs(now - (job.finishedAt ?? 0));
    if (isOpen(stage) && taken < EFFECT_WAIT_MS && isTaken(job, order, command))
      return { action: command.action, text: doingOf(command.action, order), since, undoUntil: null };
  }
  return null;
}

function ticketStep(tickets: Job[], stage: Stage, context: CardContext): StepView {
  const { hasTicketPrinter, ticketsByHand } = context;
  // A printer added later doesn't print earlier documents.
  if (tickets.length === 0 && isBeingPrepared(stage) && !ticketsByHand)
    return { state: 'failed', text: hasTicketPrinter ? NO_TICKET : message('cardTicket.noPrinter') };
  const words = {
    none: ticketsByHand
      ? message('cardTicket.onlyManual')
      : isUndecided(stage) || stage === 'scheduled'
        ? message('cardTicket.printOnAccept')
        : message('cardTicket.none'),
    done: message('cardTicket.printed'),
    sent: message('cardTicket.unconfirmed'),
    seen: message('cardTicket.confirmedByStaff'),
  };
  return stepOf(tickets, words, context);
}

const NO_TICKET = message('cardTicket.printManually');

/** The state of the STOP tickets. */
function stopStep(context: CardContext): StepView {
  const words = {
    none: message('cardStop.notNeeded'),
    done: message('cardStop.printed'),
    sent: message('cardStop.unconfirmed'),
    seen: message('cardStop.confirmedByStaff'),
  };
  const slips = context.jobs.filter((job) => documentOf(job) === 'stop-slip');
  const step = stepOf(slips, words, context);
  const isOnItsWay = step.state === 'waiting' || step.state === 'working';
  if (isOnItsWay) return { ...step, text: message('cardStop.notOut') };
  return step.state === 'stuck' ? { ...step, text: joinSentences(message('cardStop.notOut'), step.text) } : step;
}

function tillStep(context: CardContext, tickets: Job[]): StepView {
  const { jobs, hasTill } = context;
  const report = jobs.findLast((job) => commandOf(job)?.action === 'sent-to-pos');
  const reported = report?.state === 'done' ? message('cardTill.serviceKnows') : '';
  const tills = jobs.filter((job) => tillNewsOf(job) !== null);
  if (hasTill)
    return stepOf(
      tills,
      tills.some((job) => tillNewsOf(job) === 'cancelled' && job.state === 'done' && job.outcome === null)
        ? { none: '', done: message('cardTill.knowsCancellation') }
        : { none: message('cardTill.onAccept'), done: message('cardTill.hasOrder', { reported }) },
      context,
    );
  if (tickets.length === 0) return { state: 'none', text: message('till.noneSetUp') };
  const words = {
    none: '',
    done: message('cardTill.ticketPrinted', { reported }),
    sent: message('cardTill.ticketUnconfirmed', { reported }),
    seen: message('cardTill.ticketConfirmedByStaff', { reported }),
  };
  return stepOf(tickets, words, context);
}

/** The row is damaged, or from before a restore. */
const NOT_SURE: Problem = {
  code: 'not-read',
  text: message('order.savedDataDamaged'),
  hint: message('order.reloadsFromService'),
};

const ALLERGY_WAITS: Problem = {
  code: 'allergy-waits',
  text: message('card.allergyNotAutoAccepted'),
  hint: message('card.answerYourself'),
};

/** What is uncertain about it: staff must not cook on a guess. */
function unread({ readable, status }: Order): Problem[] {
  const isKnown = isKnownStatus(status);
  const unknown = message('orderStatus.unknownAtService', { status });
  if (readable === 'part') {
    const text = message('order.partlyUnreadable');
    const hint = message('order.readablePartShown');
    return [{ code: 'partly-unreadable', text: isKnown ? text : joinSentences(text, unknown), hint }];
  }
  if (isKnown) return [];
  const text = message('orderStatus.unknownSentence');
  return [{ code: 'unknown-status', text: joinSentences(text, unknown), hint: message('order.checkMerchantApp') }];
}

/** Operations of an open order; refunds and documents come after its end. */
const BEFORE_THE_END = new Set(['pickup-completed', 'courier-at-customer', 'eta', 'location']);

/** The service accepts no step for an ended order (section 3.1); printouts and the till can always be retried. */
function troubleOf(job: Job, stage: Stage, actions: readonly StaffAction[]): Problem {
  const action = commandOf(job)?.action;
  const isStep = action !== undefined || BEFORE_THE_END.has(operationOf(job)?.operation ?? '');
  const isTooLate = isStep && !isOpen(stage);
  // Its button is on the card.
  const isOffered = actions.some((name) => name === action);
  const again = isOffered ? message('order.tryAgainOrCheckApp') : isPrinterGone(job) ? PRINT_IT : message('order.retryInDiagnostics');
  const hint = isTooLate ? message('order.endedNothingToRetry') : again;
  return { code: `${job.kind}-failed`, text: job.error ?? message('job.failed'), hint };
}

/** A retry would find no printer. */
const isPrinterGone = ({ outcome }: Job): boolean => outcome === 'printer-removed';
const PRINT_IT = message('order.reprintFromOrder');

/** Equal errors of several printouts are shown once, to keep space for buttons. Each failed command is shown. */
function isFirstOfEqual(one: Problem, at: number, all: readonly Problem[]): boolean {
  const text = JSON.stringify(one);
  return one.code !== 'print-failed' || all.findIndex((other) => JSON.stringify(other) === text) === at;
}

const KIND_LABEL: ReadonlyMap<string, Message> = new Map([
  ['delivery', message('orderType.delivery')],
  ['self-delivery', message('orderType.selfDelivery')],
  ['takeaway', message('orderType.pickup')],
]);

/** "Delivery", "Pickup", or the service's own word for a kind that was added later. */
export function kindLabelOf(order: Order): Text {
  return KIND_LABEL.get(kindOf(order)) ?? (order.delivery.type === 'eatin' ? message('orderType.eatIn') : order.delivery.type);
}

export function kindOf(order: Order): OrderCard['kind'] {
  if (isCollected(order)) return 'takeaway';
  if (order.delivery.type !== 'homedelivery') return 'other';
  return order.delivery.selfDelivery ? 'self-delivery' : 'delivery';
}

/** Who takes the order; unknown for kinds added later. */
const READY: Partial<Record<OrderCard['kind'], Message>> = {
  delivery: message('orderStatus.readyForCourier'),
  'self-delivery': message('orderStatus.readyToDeliver'),
  takeaway: message('orderStatus.readyForCustomer'),
};

type StatusContext = RejectionContext & Pick<CardContext, 'flavour' | 'claim'>;

/** The order's stage as a message for staff. */
export function statusLabel(row: OrderRow, context: StatusContext): Message {
  const { order, stage } = row;
  const { flavour, claim } = context;
  const claimed = claim && claimedStage(claim.status);
  if (claimed) return claimed === 'delivered' ? deliveredWords(order).accordingToNotification : ACCORDING_TO_NOTIFICATION[claimed];
  // Its trouble says it; "waiting" would be a guess.
  if (isUndecided(stage) && !isKnownStatus(order.status)) return message('orderStatus.unknown');
  switch (stage) {
    case 'awaiting-acceptance':
      return flavour === 'advanced' ? message('orderStatus.waitingInMerchantApp') : message('orderStatus.waitingForYou');
    case 'awaiting-confirmation':
      return flavour === 'advanced' ? message('orderStatus.waitingInMerchantApp') : message('orderStatus.confirmPreorder');
    case 'scheduled':
      return message('timeline.confirmed');
    case 'preparing':
      return message('orderStatus.preparing');
    case 'ready':
      return READY[kindOf(order)] ?? (order.delivery.type === 'eatin' ? message('orderStatus.readyToServe') : message('orderStatus.ready'));
    case 'delivered':
      return deliveredWords(order).done;
    case 'rejected':
      return rejectedLabel(rejectionCause(row, context), order.type === 'preorder');
  }
}

/** Whether the label says what the column says already. */
export function isStatusOfColumn({ order, stage }: OrderRow, { flavour, claim }: StatusContext): boolean {
  if (claim && claimedStage(claim.status)) return false;
  if (stage === 'awaiting-acceptance') return flavour === 'device-free' && isKnownStatus(order.status);
  // That the venue brings it, or that it is eaten here, the column does not say.
  if (stage === 'ready') return kindOf(order) !== 'self-delivery' && order.delivery.type !== 'eatin';
  return stage === 'scheduled' || stage === 'preparing';
}

const REJECTED: Record<Exclude<RejectionCause, 'time'>, Message> = {
  here: message('orderStatus.rejectedHere'),
  checking: message('orderStatus.rejectedCheckingWho'),
  cancelled: message('orderStatus.cancelledElsewhere'),
  others: message('orderStatus.rejectedElsewhere'),
};

/** Who rejected it, as far as known. */
function rejectedLabel(how: RejectionCause, isPreorder: boolean): Message {
  if (how !== 'time') return REJECTED[how];
  return isPreorder ? message('orderStatus.rejectedNotConfirmed') : message('orderStatus.rejectedNotAccepted');
}

/** Short forms of labels too long for a chip. */
const SHORT: Partial<Record<MessageCode, Message>> = {
  [REJECTED.checking.code]: message('orderStatus.rejectedChecking'),
  [REJECTED.cancelled.code]: message('orderStatus.cancelled'),
  [REJECTED.others.code]: message('orderStatus.rejectedNotByUs'),
  [rejectedLabel('time', true).code]: message('orderStatus.notConfirmedInTime'),
  [rejectedLabel('time', false).code]: message('orderStatus.notAcceptedInTime'),
};

/** The label of an order's stage, with its short form if it has one. */
export function statusLabels(row: OrderRow, context: StatusContext): { statusLabel: Text; statusShort?: Text } {
  const label = statusLabel(row, context);
  const short = SHORT[label.code];
  return { statusLabel: label, ...(short === undefined ? {} : { statusShort: short }) };
}

const ACCORDING_TO_NOTIFICATION: Record<Exclude<Stage, 'delivered'>, Message> = {
  'awaiting-acceptance': message('orderStatus.newUnverified'),
  'awaiting-confirmation': message('orderStatus.newUnverified'),
  scheduled: message('orderStatus.confirmedUnverified'),
  preparing: message('orderStatus.preparingUnverified'),
  ready: message('orderStatus.readyUnverified'),
  rejected: message('orderStatus.cancelledUnverified'),
};

/** While notification and reading contradict each other, neither counts. */
function contradiction({ status }: Claim): Problem {
  const isCancelled = claimedStage(status) === 'rejected';
  return {
    code: 'contradicted',
    text: isCancelled ? message('order.cancelledUnverified') : message('order.movedOnUnverified'),
    ...(isCancelled ? { hint: message('order.stopPreparing') } : {}),
  };
}

/** A command was accepted without effect: shown, and its button sends it again. */
function withoutEffect(action: StaffAction, order: Order, jobs: Job[]): Problem[] {
  const job = jobs.findLast((one) => commandOf(one)?.action === action);
  const command = job && commandOf(job);
  if (!job || !command || !isTaken(job, order, command)) return [];
  return [
    {
      code: 'no-effect',
      text: action === 'delivered' ? deliveredWords(order).withoutEffect : NO_EFFECT[action],
      hint: message('order.tryAgainOrCheckApp'),
    },
  ];
}

const NO_EFFECT: typeof LABEL = {
  accept: message('orderStatus.acceptedNotUpdated'),
  reject: message('orderStatus.rejectedNotUpdated'),
  confirm: message('orderStatus.confirmedNotUpdated'),
  ready: message('orderStatus.readyNotUpdated'),
};

function documentOf(job: Job): string | null {
  return PRINT.read(job)?.document ?? null;
}
