/** A command is done only with evidence that it worked. */
import { type Message, message, type Text } from '../../contract/message.ts';
import type { Time } from '../../shared/time/time.ts';
import { actionWords, SENT_TO_POS } from '../orders/action-words.ts';
import { claimedStage } from '../orders/claim.ts';
import { allowedActions, type Command, effectShown, type VenueMode } from '../orders/commands.ts';
import type { Order } from '../orders/order.ts';
import { isOpen, type Stage, stageOf } from '../orders/stage.ts';
import type { OrderAddress, OrderApi, SentOrder } from '../service/order-api.ts';
import { asRetry, type Result, type ServiceProblem } from '../service/problem.ts';
import type { ClaimedJob } from '../store/queue/queue.ts';
import { NOT_READ } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';
import { type Kind, kindOf, type Outcome } from '../store/worker.ts';
import { backoffMs } from '../time/back-off.ts';
import { COMMAND, type CommandPayload } from './command-payload.ts';
import { isOurRejection } from './commands.ts';
import { createDeadlineOrder, type Turn } from './deadline-order.ts';
import { isNotEnabled, NOT_ENABLED } from './not-enabled.ts';
import { orderOutcomes, readAgain, serviceCommand } from './service-command.ts';

/** The job is requeued, to be sent in order once contact returns, or after this pause. */
const AGAIN_IN_TURN = { end: 'retry', afterMs: 1_000, blameless: true, waitsFor: 'contact' } as const;

/** How long readings must support a refusal before it counts, as readings lag. */
const CHECK_FOR_MS = 12_000;
/** How often the order is read during a contradiction, at first and later. */
const CHECK_CLOSELY_MS = 1_000;
const CHECK_CLOSELY_FOR_MS = 30_000;
const CHECK_MS = 4_000;
/** During a contradiction the command is resent at this interval, as an open order must not depend on one refusal. */
const ASK_AGAIN_MS = 45_000;

/** How long a command waits for a reading to confirm a claimed cancellation; then it's sent. */
const CANCEL_CHECKED_FOR_MS = 30_000;

/** Tries for an order that isn't found, about a minute. */
const NOT_FOUND_TRIES = 6;

export function createCommandKind(options: {
  store: Store;
  api: OrderApi;
  time: Time;
  /** Reads and stores the order, to clarify a lost answer. `patienceMs`: as in the order API. */
  read: (address: OrderAddress, patienceMs?: number) => Promise<{ ok: true; order: Order } | { ok: false; problem: ServiceProblem }>;
  onTaken: (orderId: string) => void;
  /** Whether the service has been unreachable for a while. */
  isGone: () => boolean;
}): Kind {
  const { store, api, time } = options;
  const { monotonic } = time;
  const outcomes = orderOutcomes(store);
  const turns = createDeadlineOrder(time);
  /** Start of each refusal check and last sending, by job; lost on restart. */
  const checking = new Map<number, { since: number; askedAt: number }>();

  async function attempt(job: ClaimedJob, payload: CommandPayload, turn: Turn): Promise<Outcome> {
    const address = { venueId: payload.venueId, orderId: job.orderId ?? '' };
    const { command } = payload;
    // A job restarted by staff isn't checked but sent.
    if (job.phase === null) checking.delete(job.id);
    else if (monotonic() - (checking.get(job.id)?.askedAt ?? monotonic()) < ASK_AGAIN_MS) return check(job, address, payload);
    return serviceCommand(job, {
      isIdempotent: true,
      isShown: () => isShown(job, address, payload, turn),
      send: () => send({ ...address, onSent: turn.end }, payload),
      onTaken() {
        options.onTaken(address.orderId);
        return outcomes.taken(address.orderId, command.action);
      },
      onProblem: async (problem, retry) =>
        (await meaningOf(job, address, payload, problem)) ?? retry ?? failed(address, command, problem.text),
    });
  }

  async function isShown(
    job: ClaimedJob,
    address: OrderAddress,
    { command, earlier }: CommandPayload,
    turn: Turn,
  ): Promise<Outcome | null> {
    // Contact may have just returned: then the most urgent answer goes first, not the one whose pause ended.
    if (job.attempts > 1 && job.dueBy !== null && options.isGone()) {
      await api.probe(address);
      if (!options.isGone()) return { ...AGAIN_IN_TURN, error: job.error ?? '' };
    }
    // After a recovery, the command may have been sent before the database was lost.
    const isLost = job.outcomeUnknown || earlier === 'unread' || store.orders.get(address.orderId)?.readAt === NOT_READ;
    const isUnknown = isLost || earlier !== undefined;
    const isCancelled = isCancelClaimed(address.orderId);
    if ((isUnknown || isCancelled) && command.action !== 'sent-to-pos') {
      const found = await findOut(job, address, command, { isLost: isLost || isCancelled, isUnknown });
      if (found) return found;
    }
    await turn.come();
    // A reading or notification may have arrived meanwhile.
    const latest = store.orders.get(address.orderId);
    const end = latest && endShown(address, command, latest.order, isUnknown);
    if (end) return end;
    return command.action !== 'sent-to-pos' && isCancelClaimed(address.orderId) ? CANCEL_CLAIMED : null;
  }

  /** Whether a notification claims a cancellation that readings may still confirm. */
  function isCancelClaimed(orderId: string): boolean {
    const claim = store.claims.get(orderId);
    return claim !== null && claimedStage(claim.status) === 'rejected' && store.claims.sinceClaimed(claim) < CANCEL_CHECKED_FOR_MS;
  }

  /** The outcome if the order shows the effect or has ended, or null. */
  function endShown(address: OrderAddress, command: Command, order: Order, isUnknown: boolean): Outcome | null {
    const isOver = command.action !== 'sent-to-pos' && !isOpen(stageOf(order));
    return isOver || effectShown(command, order) ? verdict(address, command, order, isUnknown) : null;
  }

  /** `isUnknown`: the state may result from an earlier sending. */
  function verdict(address: OrderAddress, command: Command, order: Order, isUnknown: boolean): Outcome {
    if (effectShown(command, order)) return { end: 'done', outcome: isUnknown ? 'confirmed-by-read' : 'already-so' };
    return isUnknown && isOvertakenByEnd(command, stageOf(order)) ? OVERTAKEN : failed(address, command, moved(command, order));
  }

  /**
   * Reads the order after a lost answer or a claimed cancellation; null to send. `isLost`: never sent without a reading. Otherwise a failed
   * reading doesn't block a repeat: a command sent twice is refused, and that isn't final.
   */
  async function findOut(
    job: ClaimedJob,
    address: OrderAddress,
    command: Command,
    { isLost, isUnknown }: { isLost: boolean; isUnknown: boolean },
  ): Promise<Outcome | null> {
    const reading = await (isLost ? options.read(address) : options.read(address, CHECK_MS));
    if (reading.ok) return endShown(address, command, reading.order, isUnknown);
    if (!isLost) return null;
    // One 404 may be temporary; lasting ones are final.
    if (reading.problem.code === 'not-found' && job.attempts > NOT_FOUND_TRIES) return failed(address, command, reading.problem.text);
    return readAgain(reading.problem, backoffMs(job.attempts));
  }

  /** Null if the problem reveals nothing about the order. */
  async function meaningOf(
    job: ClaimedJob,
    address: OrderAddress,
    payload: CommandPayload,
    problem: ServiceProblem,
  ): Promise<Outcome | null> {
    const { command } = payload;
    if (problem.code === 'conflict' && command.action !== 'sent-to-pos') {
      checking.set(job.id, { since: checking.get(job.id)?.since ?? monotonic(), askedAt: monotonic() });
      return check(job, address, payload);
    }
    return (await isNotEnabled(problem, () => options.read(address))) ? notEnabled(job, address, command, problem) : null;
  }

  /** An open order's command is retried until it's enabled. sent-to-pos must not block answers, and ended orders need none. */
  function notEnabled(job: ClaimedJob, address: OrderAddress, command: Command, problem: ServiceProblem): Outcome {
    const isWaiting = command.action !== 'sent-to-pos' && isOpen(store.orders.get(address.orderId)?.stage ?? 'rejected');
    return isWaiting ? asRetry({ ...problem, text: NOT_ENABLED }, backoffMs(job.attempts)) : failed(address, command, NOT_ENABLED);
  }

  /**
   * A refusal because the order moved on (409). Readings may lag, so while one still allows the command, the contradiction is checked. It's
   * final once the order has ended, or hasn't allowed the command for some seconds.
   */
  async function check(job: ClaimedJob, address: OrderAddress, { command, earlier }: CommandPayload): Promise<Outcome> {
    const { since, askedAt } = checking.get(job.id) ?? { since: monotonic(), askedAt: monotonic() };
    checking.set(job.id, { since, askedAt });
    // A refusal that came before any lost answer remains a refusal, also after a power cut.
    const wasLost = job.outcomeUnknown && job.phase !== 'checking';
    const again = wasLost ? CHECKING_LOST : CHECKING;
    // Our own earlier sending may have moved the order on.
    const mayBeOurs = wasLost || earlier !== undefined;
    const reading = await options.read(address, CHECK_MS);
    // A failed reading doesn't change a clear refusal.
    if (!reading.ok) return { ...readAgain(reading.problem, CHECK_MS), ...again };
    const { order } = reading;
    const stage = stageOf(order);
    const isEffect = effectShown(command, order);
    const isContradicted = command.action !== 'sent-to-pos' && allowedActions(order, stage, DEVICE_FREE).includes(command.action);
    if (!isEffect && (isContradicted || (isOpen(stage) && monotonic() - since < CHECK_FOR_MS))) {
      const isFresh = monotonic() - since < CHECK_CLOSELY_FOR_MS;
      return { end: 'retry', ...again, afterMs: isFresh ? CHECK_CLOSELY_MS : CHECK_MS };
    }
    checking.delete(job.id);
    // Our own rejection moved the order on.
    const isOursAnyway = !isEffect && store.queue.ofOrder(address.orderId).some(isOurRejection);
    return verdict(address, command, order, mayBeOurs || isOursAnyway);
  }

  const failed = ({ orderId }: OrderAddress, command: Command, text: Text): Outcome =>
    outcomes.failed(orderId, nameOf(command, store.orders.get(orderId)?.order), text);

  function send(address: SentOrder, { command, selfDelivery, shiftedTime: time }: CommandPayload): Promise<Result<null>> {
    switch (command.action) {
      case 'accept':
        return selfDelivery ? api.acceptSelfDelivery(address, time) : api.accept(address, time);
      case 'reject':
        return api.reject(address, command.reason, command.code);
      case 'confirm':
        return api.confirmPreorder(address);
      case 'ready':
        return api.ready(address, command.batches);
      case 'delivered':
        return api.delivered(address);
      case 'sent-to-pos':
        return api.sentToPos(address, command.success, command.timeSentToPos);
    }
  }

  function run(job: ClaimedJob, payload: CommandPayload): Promise<Outcome> {
    const turn = turns.take(job.pool, job.dueBy);
    return attempt(job, payload, turn).finally(turn.end);
  }

  return kindOf(COMMAND, { atOnce: 8, leaseMs: 60_000, run });
}

/**
 * The order was rejected meanwhile, so whether an earlier attempt worked is unknown. The card shows the rejection; claiming a failure could
 * be wrong.
 */
const OVERTAKEN = { end: 'done', outcome: 'overtaken' } as const;

/** Readings don't show the claimed cancellation yet, so the order is read again first. */
const CANCEL_CLAIMED = {
  end: 'retry',
  error: message('order.cancelledUnverified'),
  afterMs: CHECK_CLOSELY_MS,
  blameless: true,
} as const;

function isOvertakenByEnd({ action }: Command, stage: Stage): boolean {
  return stage === 'rejected' && action !== 'reject';
}

/** Staff gave the command here, so they may decide. */
const DEVICE_FREE: VenueMode = { flavour: 'device-free' };

const CHECKING = { phase: 'checking', error: message('command.checkingMovedOn'), blameless: true } as const;

/** After a lost answer: our own sending may have moved the order on. */
const CHECKING_LOST = { phase: 'checking-lost', error: message('command.checkingReplyLost'), blameless: true } as const;

const nameOf = ({ action }: Command, order: Order | undefined): Message =>
  (action === 'sent-to-pos' ? SENT_TO_POS : actionWords(action, order)).name;

function moved(command: Command, order: Order): Message {
  if (stageOf(order) === 'rejected' && command.action !== 'reject') return message('command.rejectedMeanwhile');
  return message('command.statusAtService', { status: order.status });
}
