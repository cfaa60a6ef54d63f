/** An order as card: computes every text, button and deadline, so the screen only draws. */

import type { ActionName, Column, OrderCard, Problem, StepView } from '../../../contract/contract.ts';
import { joinSentences, type Message, message } from '../../../contract/message.ts';
import { actionWords } from '../../orders/action-words.ts';
import { claimedStage, isDecidedStatus } from '../../orders/claim.ts';
import { extraMinutes, type StaffAction, usualMinutes } from '../../orders/commands.ts';
import { type DeadlineRules, deadlineOf } from '../../orders/deadline.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import { toPay } from '../../orders/money/to-pay.ts';
import { bagsOf, type Order, peopleOf, piecesOf } from '../../orders/order.ts';
import { isBeingPrepared, isKnownStatus, isUndecided, type Stage } from '../../orders/stage.ts';
import type { CommandStatus, PendingCommand } from '../../outbox/command-status.ts';
import type { OperationResult } from '../../outbox/operation-status.ts';
import type { PaperStatus } from '../../printing/spool/paper-status.ts';
import type { Suggestion } from '../../shift/prep-coach.ts';
import type { WaitsFor } from '../../store/queue/job-progress.ts';
import type { Failure } from '../../store/queue/job-status.ts';
import type { StatusClaim } from '../../store/rows/claim-rows.ts';
import { type LocalState, NOT_READ, type OrderRow } from '../../store/rows/order-rows.ts';
import type { TillStatus } from '../../till/hand-off.ts';
import { noteAllergies } from './allergies.ts';
import { fitCard, money } from './fit-card.ts';
import { isStatusOfColumn, kindLabelOf, kindOf, type StatusContext, statusLabels } from './status-label.ts';
import { stepView } from './steps.ts';

/** An order's jobs, claims and settings, as its card needs them. */
export interface CardContext extends DeadlineRules, StatusContext {
  venueName: string;
  currencyDigits: CurrencyDigits;
  papers: PaperStatus;
  till: TillStatus;
  hasTill: boolean;
  commands: CommandStatus;
  operations: { results: OperationResult[]; failures: Failure[] };
  otherFailures: Failure[];
  rushMinutes: number;
  /** Auto-accept skipped the order only because of an allergy or allergen. */
  waitsForAllergy: boolean;
  suggested: Suggestion | null;
  /** Epoch ms, service clock. */
  placedAt: number;
  localState: LocalState;
  /** The kitchen's work, limited to `most` lines. */
  kitchen: (most: number) => OrderCard['kitchen'];
  /** Converts this computer's epoch ms to the service clock's ISO UTC. */
  iso: (at: number) => string;
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

export function orderCard(row: OrderRow, context: CardContext): OrderCard {
  const { currencyDigits, papers, commands } = context;
  const { stage } = row;
  const { order, items, participants, isCut } = fitCard(row.order, currencyDigits);
  const { pending, allowed } = commands;
  const isUnseen = row.alerting && stage === 'rejected';
  return {
    id: order.id,
    revision: commands.revision,
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
    rejected: context.rejected,
    customer: order.consumer.name,
    phone: order.consumer.phone,
    address: order.delivery.address,
    comment: order.consumer.comment,
    allergies: noteAllergies(row.order.consumer.comment, order.consumer.comment),
    items,
    itemCount: piecesOf(order),
    participants,
    people: peopleOf(order),
    bags: bagsOf(order),
    isCut,
    total: money(order.basketTotal, currencyDigits),
    toPay: money(toPay(order, currencyDigits), currencyDigits),
    cashToCollect: money(order.cash?.collect ?? null, currencyDigits),
    noContact: order.noContact,
    placedAt: order.createdAt,
    pickupAt: dueAt(commands.promised),
    preorderFor: order.preOrder?.time ?? null,
    // No deadline while a notification that the order was answered or has ended is being verified.
    deadline: context.claim && isDecidedStatus(context.claim.status) ? null : deadlineOf(stage, context, context.placedAt),
    pending: pending && pendingView(pending, order, context),
    operated: context.operations.results.map(operated),
    trouble: [
      ...(context.claim ? [contradiction(context.claim)] : []),
      ...(row.readAt === NOT_READ ? [NOT_SURE] : []),
      ...commands.withoutEffect.map((action) => withoutEffect(action, order)),
      ...unread(order),
      ...(context.waitsForAllergy && !pending && allowed.includes('accept') ? [ALLERGY_WAITS] : []),
      ...[papers, context.till, commands, context.operations]
        .flatMap(({ failures }) => failures)
        .concat(context.otherFailures)
        .sort((one, other) => other.jobId - one.jobId)
        .map(problemOf),
    ],
    actions: pending
      ? []
      : allowed.map((name) => ({
          name: name as ActionName,
          label: actionWords(name, order).button,
          ...(name === 'accept' ? { extraMinutes: extraMinutes(order), usualMinutes: usualMinutes(order, context.rushMinutes) } : {}),
          ...(name === 'accept' && context.suggested ? { suggested: context.suggested } : {}),
          ...(name === 'ready' && order.batchRows.length > 0 ? { needsBatches: true } : {}),
        })),
    ticket: ticketStep(stage, papers),
    labels: stepView(papers.labels, {
      none: order.participants.length > 0 ? message('cardLabels.printOnAccept') : message('card.notGroupOrder'),
      done: message('cardLabels.printed'),
      sent: message('cardLabels.unconfirmed'),
      seen: message('cardLabels.confirmedByStaff'),
    }),
    till: tillStep(context),
    kitchen: context.kitchen(items.length),
    checked: context.localState.checked,
    courier: context.localState.courier,
    cancelled: isUnseen ? 'unseen' : stage === 'rejected' ? 'settled' : isCancelClaimed(context.claim) ? 'claimed' : null,
    ...(isUnseen ? { stopSlip: stopStep(papers) } : {}),
    alerting: row.alerting && stage !== 'rejected',
    unread: false,
    endedAt: row.endedAt === null ? null : context.iso(row.endedAt),
  };
}

function dueAt({ delivery, pickupEta }: Order): string | null {
  return delivery.selfDelivery ? (delivery.time ?? pickupEta) : pickupEta;
}

/** Without access, retrying is useless: a person must reconnect. */
function whatNext(waitsFor: WaitsFor): Message {
  return waitsFor === 'access' ? message('order.sentAfterReconnect') : message('text.tryingAgain');
}

function pendingView(
  { action, since, undoUntil, isChecked, error, waitsFor }: PendingCommand,
  order: Order,
  { iso }: CardContext,
): OrderCard['pending'] {
  const { sending } = actionWords(action, order);
  const text = isChecked ? (error ?? '') : error ? joinSentences(sending, error, whatNext(waitsFor)) : sending;
  return { action, text, since: iso(since), undoUntil: undoUntil === null ? null : iso(undoUntil) };
}

function operated(result: OperationResult): OrderCard['operated'][number] {
  const { requestId, operation, state } = result;
  if (state === 'taken') return { requestId, operation, state, problem: null };
  if (state === 'failed') return { requestId, operation, state, problem: problemOf({ ...result, kind: 'operation' }) };
  const problem = result.text === null ? null : { code: 'not-yet', text: result.text, hint: whatNext(result.waitsFor) };
  return { requestId, operation, state, problem };
}

function ticketStep(stage: Stage, { ticket, tickets }: PaperStatus): StepView {
  const isManual = tickets === 'manually';
  // A printer added later prints no earlier documents.
  if (ticket.state === 'none' && isBeingPrepared(stage) && !isManual)
    return { state: 'failed', text: message(tickets === 'no-printer' ? 'cardTicket.noPrinter' : 'cardTicket.printManually') };
  return stepView(ticket, {
    none: isManual
      ? message('cardTicket.onlyManual')
      : isUndecided(stage) || stage === 'scheduled'
        ? message('cardTicket.printOnAccept')
        : message('cardTicket.none'),
    done: message('cardTicket.printed'),
    sent: message('cardTicket.unconfirmed'),
    seen: message('cardTicket.confirmedByStaff'),
  });
}

function stopStep({ stopTicket }: PaperStatus): StepView {
  const step = stepView(stopTicket, {
    none: message('cardStop.notNeeded'),
    done: message('cardStop.printed'),
    sent: message('cardStop.unconfirmed'),
    seen: message('cardStop.confirmedByStaff'),
  });
  const isOnItsWay = step.state === 'waiting' || step.state === 'working';
  if (isOnItsWay) return { ...step, text: message('cardStop.notOut') };
  return step.state === 'stuck' ? { ...step, text: joinSentences(message('cardStop.notOut'), step.text) } : step;
}

function tillStep({ hasTill, till, papers: { ticket }, commands }: CardContext): StepView {
  const reported = commands.isHandOffReported ? message('cardTill.serviceKnows') : '';
  if (hasTill)
    return stepView(
      till.handOff,
      till.knowsCancellation
        ? { none: '', done: message('cardTill.knowsCancellation') }
        : { none: message('cardTill.onAccept'), done: message('cardTill.hasOrder', { reported }) },
    );
  if (ticket.state === 'none') return { state: 'none', text: message('till.noneSetUp') };
  return stepView(ticket, {
    none: '',
    done: message('cardTill.ticketPrinted', { reported }),
    sent: message('cardTill.ticketUnconfirmed', { reported }),
    seen: message('cardTill.ticketConfirmedByStaff', { reported }),
  });
}

/** Shown if the row is damaged, or from before a restore. */
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

/** Problems of uncertain data, so that staff don't cook on a guess. */
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

const HINT: Record<Failure['hint'], Message> = {
  button: message('order.tryAgainOrCheckApp'),
  diagnostics: message('order.retryInDiagnostics'),
  reprint: message('order.reprintFromOrder'),
  none: message('order.endedNothingToRetry'),
};

function problemOf({ kind, text, hint }: Omit<Failure, 'jobId'>): Problem {
  return { code: `${kind}-failed`, text, hint: HINT[hint] };
}

function isCancelClaimed(claim: StatusClaim | null): boolean {
  return claimedStage(claim?.status ?? null) === 'rejected';
}

/** A notification says the order was canceled or moved on, but reading it at the service does not confirm that. */
function contradiction(claim: StatusClaim): Problem {
  const isCancelled = isCancelClaimed(claim);
  return {
    code: 'contradicted',
    text: isCancelled ? message('order.cancelledUnverified') : message('order.movedOnUnverified'),
    ...(isCancelled ? { hint: message('order.stopPreparing') } : {}),
  };
}

/** The service took the command without effect; its button returns. */
function withoutEffect(action: StaffAction, order: Order): Problem {
  return { code: 'no-effect', text: actionWords(action, order).noEffect, hint: message('order.tryAgainOrCheckApp') };
}
