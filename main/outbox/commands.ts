/** Staff commands, kept until the service receives them. */
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
import { refuseChanged, refuseSecond } from './revision.ts';
import { type Refusal, unknownOrder } from './unknown-order.ts';

/** How long an accepted command's effect may take before the buttons return. */
export const EFFECT_WAIT_MS = 20_000;

export interface CommandTimes {
  /** As in the payload. */
  undoUntil?: number | undefined;
  /** When the service decides automatically (epoch ms, its clock); earlier deadlines are sent first. */
  dueBy?: number | undefined;
}

/** `by`: staff member; null if unnamed. `revision`: of the card they tapped. */
export interface Given {
  by?: string | null | undefined;
  revision?: string | undefined;
}

/** Accepts a staff command: durable if this returns null. Repeats count once. */
export function enqueueCommand(
  store: Store,
  mode: (venueId: string) => VenueMode,
  orderId: string,
  command: StaffCommand,
  times: CommandTimes & Given = {},
): Refusal | null {
  return store.write(() => {
    const row = store.orders.get(orderId);
    if (!row) return unknownOrder(store, orderId);
    const { order, stage } = row;
    const onItsWay = commandOnItsWay(store, orderId);
    if (onItsWay === command.action || isSettling(store, order, command)) return isOther(store, order, command);
    const changed = onItsWay === null ? refuseChanged(store, row, times.revision) : refuseSecond(store, row);
    if (changed) return changed;
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
    // If the order was reported cancelled while the tap was under way, that alarm needs its own tap.
    if (claimedStage(store.claims.get(orderId)?.status ?? null) !== 'rejected') store.orders.silence(orderId);
    store.journal.append(orderId, { kind: 'command', action: command.action, minutes }, times.by);
    return null;
  });
}

/** Whether the same command was just accepted and its effect may still show. Later taps send it again. */
function isSettling(store: Store, order: Order, command: StaffCommand): boolean {
  const job = store.queue.get(COMMAND.kind, keyOf(order.id, command));
  return job !== null && isTaken(job, order, command) && Math.abs(store.now() - (job.finishedAt ?? 0)) < EFFECT_WAIT_MS;
}

/** Refuses an accept with other minutes than the one under way. */
function isOther(store: Store, order: Order, command: StaffCommand): Refusal | null {
  const job = store.queue.get(COMMAND.kind, keyOf(order.id, command));
  const given = job && commandOf(job);
  if (command.action !== 'accept' || given?.action !== 'accept' || given.extraMinutes === command.extraMinutes) return null;
  return { code: 'under-way', text: message('text.inProgressOrOver') };
}

/** An earlier identical command may have taken effect, however long ago, as readings may lag. */
function beforeIt(store: Store, { order, readAt }: OrderRow, command: StaffCommand): Pick<CommandPayload, 'earlier'> {
  const job = store.queue.get(COMMAND.kind, keyOf(order.id, command));
  const wasTaken = job !== null && isTaken(job, order, command);
  // The order wasn't read since, so nothing shows that the earlier command had no effect.
  if (readAt === NOT_READ || job?.outcomeUnknown || (wasTaken && readAt <= (job.finishedAt ?? 0))) return { earlier: 'unread' };
  const isUnknown = wasTaken || (job !== null && COMMAND.read(job)?.earlier !== undefined);
  return isUnknown ? { earlier: 'unknown' } : {};
}

/** Whether the service accepted the command, but no read shows its effect. */
export function isTaken(job: Job, order: Order, command: Command): boolean {
  return job.state === 'done' && job.outcome === null && !effectShown(command, order);
}

/** Whether a refusal and the readings contradict each other; neither is final. */
export function isBeingChecked(job: Job): boolean {
  return job.kind === COMMAND.kind && job.phase !== null;
}

export function isOurRejection(job: Job): boolean {
  return isOurs(job) && commandOf(job)?.action === 'reject';
}

/** Whether our rejection was sent without a known answer, so the cause is unknown. */
export function mayBeOurRejection(job: Job): boolean {
  return isOut(job) && commandOf(job)?.action === 'reject';
}

export function mayHaveTakenEffect(job: Job): boolean {
  return isOurs(job) || isOut(job);
}

/** Whether the service accepted the command, or a reading confirmed it after a lost answer. */
function isOurs({ state, outcome }: Job): boolean {
  return state === 'done' && (outcome === null || outcome === 'confirmed-by-read');
}

function isOut({ state, outcomeUnknown }: Job): boolean {
  return state === 'leased' || (state === 'waiting' && outcomeUnknown);
}

/** Whether a failed command no longer matters: the order reached its state or a later one. */
export function isOvertaken(job: Job, order: Order, stage: Stage): boolean {
  const command = commandOf(job);
  if (command === null || job.state !== 'failed') return false;
  return effectShown(command, order) || (command.action === 'reject' && (stage === 'ready' || stage === 'delivered'));
}

/** Refused once sent. */
export function undoCommand(store: Store, orderId: string, now: number, { by, revision }: Given = {}): Refusal | null {
  return store.write(() => {
    const job = store.queue.ofOrder(orderId).find((one) => isUndoable(one, now));
    const row = store.orders.get(orderId);
    // Someone may have undone that action and taken another.
    const changed = job && row ? refuseChanged(store, row, revision) : null;
    if (changed) return changed;
    if (!job || !store.queue.giveUp(job.id, message('command.undoneByStaff')))
      return { code: 'too-late', text: message('command.alreadySent') };
    store.journal.append(orderId, { kind: 'command-undone' }, by);
    return null;
  });
}

/** `now`: the queue's clock. */
export function isUndoable(job: Job, now: number): boolean {
  const until = undoUntil(job);
  return job.state === 'waiting' && job.attempts === 0 && until !== null && now < until;
}

/** On the queue's clock; null if the command can't be undone. */
export function undoUntil(job: Job): number | null {
  return COMMAND.read(job)?.undoUntil ?? null;
}

/** Null for other kinds and unreadable jobs. */
export function commandOf(job: Job): Command | null {
  return COMMAND.read(job)?.command ?? null;
}

/** Queues sent-to-pos. Call it in the transaction that records the hand-off. */
export function reportSentToPos(store: Store, address: OrderAddress, success: boolean, timeSentToPos: string): void {
  queueCommand(
    store,
    address.orderId,
    { venueId: address.venueId, command: { action: 'sent-to-pos', success, timeSentToPos }, selfDelivery: false, shiftedTime: null },
    { keySuffix: success ? '' : '/failed' },
  );
}

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
  // One lane per order: its commands go in sequence and wait for no other order.
  const job = COMMAND.row({
    key: keyOf(orderId, payload.command) + keySuffix,
    lane: `order/${orderId}`,
    pool: payload.venueId,
    orderId,
    payload,
    ...(payload.undoUntil === undefined ? {} : { notBefore: payload.undoUntil }),
    ...(dueBy === undefined ? {} : { dueBy }),
  });
  // Staff may repeat a command; the hand-off is reported once.
  if (payload.command.action === 'sent-to-pos') store.queue.add(job);
  else store.queue.addOnceMore(job);
}

function keyOf(orderId: string, { action }: Command): string {
  return `${orderId}/${action}`;
}
