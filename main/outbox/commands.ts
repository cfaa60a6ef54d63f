/** Commands of staff, given once and kept until they reached the service; and what became of them. */
import { message } from '../../contract/message.ts';
import { actionWords } from '../orders/action-words.ts';
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
import type { Order } from '../orders/order.ts';
import type { Stage } from '../orders/stage.ts';
import type { OrderAddress } from '../service/order-api.ts';
import type { Job } from '../store/queue/queue.ts';
import { NOT_READ, type OrderRow } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';
import { COMMAND, type CommandPayload } from './command-payload.ts';
import { type Refusal, unknownOrder } from './unknown-order.ts';

/** How long a taken command may take to show in the order before the buttons come back. */
export const EFFECT_WAIT_MS = 20_000;

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
        text: message('command.tooLate', { number: order.number, done: actionWords(command.action).past, status: order.status }),
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
function beforeIt(store: Store, { order, readAt }: OrderRow, command: StaffCommand): Pick<CommandPayload, 'earlier'> {
  const job = store.queue.get(COMMAND.kind, keyOf(order.id, command));
  const wasTaken = job !== null && isTaken(job, order, command);
  // No one has looked since: then nothing says that it had no effect.
  if (readAt === NOT_READ || job?.outcomeUnknown || (wasTaken && readAt <= (job.finishedAt ?? 0))) return { earlier: 'unread' };
  const isUnknown = wasTaken || (job !== null && COMMAND.read(job)?.earlier !== undefined);
  return isUnknown ? { earlier: 'unknown' } : {};
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

function isOut({ state, outcomeUnknown }: Job): boolean {
  return state === 'leased' || (state === 'waiting' && outcomeUnknown);
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
