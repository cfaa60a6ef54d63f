/** Operations outside an order's main steps. Harmless ones are resent until they work; for refunds, a lost answer needs a person. */
import { isDeepStrictEqual } from 'node:util';
import { type Message, message, type Text } from '../../contract/message.ts';
import type { CurrencyDigits } from '../orders/money/money.ts';
import { givesBack, MONEY_BACK, type Operation, type OperationPast, whatIsWrong, whyNot } from '../orders/operations.ts';
import type { Money, Order } from '../orders/order.ts';
import { stageOf } from '../orders/stage.ts';
import type { OrderAddress, OrderApi } from '../service/order-api.ts';
import { isTransient, type Result, type ServiceProblem } from '../service/problem.ts';
import type { ClaimedJob, Job, NewJob } from '../store/queue/queue.ts';
import type { Store } from '../store/store.ts';
import { type Kind, kindOf, type Outcome } from '../store/worker.ts';
import { backoffMs } from '../time/back-off.ts';
import { refuseOtherItems } from './items-version.ts';
import { moneyBackTotal } from './money-back.ts';
import { isNotEnabled, NOT_ENABLED } from './not-enabled.ts';
import { isUnderWay, OPERATION, type OperationPayload } from './operation-payload.ts';
import { refuseChanged } from './revision.ts';
import { refuseSameRefund } from './same-refund.ts';
import { orderOutcomes, readAgain, serviceCommand } from './service-command.ts';
import { type Refusal, unknownOrder } from './unknown-order.ts';

/** Operations allowed once per order; the others as often as requested. */
const ONCE: readonly Operation['operation'][] = ['pickup-completed', 'courier-at-customer', 'replace-items'];
/** Readings may not show these, so staff may repeat them. */
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

/** Per order; bounds the queue. */
const MOST_UNDER_WAY = 20;

const ASKED_OTHERWISE: Refusal = {
  code: 'asked-otherwise',
  text: message('text.inProgressOrOver'),
  hint: message('text.checkAgainSoon'),
};
const NO_INVOICE = message('refund.needsInvoice');

/** `requestId` makes a double tap one operation. `itemsVersion`, `revision`: as staff saw the order. */
export interface EnqueuedOperation {
  orderId: string;
  requestId: string;
  operation: Operation;
  itemsVersion?: string | undefined;
  revision?: string | undefined;
  currencyDigits: CurrencyDigits;
}

function wasDropped({ state }: Job): boolean {
  return state === 'failed' || state === 'given-up';
}

/** Facts missing from the order's body. */
export function pastOf(store: Store, orderId: string): OperationPast {
  const replacing = store.queue.get(OPERATION.kind, `${orderId}/replace-items`);
  return {
    replaced: replacing !== null && !wasDropped(replacing),
    uploaded: store.journal.ofKind(orderId, 'document-uploaded').map(({ type }) => type),
  };
}

/** The refusal or the job; neither if this operation is already queued. */
function judge(
  store: Store,
  { orderId, requestId, operation, itemsVersion: seen, revision, currencyDigits }: EnqueuedOperation,
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
    // The form was changed and resent, but the first version may be under way.
    if (isSameTouch && before && !isDeepStrictEqual(before.operation, operation)) return refused(ASKED_OTHERWISE);
    if (isSameTouch || (FACTS.includes(name) && isUnderWay(known))) return { refusal: null, job: null };
  }
  const changed = refuseOtherItems(row.order, seen) ?? refuseChanged(store, row, revision);
  if (changed) return refused(changed);
  const notNow = whyNot(name, row.order, row.stage, pastOf(store, orderId));
  if (notNow) return refused({ code: 'not-allowed', text: notNow });
  const jobs = store.queue.ofOrder(orderId);
  const same = refuseSameRefund(operation, jobs, store.now());
  if (same) return refused(same);
  const wrong = whatIsWrong(operation, row.order, currencyDigits, moneyBackTotal(jobs));
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

/** The refusal that would result now, or null. Changes nothing. */
export function reviewOperation(store: Store, given: EnqueuedOperation): Refusal | null {
  return judge(store, given).refusal;
}

function givesOf(operation: Operation, job: NewJob): Money | null {
  const amount = givesBack(operation);
  const currency = OPERATION.read(job)?.currency ?? null;
  return amount > 0 && currency !== null ? { amount, currency } : null;
}

/** Accepts an operation: durable if this returns null. */
export function enqueueOperation(store: Store, given: EnqueuedOperation, by?: string | null | undefined): Refusal | null {
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

export function createOperationKind(options: {
  store: Store;
  api: OrderApi;
  refundUnit: () => 'minor' | 'major';
  currencyDigits: CurrencyDigits;
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
      if (!reading.ok && isTransient(reading.problem)) return readAgain(reading.problem, backoffMs(job.attempts));
      return reading.ok && isFactShown(name, reading.order) ? CONFIRMED : null;
    }

    async function meaningOf(problem: ServiceProblem): Promise<Outcome | null> {
      if (problem.code === 'conflict') {
        // Rule 1: once per order. After a lost answer, this refusal proves that the first attempt worked.
        if (job.outcomeUnknown && name === 'replace-items') return CONFIRMED;
        // The service refuses a step that it already knows or that the order has passed; no reading shows which.
        if (isFact && earlier === 'taken') return { end: 'done', outcome: 'already-so' };
        if (isFact && (earlier === 'unknown' || job.outcomeUnknown)) return onUncertain();
        // Rule 5: refunds need an invoice, which doesn't exist yet.
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

/** Delivery statuses of self-delivery, in sequence. */
const ON_ITS_WAY = ['picked_up', 'courier_at_delivery_location', 'delivered'];
const FACT: Partial<Record<Operation['operation'], string>> = {
  'pickup-completed': 'picked_up',
  'courier-at-customer': 'courier_at_delivery_location',
};

/** Whether the order shows the fact, so that the customer isn't notified twice. */
function isFactShown(name: Operation['operation'], order: Order): boolean {
  const needed = ON_ITS_WAY.indexOf(FACT[name] ?? '');
  return stageOf(order) === 'delivered' || (needed >= 0 && ON_ITS_WAY.indexOf(order.delivery.status ?? '') >= needed);
}

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
