/** Sends commands to the service, and never takes one for done on a guess. */
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

/** Back into the queue, from where all that waited for the service goes out in turn; at the latest after this pause. */
const AGAIN_IN_TURN = { end: 'retry', afterMs: 1_000, blameless: true, waitsFor: 'contact' } as const;

/** How long a reading must bear out a refusal before the refusal counts: readings lag. */
const CHECK_FOR_MS = 12_000;
/** How often the order is read while they contradict each other: at first, and after a while. */
const CHECK_CLOSELY_MS = 1_000;
const CHECK_CLOSELY_FOR_MS = 30_000;
const CHECK_MS = 4_000;
/** The service is asked once more so often: an order that still waits must not hang on one refusal. */
const ASK_AGAIN_MS = 45_000;

/** So long a command waits for a reading to bear out a notification that its order was cancelled; then the service decides. */
const CANCEL_CHECKED_FOR_MS = 30_000;

/** So often an order that is not found is looked for, with growing pauses: about a minute. */
const NOT_FOUND_TRIES = 6;

/** The queue's kind "command". */
export function createCommandKind(options: {
  store: Store;
  api: OrderApi;
  time: Time;
  /** Reads the order and writes what it says; the way to find out what became of a lost answer. `patienceMs`: as for the order API. */
  read: (address: OrderAddress, patienceMs?: number) => Promise<{ ok: true; order: Order } | { ok: false; problem: ServiceProblem }>;
  /** The service took a command: its effect will show in the next readings. */
  onTaken: (orderId: string) => void;
  /** Whether the service has not been heard for a while. */
  isGone: () => boolean;
}): Kind {
  const { store, api, time } = options;
  const { monotonic } = time;
  const outcomes = orderOutcomes(store);
  const turns = createDeadlineOrder(time);
  /** Since when a refusal is being checked, and when the service was last asked, by job. A restart begins anew. */
  const checking = new Map<number, { since: number; askedAt: number }>();

  async function attempt(job: ClaimedJob, payload: CommandPayload, turn: Turn): Promise<Outcome> {
    const address = { venueId: payload.venueId, orderId: job.orderId ?? '' };
    const { command } = payload;
    // One that a person set going again since then says nothing of a check: it is sent.
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

  /** How it ends on what is known of its order; null while it still has to be sent. */
  async function isShown(
    job: ClaimedJob,
    address: OrderAddress,
    { command, earlier }: CommandPayload,
    turn: Turn,
  ): Promise<Outcome | null> {
    // The network may be back just now: then the most urgent answer leaves first, not the one whose pause happens to be over.
    if (job.attempts > 1 && job.dueBy !== null && options.isGone()) {
      await api.probe(address);
      if (!options.isGone()) return { ...AGAIN_IN_TURN, error: job.error ?? '' };
    }
    // After a recovery the same command may have been sent by the run that lost its database.
    const isLost = job.outcomeUnknown || earlier === 'unread' || store.orders.get(address.orderId)?.readAt === NOT_READ;
    const isUnknown = isLost || earlier !== undefined;
    const isCancelled = isCancelClaimed(address.orderId);
    if ((isUnknown || isCancelled) && command.action !== 'sent-to-pos') {
      const found = await findOut(job, address, command, { isLost: isLost || isCancelled, isUnknown });
      if (found) return found;
    }
    await turn.come();
    // Also where a reading, or a notification, came while this one was being read or waited for its turn.
    const latest = store.orders.get(address.orderId);
    const end = latest && endShown(address, command, latest.order, isUnknown);
    if (end) return end;
    return command.action !== 'sent-to-pos' && isCancelClaimed(address.orderId) ? CANCEL_CLAIMED : null;
  }

  /** Whether a notification said that the order was cancelled, and readings may still come to show it. */
  function isCancelClaimed(orderId: string): boolean {
    const claim = store.claims.get(orderId);
    return claim !== null && claimedStage(claim.status) === 'rejected' && store.claims.sinceClaimed(claim) < CANCEL_CHECKED_FOR_MS;
  }

  /** How a command ends on an order that shows its effect, or that has ended; null while it still has to be sent. */
  function endShown(address: OrderAddress, command: Command, order: Order, isUnknown: boolean): Outcome | null {
    const isOver = command.action !== 'sent-to-pos' && !isOpen(stageOf(order));
    return isOver || effectShown(command, order) ? verdict(address, command, order, isUnknown) : null;
  }

  /** `isUnknown`: what the order shows may be what was sent before. */
  function verdict(address: OrderAddress, command: Command, order: Order, isUnknown: boolean): Outcome {
    if (effectShown(command, order)) return { end: 'done', outcome: isUnknown ? 'confirmed-by-read' : 'already-so' };
    return isUnknown && isOvertakenByEnd(command, stageOf(order)) ? OVERTAKEN : failed(address, command, moved(command, order));
  }

  /**
   * An earlier attempt may have worked, or the order was called cancelled. Null means: neither shows, send it. Anything else is the outcome.
   * `isLost`: an answer was lost, or no one has looked since, so nothing is sent before the order was read. Where the service took it, and
   * someone asks for it again because readings do not show that, one that fails holds nothing up: sent twice, it is refused, and the
   * refusal is no verdict.
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
    // A service that cannot find an order for a moment is no proof of anything; one that never finds it again is.
    if (reading.problem.code === 'not-found' && job.attempts > NOT_FOUND_TRIES) return failed(address, command, reading.problem.text);
    return readAgain(reading.problem, backoffMs(job.attempts));
  }

  /** What a problem says of the order; null if it says nothing of it. */
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

  /** An order that waits is answered as soon as the service allows it; a report holds up no answer, and nothing is sent for an order that has ended. */
  function notEnabled(job: ClaimedJob, address: OrderAddress, command: Command, problem: ServiceProblem): Outcome {
    const isWaiting = command.action !== 'sent-to-pos' && isOpen(store.orders.get(address.orderId)?.stage ?? 'rejected');
    return isWaiting ? asRetry({ ...problem, text: NOT_ENABLED }, backoffMs(job.attempts)) : failed(address, command, NOT_ENABLED);
  }

  /**
   * The service refuses the command because the order has moved on (409). One reading is no verdict: it may lag behind what an
   * earlier attempt, or someone else, did. While it shows an order that still waits for this command, the two contradict each other
   * and this is being checked; it is a verdict once the order has ended, or has stood for some seconds where the command makes no sense.
   */
  async function check(job: ClaimedJob, address: OrderAddress, { command, earlier }: CommandPayload): Promise<Outcome> {
    const { since, askedAt } = checking.get(job.id) ?? { since: monotonic(), askedAt: monotonic() };
    checking.set(job.id, { since, askedAt });
    // What was refused before anything was lost stays refused, also when a power cut comes in between.
    const wasLost = job.outcomeUnknown && job.phase !== 'checking';
    const again = wasLost ? CHECKING_LOST : CHECKING;
    // What the order moved on by may be what we sent.
    const mayBeOurs = wasLost || earlier !== undefined;
    const reading = await options.read(address, CHECK_MS);
    // The refusal itself was clear: that the order cannot be read just now does not make it ours.
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
    // No one else rejected what a rejection from here did.
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
 * Whether an earlier attempt took effect no one can tell any more: someone rejected the order meanwhile. What the card says of that is the
 * whole truth; that the command did not work may be untrue.
 */
const OVERTAKEN = { end: 'done', outcome: 'overtaken' } as const;

/** The order does not show the cancel yet that a notification told of: it is read again before anything is sent. */
const CANCEL_CLAIMED = {
  end: 'retry',
  error: message('order.cancelledUnverified'),
  afterMs: CHECK_CLOSELY_MS,
  blameless: true,
} as const;

function isOvertakenByEnd({ action }: Command, stage: Stage): boolean {
  return stage === 'rejected' && action !== 'reject';
}

/** What an order allows where staff decide here; this one was given here. */
const DEVICE_FREE: VenueMode = { flavour: 'device-free' };

/** How a command goes on while a refusal is checked: that is no one's fault. */
const CHECKING = { phase: 'checking', error: message('command.checkingMovedOn'), blameless: true } as const;

/** The same after a lost answer: what we sent may be what the order moved on by. */
const CHECKING_LOST = { phase: 'checking-lost', error: message('command.checkingReplyLost'), blameless: true } as const;

const nameOf = ({ action }: Command, order: Order | undefined): Message =>
  (action === 'sent-to-pos' ? SENT_TO_POS : actionWords(action, order)).name;

function moved(command: Command, order: Order): Message {
  if (stageOf(order) === 'rejected' && command.action !== 'reject') return message('command.rejectedMeanwhile');
  return message('command.statusAtService', { status: order.status });
}
