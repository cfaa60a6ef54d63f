/** Detects a command for an order that changed meanwhile. */
import { randomUUID } from 'node:crypto';
import { message, type Text } from '../../contract/message.ts';
import { actionWords, isStaffAction } from '../orders/action-words.ts';
import type { Order } from '../orders/order.ts';
import type { Job } from '../store/queue/queue.ts';
import type { OrderRow } from '../store/rows/order-rows.ts';
import type { Store } from '../store/store.ts';
import { COMMAND } from './command-payload.ts';
import { fingerprint, itemsVersion } from './items-version.ts';
import type { Refusal } from './unknown-order.ts';

/** So that displays can't guess prices. */
const SALT = randomUUID();
const known = new WeakMap<Order, string[]>();

/** Changes with what staff decide by. */
export function revisionOf({ order, stage }: OrderRow, jobs: readonly Job[]): string {
  const ofOrder = known.get(order) ?? partsOf(order);
  known.set(order, ofOrder);
  return [fingerprint(jobs.flatMap(stepOf)), stage, ...ofOrder].join('.');
}

/** In the sequence of `whatChanged`. */
function partsOf(order: Order): string[] {
  const { status, preOrder, pickupEta, delivery, consumer, cash } = order;
  const part = (...values: unknown[]) => fingerprint([SALT, ...values]);
  // Empty contradicts nothing: times often arrive later.
  const times = [pickupEta, delivery.time, preOrder?.time].map((time) => (time ? part(time) : ''));
  return [part(status, preOrder?.status), part(itemsVersion(order)), ...times, part(consumer.comment), part(cash?.collect)];
}

function stepOf(job: Job): unknown[] {
  const action = COMMAND.read(job)?.command.action;
  if (action === undefined || action === 'sent-to-pos') return [];
  return [action, job.createdAt, job.state === 'leased' ? 'waiting' : job.state];
}

/** Null if nothing changed since `seen`. */
export function refuseChanged(store: Store, row: OrderRow, seen: string | undefined): Refusal | null {
  if (seen === undefined) return null;
  const before = seen.split('.');
  const current = revisionOf(row, store.queue.ofOrder(row.order.id)).split('.');
  const changed = current.findIndex((part, at) => before[at] !== '' && before[at] !== part);
  return changed === -1 ? null : changedMeanwhile(whatChanged(store, row.order)[changed]?.());
}

/** While another action is on its way. */
export function refuseSecond(store: Store, { order }: OrderRow): Refusal {
  return changedMeanwhile(lastStep(store, order));
}

const changedMeanwhile = (what: Text = message('command.orderChanged')): Refusal => ({
  code: 'changed-meanwhile',
  text: what,
  hint: message('command.checkAgain'),
});

function whatChanged(store: Store, order: Order): (() => Text | undefined)[] {
  const status = () => message('command.statusAtService', { status: order.status });
  const time = () => message('command.timeChanged');
  const items = () => message('command.itemsChanged');
  const note = () => message('command.noteChanged');
  return [() => lastStep(store, order), status, status, items, time, time, time, note];
}

function lastStep(store: Store, order: Order): Text | undefined {
  const last = store.journal.ofKind(order.id, 'command', 'command-undone').at(-1);
  if (!last) return;
  const { by: name } = last;
  const age = ageOf(store.now() - last.at);
  if (last.kind === 'command-undone') return name === null ? message('command.undoneByStaff') : message('command.undoneBy', { name, age });
  const done = isStaffAction(last.action) ? actionWords(last.action, order).past : last.action;
  return name === null ? message('command.already', { done, age }) : message('command.alreadyBy', { done, name, age });
}

function ageOf(ms: number): Text {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return message('time.seconds', { count: seconds });
  return seconds < 3_600
    ? message('time.minutes', { count: Math.floor(seconds / 60) })
    : message('time.hours', { count: Math.floor(seconds / 3_600) });
}
