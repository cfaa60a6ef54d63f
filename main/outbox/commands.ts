/** Commands that must reach the service: given once, kept until they did, and never taken for done on a guess. */
import { allowedActions, type Command, effectShown, type StaffCommand, shiftedTime, type VenueMode } from '../orders/commands.ts';
import type { Order } from '../orders/order.ts';
import { isOpen, stageOf } from '../orders/stage.ts';
import type { OrderAddress, OrderApi } from '../service/order-api.ts';
import { asRetry, isPassing, type Result, type ServiceProblem } from '../service/problem.ts';
import type { ClaimedJob, Job } from '../store/queue.ts';
import type { Store } from '../store/store.ts';
import { backoffMs, type Kind, type Outcome } from '../store/worker.ts';

const COMMAND = 'command';

/** A command as queued: what to do, to which order, and the times it carries, fixed when it was given. */
export interface CommandPayload {
  venueId: string;
  command: Command;
  selfDelivery: boolean;
  /** ISO UTC; null asks for the usual time. */
  shiftedTime: string | null;
  /** Until when staff may take it back (the queue's clock); it does not leave before. */
  undoUntil?: number;
}

/** Why a command was not taken, in words for staff. */
export interface Refusal {
  code: string;
  says: string;
  remedy?: string;
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
  /** When it may leave (the queue's clock); until then it can be taken back. */
  notBefore?: number,
): Refusal | null {
  return store.write(() => {
    const row = store.orders.get(orderId);
    if (!row) return { code: 'unknown-order', says: 'This order is not known here.' };
    const { order, stage } = row;
    if (commandOnItsWay(store, orderId) === command.action) return null;
    if (!allowedActions(order, stage, mode(order.venueId)).includes(command.action)) {
      return {
        code: 'not-allowed',
        says: `Order ${order.number} can no longer be ${PAST[command.action]}: it is ${order.status} at the service.`,
      };
    }
    if (command.action === 'ready' && command.batches?.some(({ row: number }) => !order.batchRows.includes(number)))
      return { code: 'not-allowed', says: 'One of these items is not in the order any more.' };
    const minutes = command.action === 'accept' ? command.extraMinutes : 0;
    queueCommand(store, orderId, {
      venueId: order.venueId,
      command,
      selfDelivery: order.delivery.selfDelivery,
      shiftedTime: shiftedTime(order, minutes, row.initialPickupEta),
      ...(notBefore === undefined ? {} : { undoUntil: notBefore }),
    });
    store.orders.silence(orderId);
    store.journal.note(orderId, 'command', minutes > 0 ? `${command.action} +${minutes} min` : command.action);
    return null;
  });
}

/** Takes back the staff command of an order that has not left yet. Refused once it is on its way. */
export function takeBack(store: Store, orderId: string, now: number): Refusal | null {
  return store.write(() => {
    const job = store.queue.ofOrder(orderId).find((one) => isUndoable(one, now));
    if (!job || !store.queue.giveUp(job.id, 'Taken back by staff.'))
      return { code: 'too-late', says: 'This has been sent to the service already and cannot be taken back.' };
    store.journal.note(orderId, 'undo', '');
    return null;
  });
}

/** Whether this command still waits here for somebody to think again. `now`: the queue's clock. */
export function isUndoable(job: Job, now: number): boolean {
  const { undoUntil } = job.payload as Partial<CommandPayload>;
  return job.kind === COMMAND && job.state === 'waiting' && job.attempts === 0 && undoUntil !== undefined && now < undoUntil;
}

/** Reports the hand-off to the till (sent-to-pos). Call it in the transaction that records the hand-off. */
export function reportSentToPos(store: Store, address: OrderAddress, success: boolean, timeSentToPos: string): void {
  queueCommand(
    store,
    address.orderId,
    { venueId: address.venueId, command: { action: 'sent-to-pos', success, timeSentToPos }, selfDelivery: false, shiftedTime: null },
    success ? '' : '/failed',
  );
}

/** The staff command of this order that has not reached the service yet, or null. */
export function commandOnItsWay(store: Store, orderId: string): StaffCommand['action'] | null {
  for (const job of store.queue.ofOrder(orderId)) {
    if (job.kind !== COMMAND || (job.state !== 'waiting' && job.state !== 'leased')) continue;
    const { command } = job.payload as CommandPayload;
    if (command.action !== 'sent-to-pos') return command.action;
  }
  return null;
}

const PAST = {
  accept: 'accepted',
  reject: 'rejected',
  confirm: 'confirmed',
  ready: 'marked ready',
  delivered: 'marked delivered',
} as const;

function queueCommand(store: Store, orderId: string, payload: CommandPayload, keySuffix = ''): void {
  // One order is one lane: its commands go in the sequence given, and wait for no other order's.
  const key = `${orderId}/${payload.command.action}${keySuffix}`;
  store.queue.add({
    kind: COMMAND,
    key,
    lane: `order/${orderId}`,
    pool: payload.venueId,
    orderId,
    payload,
    ...(payload.undoUntil === undefined ? {} : { notBefore: payload.undoUntil }),
  });
}

/** The queue's kind "command". */
export function createCommandKind(options: {
  store: Store;
  api: OrderApi;
  /** Reads the order and writes what it says; the way to find out what became of a lost answer. */
  read: (address: OrderAddress) => Promise<{ ok: true; order: Order } | { ok: false; problem: ServiceProblem }>;
  /** The service took a command: its effect will show in the next readings. */
  onTaken: (orderId: string) => void;
}): Kind {
  const { store, api } = options;

  async function run(job: ClaimedJob): Promise<Outcome> {
    const payload = job.payload as CommandPayload;
    const address = { venueId: payload.venueId, orderId: job.orderId ?? '' };
    const { command } = payload;

    if (job.interrupted && command.action !== 'sent-to-pos') {
      const found = await findOut(job, address, command);
      if (found) return found;
    } else {
      const row = store.orders.get(address.orderId);
      if (row && effectShown(command, row.order)) return { end: 'done', result: 'already so' };
    }

    const answer = await send(address, payload);
    if (answer.ok) {
      options.onTaken(address.orderId);
      return { end: 'done', also: () => store.journal.note(address.orderId, 'answer', `the service took "${command.action}"`) };
    }
    return settle(job, address, command, answer.problem);
  }

  /**
   * An earlier attempt may have worked. Null means: it did not, send it again. Anything else is the outcome.
   */
  async function findOut(job: ClaimedJob, address: OrderAddress, command: Command): Promise<Outcome | null> {
    const reading = await options.read(address);
    if (!reading.ok) {
      if (reading.problem.code === 'not-found') return failed(address, command, reading.problem.says);
      return { ...asRetry(reading.problem, backoffMs(job.attempts)), mayHaveHappened: true };
    }
    if (effectShown(command, reading.order)) return { end: 'done', result: 'had worked' };
    const stage = stageOf(reading.order);
    return isOpen(stage) ? null : failed(address, command, moved(command, reading.order));
  }

  async function settle(job: ClaimedJob, address: OrderAddress, command: Command, problem: ServiceProblem): Promise<Outcome> {
    if (problem.code === 'conflict' && command.action !== 'sent-to-pos') {
      const reading = await options.read(address);
      if (!reading.ok) return { ...asRetry(reading.problem, backoffMs(job.attempts)), mayHaveHappened: true };
      return effectShown(command, reading.order)
        ? { end: 'done', result: 'was so already' }
        : failed(address, command, moved(command, reading.order));
    }
    if (!isPassing(problem)) return failed(address, command, problem.says);
    return asRetry(problem, backoffMs(job.attempts));
  }

  function failed(address: OrderAddress, command: Command, says: string): Outcome {
    const error = `${LABEL[command.action]} did not work. ${says}`;
    return { end: 'failed', error, also: () => store.journal.note(address.orderId, 'refused', error) };
  }

  function send(address: OrderAddress, { command, selfDelivery, shiftedTime: time }: CommandPayload): Promise<Result<null>> {
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

  return { kind: COMMAND, atOnce: 8, leaseMs: 60_000, run };
}

const LABEL: Record<Command['action'], string> = {
  accept: 'Accept',
  reject: 'Reject',
  confirm: 'Confirm',
  ready: 'Ready',
  delivered: 'Delivered',
  'sent-to-pos': 'Reporting the order as sent to the till',
};

function moved(command: Command, order: Order): string {
  if (stageOf(order) === 'rejected' && command.action !== 'reject')
    return 'The order was rejected meanwhile: by the service, the consumer or support.';
  return `The order is "${order.status}" at the service now.`;
}
