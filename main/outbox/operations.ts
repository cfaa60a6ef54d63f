/**
 * Operations beside an order's main steps, given once by staff. Where a second sending is harmless it is sent until it worked;
 * where it would pay twice, a lost answer ends with a person.
 */
import { isDeepStrictEqual } from 'node:util';
import { type Message, message, type Text } from '../../contract/message.ts';
import type { CurrencyDigits } from '../orders/money/money.ts';
import { givesBack, MONEY_BACK, type Operation, type OperationPast, whatIsWrong, whyNot } from '../orders/operations.ts';
import type { Money, Order } from '../orders/order.ts';
import { stageOf } from '../orders/stage.ts';
import type { OrderAddress, OrderApi } from '../service/order-api.ts';
import { isPassing, type Result, type ServiceProblem } from '../service/problem.ts';
import type { ClaimedJob, Job, NewJob } from '../store/queue/queue.ts';
import type { Store } from '../store/store.ts';
import { type Kind, kindOf, type Outcome } from '../store/worker.ts';
import { backoffMs } from '../time/back-off.ts';
import { refuseOtherItems } from './items-version.ts';
import { givenBack } from './money-back.ts';
import { isNotEnabled, NOT_ENABLED } from './not-enabled.ts';
import { isUnderWay, OPERATION, type OperationPayload } from './operation-payload.ts';
import { refuseSameRefund } from './same-refund.ts';
import { orderOutcomes, readAgain, serviceCommand } from './service-command.ts';
import { type Refusal, unknownOrder } from './unknown-order.ts';

/** Each of these happens once in an order's life; the others each time they are asked. */
const ONCE: readonly Operation['operation'][] = ['pickup-completed', 'courier-at-customer', 'replace-items'];
/** Facts: a reading need not show them, so that staff who see no effect tell them once more. */
const FACTS: readonly Operation['operation'][] = ['pickup-completed', 'courier-at-customer'];

const LABEL: Record<Operation['operation'], Message> = {
  'pickup-completed': message('orderStatus.pickedUp'),
  'courier-at-customer': message('operation.atCustomer'),
  eta: message('operation.eta'),
  location: message('operation.location'),
  'replace-items': message('operation.replacingItems'),
  'deposits-returned': message('operation.returningDeposits'),
  'refund-items': message('operation.refund'),
  'refund-basket': message('operation.refund'),
};

/** Of one order; no one has so much to tell the service of it at once. */
const MOST_UNDER_WAY = 20;

const ASKED_OTHERWISE: Refusal = {
  code: 'asked-otherwise',
  text: message('text.inProgressOrOver'),
  hint: message('text.checkAgainSoon'),
};
const NO_INVOICE = message('refund.needsInvoice');

/** `requestId` makes a double touch one operation; `itemsVersion`: the items that it was filled in for (items-version.ts). */
export interface GivenOperation {
  orderId: string;
  requestId: string;
  operation: Operation;
  itemsVersion?: string | undefined;
  currencyDigits: CurrencyDigits;
}

/** Whether the same operation may be given again. */
function wasDropped({ state }: Job): boolean {
  return state === 'failed' || state === 'given-up';
}

/** What the order's own body does not show: whether items were replaced, which documents were uploaded. */
export function pastOf(store: Store, orderId: string): OperationPast {
  const replacing = store.queue.get(OPERATION.kind, `${orderId}/replace-items`);
  return {
    replaced: replacing !== null && !wasDropped(replacing),
    uploaded: store.journal.ofKind(orderId, 'document-uploaded').map(({ type }) => type),
  };
}

/** What would become of an operation of staff now: why it is refused, or the job that it is; neither where this very one was taken already. */
function judge(
  store: Store,
  { orderId, requestId, operation, itemsVersion: seen, currencyDigits }: GivenOperation,
  by?: string | null,
): { refusal: Refusal | null; job: NewJob | null } {
  const refused = (refusal: Refusal) => ({ refusal, job: null });
  const row = store.orders.get(orderId);
  if (!row) return refused(unknownOrder(store, orderId));
  const name = operation.operation;
  const key = ONCE.includes(name) ? `${orderId}/${name}` : `${orderId}/${name}/${requestId}`;
  const known = store.queue.get(OPERATION.kind, key);
  const before = known && OPERATION.read(known);
  if (known && !wasDropped(known)) {
    const isSameTouch = !ONCE.includes(name) || before?.requestId === requestId;
    // Sent by the same form, and altered since: what was asked first may be on its way, and this was not.
    if (isSameTouch && before && !isDeepStrictEqual(before.operation, operation)) return refused(ASKED_OTHERWISE);
    if (isSameTouch || (FACTS.includes(name) && isUnderWay(known))) return { refusal: null, job: null };
  }
  const notNow = whyNot(name, row.order, row.stage, pastOf(store, orderId));
  if (notNow) return refused({ code: 'not-allowed', text: notNow });
  const otherItems = refuseOtherItems(row.order, seen);
  if (otherItems) return refused(otherItems);
  const jobs = store.queue.ofOrder(orderId);
  const same = refuseSameRefund(operation, jobs, store.now());
  if (same) return refused(same);
  const wrong = whatIsWrong(operation, row.order, currencyDigits, givenBack(jobs));
  if (wrong) return refused({ code: 'not-allowed', text: wrong });
  if (jobs.filter(isUnderWay).length >= MOST_UNDER_WAY)
    return refused({ code: 'too-much', text: message('operation.muchWaiting'), hint: message('operation.waitUntilFinished') });
  const wasTaken = known?.state === 'done' || before?.earlier === 'taken';
  const isUnknown = known?.outcome === 'unknown' || known?.outcomeUnknown || before?.earlier === 'unknown';
  const earlier = wasTaken ? 'taken' : isUnknown ? 'unknown' : null;
  const payload: OperationPayload = {
    venueId: row.order.venueId,
    operation,
    currency: row.order.basketTotal?.currency || null,
    requestId,
    ...(by ? { by } : {}),
    ...(earlier ? { earlier } : {}),
  };
  return { refusal: null, job: OPERATION.row({ key, lane: `order/${orderId}`, pool: row.order.venueId, orderId, payload }) };
}

/** Why this operation would be refused now; null where it would be taken. Nothing is done. */
export function reviewOperation(store: Store, given: GivenOperation): Refusal | null {
  return judge(store, given).refusal;
}

function givesOf(operation: Operation, job: NewJob): Money | null {
  const amount = givesBack(operation);
  const currency = OPERATION.read(job)?.currency ?? null;
  return amount > 0 && currency !== null ? { amount, currency } : null;
}

/** Takes an operation of staff: durable when this returns null. `by`: who gave it. */
export function giveOperation(store: Store, given: GivenOperation, by?: string | null | undefined): Refusal | null {
  return store.write(() => {
    const { orderId, operation } = given;
    const { refusal, job } = judge(store, given, by);
    if (!job) return refusal;
    if (FACTS.includes(operation.operation)) store.queue.addOnceMore(job);
    else store.queue.add(job);
    store.journal.append(orderId, { kind: 'operation', operation: operation.operation, gives: givesOf(operation, job) }, by);
    return null;
  });
}

/** The queue's kind "operation". */
export function createOperationKind(options: {
  store: Store;
  api: OrderApi;
  /** Whether the service expects refunds in minor or major units. */
  refundUnit: () => 'minor' | 'major';
  currencyDigits: CurrencyDigits;
  /** Reads the order and writes what it says; the way to find out what became of a lost answer. */
  read: (address: OrderAddress) => Promise<{ ok: true; order: Order } | { ok: false; problem: ServiceProblem }>;
  onTaken: (orderId: string) => void;
}): Kind {
  const { store, api } = options;
  const outcomes = orderOutcomes(store);

  async function run(job: ClaimedJob, { venueId, operation, currency, earlier }: OperationPayload): Promise<Outcome> {
    const orderId = job.orderId ?? '';
    const address = { venueId, orderId };
    const name = operation.operation;
    const money = MONEY_BACK.includes(name);
    const isFact = FACTS.includes(name);
    const perMajor = 10 ** (options.currencyDigits(currency ?? '') ?? 0);
    const asSent = (minor: number): number => (options.refundUnit() === 'minor' ? minor : minor / perMajor);
    const onUncertain = (): Outcome => outcomes.uncertain(orderId, LABEL[name]);
    const failed = (text: Text): Outcome => outcomes.failed(orderId, LABEL[name], text);

    async function isShown(): Promise<Outcome | null> {
      const isRejected = store.orders.get(orderId)?.stage === 'rejected';
      if (isRejected && !money && !job.outcomeUnknown) return failed(message('order.rejected'));
      if (!isFact || !job.outcomeUnknown) return null;
      const reading = await options.read(address);
      if (!reading.ok && isPassing(reading.problem)) return readAgain(reading.problem, backoffMs(job.attempts));
      return reading.ok && isFactShown(name, reading.order) ? CONFIRMED : null;
    }

    async function meaningOf(problem: ServiceProblem): Promise<Outcome | null> {
      if (problem.code === 'conflict') {
        // Rule 1: once per order. After a lost answer the refusal of a second time proves the first one.
        if (job.outcomeUnknown && name === 'replace-items') return CONFIRMED;
        // Refused because it is so already, or because the order has gone on: told it was, and no reading says which.
        if (isFact && earlier === 'taken') return { end: 'done', outcome: 'already-so' };
        if (isFact && (earlier === 'unknown' || job.outcomeUnknown)) return onUncertain();
        // Rule 5: nothing has moved on; there is nothing yet that money could be given back on.
        if (name === 'refund-items') return failed(NO_INVOICE);
      }
      return (await isNotEnabled(problem, () => options.read(address))) ? failed(NOT_ENABLED) : null;
    }

    return serviceCommand(job, {
      isIdempotent: !money,
      onUncertain,
      isShown,
      send: () => send(api, address, operation, asSent),
      onTaken() {
        options.onTaken(orderId);
        return outcomes.taken(orderId, name);
      },
      onProblem: async (problem, retry) => (await meaningOf(problem)) ?? retry ?? failed(problem.text),
    });
  }

  return kindOf(OPERATION, { atOnce: 4, leaseMs: 60_000, run });
}

const CONFIRMED = { end: 'done', outcome: 'confirmed-by-read' } as const;

/** In the order in which they follow each other, of an order that the venue brings itself. */
const ON_ITS_WAY = ['picked_up', 'courier_at_delivery_location', 'delivered'];
const FACT: Partial<Record<Operation['operation'], string>> = {
  'pickup-completed': 'picked_up',
  'courier-at-customer': 'courier_at_delivery_location',
};

/** Whether the order itself shows what was told: whoever waits at the other end is not told of it twice. */
function isFactShown(name: Operation['operation'], order: Order): boolean {
  const needed = ON_ITS_WAY.indexOf(FACT[name] ?? '');
  return stageOf(order) === 'delivered' || (needed >= 0 && ON_ITS_WAY.indexOf(order.delivery.status ?? '') >= needed);
}

/** Sends it once, at the endpoint of section 4.2 that it means. */
function send(api: OrderApi, address: OrderAddress, operation: Operation, asSent: (minor: number) => number): Promise<Result<null>> {
  switch (operation.operation) {
    case 'pickup-completed':
      return api.pickupCompleted(address);
    case 'courier-at-customer':
      return api.courierAtCustomer(address);
    case 'eta':
      return api.sendEta(address, operation.minutes);
    case 'location':
      return api.sendLocation(address, operation);
    case 'replace-items':
      return api.replaceItems(address, operation);
    case 'deposits-returned':
      return api.depositsReturned(address, operation, asSent);
    case 'refund-items':
      return api.refundItems(address, operation, asSent);
    case 'refund-basket':
      return api.refundBasket(address, operation, asSent);
  }
}
