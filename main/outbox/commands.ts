/** Commands that must reach the service: given once, kept until they did, and never taken for done on a guess. */
import { type Message, message, type Text } from '../../contract/message.ts';
import type { Time } from '../../shared/time/time.ts';
import { claimedStage } from '../orders/claim.ts';
import {
  allowedActions,
  type Command,
  effectShown,
  type StaffCommand,
  shiftedTime,
  timeToShift,
  type VenueMode,
} from '../orders/commands.ts';
import { isCollected, type Order } from '../orders/order.ts';
import { isOpen, type Stage, stageOf } from '../orders/stage.ts';
import type { OrderAddress, OrderApi, SentOrder } from '../service/order-api.ts';
import { asRetry, isPassing, type Result, type ServiceProblem } from '../service/problem.ts';
import type { ClaimedJob, Job } from '../store/queue/queue.ts';
import { NOT_READ, type OrderRow } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';
import { type Kind, kindOf, type Outcome } from '../store/worker.ts';
import { backoffMs } from '../time/back-off.ts';
import { COMMAND, type CommandPayload } from './command-payload.ts';
import { createDeadlineOrder, type Turn } from './deadline-order.ts';
import { isNotEnabled, NOT_ENABLED } from './not-enabled.ts';
import { type Refusal, unknownOrder } from './unknown-order.ts';

/** Back into the queue, from where all that waited for the service goes out in turn; at the latest after this pause. */
const AGAIN_IN_TURN = { end: 'retry', afterMs: 1_000, blameless: true, waitsFor: 'contact' } as const;

/** How long a taken command may take to show in the order before the buttons come back. */
export const EFFECT_WAIT_MS = 20_000;
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

/** When a command leaves, and until when it is of any use. */
export interface CommandTimes {
  /** Until then it can be taken back, and does not leave (the queue's clock). */
  undoUntil?: number | undefined;
  /** When the service decides by itself (epoch ms, its clock); the answer whose time ends first leaves first. */
  dueBy?: number | undefined;
}

/** Who of the staff gave a command; null where no one is named. */
export interface GivenBy {
  by?: string | null | undefined;
}

/**
 * Takes a command of staff: durable when this returns null. The same command given twice is one command; one that the order
 * no longer allows is refused in words.
 */
export function giveCommand(
  store: Store,
  mode: (venueId: string) => VenueMode,
  orderId: string,
  command: StaffCommand,
  times: CommandTimes & GivenBy = {},
): Refusal | null {
  return store.write(() => {
    const row = store.orders.get(orderId);
    if (!row) return unknownOrder(store, orderId);
    const { order, stage } = row;
    if (commandOnItsWay(store, orderId) === command.action || isSettling(store, order, command)) return isOther(store, order, command);
    if (!allowedActions(order, stage, mode(order.venueId)).includes(command.action)) {
      return {
        code: 'not-allowed',
        text: message('command.tooLate', { number: order.number, done: PAST[command.action], status: order.status }),
      };
    }
    if (command.action === 'ready' && command.batches?.some(({ row: number }) => !order.batchRows.includes(number)))
      return { code: 'not-allowed', text: message('operation.itemGone') };
    const minutes = command.action === 'accept' ? command.extraMinutes : 0;
    const before = timeToShift(order);
    queueCommand(
      store,
      orderId,
      {
        venueId: order.venueId,
        command,
        selfDelivery: order.delivery.selfDelivery,
        shiftedTime: shiftedTime(order, minutes, row.initialPickupEta),
        ...(minutes === 0 || before === null ? {} : { timeBefore: before }),
        ...(times.undoUntil === undefined ? {} : { undoUntil: times.undoUntil }),
        ...beforeIt(store, row, command),
      },
      times.dueBy === undefined ? {} : { dueBy: times.dueBy },
    );
    // What rings because it was told to be cancelled may have begun while the touch was on its way: that alarm is ended by a touch of its own.
    if (claimedStage(store.claims.get(orderId)?.status ?? null) !== 'rejected') store.orders.silence(orderId);
    store.journal.append(orderId, { kind: 'command', action: command.action, minutes }, times.by);
    return null;
  });
}

/**
 * Whether the service took this very command a moment ago and its effect may still come. After that a touch sends it again: a
 * finished row must not make the button a dead one.
 */
function isSettling(store: Store, order: Order, command: StaffCommand): boolean {
  const job = store.queue.get(COMMAND.kind, keyOf(order.id, command));
  return job !== null && isTaken(job, order, command) && Math.abs(store.now() - (job.finishedAt ?? 0)) < EFFECT_WAIT_MS;
}

/** Someone else's accept is under way: whoever asked for other minutes is told that these are not sent. */
function isOther(store: Store, order: Order, command: StaffCommand): Refusal | null {
  const job = store.queue.get(COMMAND.kind, keyOf(order.id, command));
  const given = job && commandOf(job);
  if (command.action !== 'accept' || given?.action !== 'accept' || given.extraMinutes === command.extraMinutes) return null;
  return { code: 'under-way', text: message('text.inProgressOrOver') };
}

/** What is to be known of the same command, given before: it may have taken effect, however long ago, as readings may lag behind it. */
function beforeIt(store: Store, { order, readAt }: OrderRow, command: StaffCommand): Pick<CommandPayload, 'mayBeDone' | 'mustBeRead'> {
  const job = store.queue.get(COMMAND.kind, keyOf(order.id, command));
  const wasTaken = job !== null && isTaken(job, order, command);
  const mayBeDone = readAt === NOT_READ || wasTaken || job?.interrupted || (job !== null && COMMAND.read(job)?.mayBeDone === true);
  // No one has looked since: then nothing says that it had no effect.
  const mustBeRead = readAt === NOT_READ || job?.interrupted || (wasTaken && readAt <= (job.finishedAt ?? 0));
  return { ...(mayBeDone ? { mayBeDone } : {}), ...(mustBeRead ? { mustBeRead } : {}) };
}

/** True while the service took this command and no reading shows its effect. */
export function isTaken(job: Job, order: Order, command: Command): boolean {
  return job.state === 'done' && job.outcome === null && !effectShown(command, order);
}

/** True while a refusal and the readings contradict each other: neither is a verdict yet. */
export function isBeingChecked(job: Job): boolean {
  return job.kind === COMMAND.kind && job.phase !== null;
}

/** Whether this command of ours is what rejected the order; a rejection that was found is someone else's. */
export function isOurRejection(job: Job): boolean {
  return isOurs(job) && commandOf(job)?.action === 'reject';
}

/** While our own rejection is out and its answer was lost, no one knows by whom the order was rejected. */
export function mayBeOurRejection(job: Job): boolean {
  return isOut(job) && commandOf(job)?.action === 'reject';
}

/** Whether the service took this command from here, or may have: it is out, or its answer was lost. What someone else did is not ours. */
export function mayHaveBeenTaken(job: Job): boolean {
  return isOurs(job) || isOut(job);
}

/** The service took it, or a reading showed after a lost answer that it had. */
function isOurs({ state, outcome }: Job): boolean {
  return state === 'done' && (outcome === null || outcome === 'confirmed-by-read');
}

function isOut({ state, interrupted }: Job): boolean {
  return state === 'leased' || (state === 'waiting' && interrupted);
}

/** Whether what this failed command says is over: the order came to where it should take it, by whomever, or went on beyond. */
export function isOvertaken(job: Job, order: Order, stage: Stage): boolean {
  const command = commandOf(job);
  if (command === null || job.state !== 'failed') return false;
  return effectShown(command, order) || (command.action === 'reject' && (stage === 'ready' || stage === 'delivered'));
}

/** Takes back the staff command of an order that has not left yet. Refused once it is on its way. */
export function takeBack(store: Store, orderId: string, now: number, by?: string | null | undefined): Refusal | null {
  return store.write(() => {
    const job = store.queue.ofOrder(orderId).find((one) => isUndoable(one, now));
    if (!job || !store.queue.giveUp(job.id, message('command.undoneByStaff')))
      return { code: 'too-late', text: message('command.alreadySent') };
    store.journal.append(orderId, { kind: 'command-undone' }, by);
    return null;
  });
}

/** Whether this command still waits here for someone to think again. `now`: the queue's clock. */
export function isUndoable(job: Job, now: number): boolean {
  const until = undoUntil(job);
  return job.state === 'waiting' && job.attempts === 0 && until !== null && now < until;
}

/** Until when staff may take this command back (the queue's clock); null where they never could, and for every other job. */
export function undoUntil(job: Job): number | null {
  return COMMAND.read(job)?.undoUntil ?? null;
}

/** What this job asks of the service; null for a job of another kind, and for one that cannot be read. */
export function commandOf(job: Job): Command | null {
  return COMMAND.read(job)?.command ?? null;
}

/** Reports the hand-off to the till (sent-to-pos). Call it in the transaction that records the hand-off. */
export function reportSentToPos(store: Store, address: OrderAddress, success: boolean, timeSentToPos: string): void {
  queueCommand(
    store,
    address.orderId,
    { venueId: address.venueId, command: { action: 'sent-to-pos', success, timeSentToPos }, selfDelivery: false, shiftedTime: null },
    { keySuffix: success ? '' : '/failed' },
  );
}

/** The staff command of this order that has not reached the service yet, or null. */
export function commandOnItsWay(store: Store, orderId: string): StaffCommand['action'] | null {
  for (const job of store.queue.ofOrder(orderId)) {
    if (job.state !== 'waiting' && job.state !== 'leased') continue;
    const action = commandOf(job)?.action;
    if (action !== undefined && action !== 'sent-to-pos') return action;
  }
  return null;
}

const PAST = {
  accept: message('timeline.acceptedInline'),
  reject: message('command.rejectedInline'),
  confirm: message('command.confirmedInline'),
  ready: message('command.markedReady'),
  delivered: message('command.markedDelivered'),
} as const;

function queueCommand(
  store: Store,
  orderId: string,
  payload: CommandPayload,
  { keySuffix = '', dueBy }: { keySuffix?: string; dueBy?: number } = {},
): void {
  // One order is one lane: its commands go in the sequence given, and wait for no other order's.
  const job = COMMAND.row({
    key: keyOf(orderId, payload.command) + keySuffix,
    lane: `order/${orderId}`,
    pool: payload.venueId,
    orderId,
    payload,
    ...(payload.undoUntil === undefined ? {} : { notBefore: payload.undoUntil }),
    ...(dueBy === undefined ? {} : { dueBy }),
  });
  // What staff ask for is sent whenever they ask. That the till has the order is a fact, told once.
  if (payload.command.action === 'sent-to-pos') store.queue.add(job);
  else store.queue.addOnceMore(job);
}

function keyOf(orderId: string, { action }: Command): string {
  return `${orderId}/${action}`;
}

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
  const turns = createDeadlineOrder(time);
  /** Since when a refusal is being checked, and when the service was last asked, by job. A restart begins anew. */
  const checking = new Map<number, { since: number; askedAt: number }>();

  async function run(job: ClaimedJob, payload: CommandPayload): Promise<Outcome> {
    const turn = turns.take(job.pool, job.dueBy);
    try {
      return await attempt(job, payload, turn);
    } finally {
      turn.end();
    }
  }

  async function attempt(job: ClaimedJob, payload: CommandPayload, turn: Turn): Promise<Outcome> {
    const address = { venueId: payload.venueId, orderId: job.orderId ?? '' };
    const { command } = payload;

    // One that a person set going again since then says nothing of a check: it is sent.
    if (job.phase === null) checking.delete(job.id);
    else if (monotonic() - (checking.get(job.id)?.askedAt ?? monotonic()) < ASK_AGAIN_MS) return check(job, address, payload);
    // The network may be back just now: then the most urgent answer leaves first, not the one whose pause happens to be over.
    if (job.attempts > 1 && job.dueBy !== null && options.isGone()) {
      await api.probe(address);
      if (!options.isGone()) return { ...AGAIN_IN_TURN, error: job.error ?? '', mayHaveHappened: job.interrupted };
    }
    const row = store.orders.get(address.orderId);
    // After a recovery the same command may have been sent by the run that lost its database.
    const isLost = job.interrupted || payload.mustBeRead === true || row?.readAt === NOT_READ;
    const mayHaveWorked = isLost || payload.mayBeDone === true;
    const isCancelled = isCancelClaimed(address.orderId);
    if ((mayHaveWorked || isCancelled) && command.action !== 'sent-to-pos') {
      const found = await findOut(job, address, command, { isLost: isLost || isCancelled, mayHaveWorked });
      if (found) return found;
    }
    await turn.come();
    // Also where a reading, or a notification, came while this one was being read or waited for its turn.
    const latest = store.orders.get(address.orderId);
    const end = latest && endShown(address, command, latest.order, mayHaveWorked);
    if (end) return end;
    if (command.action !== 'sent-to-pos' && isCancelClaimed(address.orderId)) return CANCEL_CLAIMED;
    const answer = await send({ ...address, onSent: turn.end }, payload);
    if (answer.ok) {
      options.onTaken(address.orderId);
      return { end: 'done', also: () => store.journal.append(address.orderId, { kind: 'answer', action: command.action }) };
    }
    return settle(job, address, payload, answer.problem);
  }

  /** Whether a notification said that the order was cancelled, and readings may still come to show it. */
  function isCancelClaimed(orderId: string): boolean {
    const claim = store.claims.get(orderId);
    return claim !== null && claimedStage(claim.status) === 'rejected' && store.claims.sinceClaimed(claim) < CANCEL_CHECKED_FOR_MS;
  }

  /** How a command ends on an order that shows its effect, or that has ended; null while it still has to be sent. */
  function endShown(address: OrderAddress, command: Command, order: Order, mayHaveWorked: boolean): Outcome | null {
    if (effectShown(command, order)) return { end: 'done', outcome: mayHaveWorked ? 'confirmed-by-read' : 'already-so' };
    const stage = stageOf(order);
    if (command.action === 'sent-to-pos' || isOpen(stage)) return null;
    return mayHaveWorked && isOvertakenByEnd(command, stage) ? OVERTAKEN : failed(address, command, moved(command, order));
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
    { isLost, mayHaveWorked }: { isLost: boolean; mayHaveWorked: boolean },
  ): Promise<Outcome | null> {
    const reading = await (isLost ? options.read(address) : options.read(address, CHECK_MS));
    if (reading.ok) return endShown(address, command, reading.order, mayHaveWorked);
    if (!isLost) return null;
    // A service that cannot find an order for a moment is no proof of anything; one that never finds it again is.
    if (reading.problem.code === 'not-found' && job.attempts > NOT_FOUND_TRIES) return failed(address, command, reading.problem.text);
    return { ...asRetry(reading.problem, backoffMs(job.attempts)), mayHaveHappened: job.interrupted };
  }

  async function settle(job: ClaimedJob, address: OrderAddress, payload: CommandPayload, problem: ServiceProblem): Promise<Outcome> {
    const { command } = payload;
    if (problem.code === 'conflict' && command.action !== 'sent-to-pos') {
      checking.set(job.id, { since: checking.get(job.id)?.since ?? monotonic(), askedAt: monotonic() });
      return check(job, address, payload);
    }
    if (await isNotEnabled(problem, () => options.read(address))) return notEnabled(job, address, command, problem);
    if (!isPassing(problem)) return failed(address, command, problem.text);
    return asRetry(problem, backoffMs(job.attempts));
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
  async function check(job: ClaimedJob, address: OrderAddress, { command, mayBeDone = false }: CommandPayload): Promise<Outcome> {
    const { since, askedAt } = checking.get(job.id) ?? { since: monotonic(), askedAt: monotonic() };
    checking.set(job.id, { since, askedAt });
    // What was refused before anything was lost stays refused, also when a power cut comes in between.
    const wasLost = job.interrupted && job.phase !== 'checking';
    const again = wasLost ? CHECKING_LOST : CHECKING;
    // What the order moved on by may be what we sent.
    const mayBeOurs = wasLost || mayBeDone;
    const reading = await options.read(address, CHECK_MS);
    // The refusal itself was clear: that the order cannot be read just now does not make it ours.
    if (!reading.ok) return { ...asRetry(reading.problem, CHECK_MS), ...again, mayHaveHappened: wasLost };
    const { order } = reading;
    if (effectShown(command, order)) {
      checking.delete(job.id);
      return { end: 'done', outcome: mayBeOurs ? 'confirmed-by-read' : 'already-so' };
    }
    const stage = stageOf(order);
    const isContradicted = command.action !== 'sent-to-pos' && allowedActions(order, stage, DEVICE_FREE).includes(command.action);
    if (isContradicted || (isOpen(stage) && monotonic() - since < CHECK_FOR_MS)) {
      const isFresh = monotonic() - since < CHECK_CLOSELY_FOR_MS;
      return { end: 'retry', ...again, afterMs: isFresh ? CHECK_CLOSELY_MS : CHECK_MS };
    }
    checking.delete(job.id);
    // No one else rejected what a rejection from here did.
    const isKnown = mayBeOurs || store.queue.ofOrder(address.orderId).some(isOurRejection);
    return isKnown && isOvertakenByEnd(command, stage) ? OVERTAKEN : failed(address, command, moved(command, order));
  }

  function failed(address: OrderAddress, command: Command, text: Text): Outcome {
    const error = message('command.failed', { action: calledOf(command, store.orders.get(address.orderId)?.order), text });
    return { end: 'failed', error, also: () => store.journal.append(address.orderId, { kind: 'failed', text: error }) };
  }

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

const LABEL: Record<Command['action'], Message> = {
  accept: message('actions.accept'),
  reject: message('actions.reject'),
  confirm: message('actions.confirm'),
  ready: message('orderStatus.ready'),
  delivered: message('orderStatus.delivered'),
  'sent-to-pos': message('command.reportingToTill'),
};

/** The last step by who takes the order. */
function calledOf({ action }: Command, order: Order | undefined): Message {
  return action === 'delivered' && order && isCollected(order) ? message('actions.handOver') : LABEL[action];
}

function moved(command: Command, order: Order): Message {
  if (stageOf(order) === 'rejected' && command.action !== 'reject') return message('command.rejectedMeanwhile');
  return message('command.statusAtService', { status: order.status });
}
