import * as v from 'valibot';
import { list } from '../../shared/json/bounded-list.ts';
import { mistake } from '../mistake.ts';
import type { OrderCard } from '../views/order.ts';
import { DOCUMENT_TYPES, type OrderDetail } from '../views/order.ts';
import { Amount, type Calls, type Done, Id, OrderRef, output, topic } from './call.ts';

/** An ID of any kind, as alarms of orders with unusable IDs must stop, too. */
const AnyOrder = v.object({ orderId: v.pipe(v.string(), v.minLength(1), v.maxLength(65_536)) });

const Text = v.pipe(v.string(), v.trim(), v.maxLength(500));

const Row = v.pipe(v.number(), v.safeInteger());

const Price = v.object({ amount: v.pipe(Amount, v.integer()), currency: v.pipe(v.string(), v.maxLength(10)) });

const Batches = list(
  v.object({ row: Row, batches: list(v.object({ id: Text, quantity: v.pipe(Amount, v.integer(), v.minValue(1)) }), 100) }),
  500,
);

/** Operations of section 4.2 besides the main steps. Money is in minor units. The app checks the limits of section 8 to explain them. */
const OperationInput = v.variant('operation', [
  v.object({ operation: v.literal('pickup-completed') }),
  v.object({ operation: v.literal('courier-at-customer') }),
  v.object({ operation: v.literal('eta'), minutes: Amount }),
  v.object({ operation: v.literal('location'), lat: Amount, lon: Amount, heading: v.nullable(Amount) }),
  v.object({
    operation: v.literal('replace-items'),
    changes: list(
      v.object({
        row: Row,
        replacements: list(
          v.object({
            type: v.picklist([
              'count-change-replacement',
              'menu-item-replacement',
              'reduced-price',
              'weight-change-replacement',
              'adhoc-replacement',
            ]),
            count: v.optional(Amount),
            name: v.optional(Text),
            barcode: v.optional(Text),
            price: v.optional(Price),
            deposit: v.optional(Price),
            weight: v.optional(Amount),
          }),
          20,
        ),
      }),
      500,
    ),
    additions: list(v.object({ row: v.nullable(Row), name: v.optional(Text), barcode: v.optional(Text) }), 100),
  }),
  v.object({
    operation: v.literal('deposits-returned'),
    items: list(v.object({ description: Text, count: Amount, total: Amount, vat: Amount }), 100),
  }),
  v.object({
    operation: v.literal('refund-items'),
    reason: v.picklist(['PRICE_DIFFERENCE', 'QUALITY_ISSUES']),
    refunds: list(v.object({ row: Row, count: Amount, perUnit: Amount, comment: v.nullable(Text) }), 500),
  }),
  v.object({ operation: v.literal('refund-basket'), amount: Amount, reason: Text, vat: Amount }),
]);

export type OperationInput = v.InferOutput<typeof OperationInput>;

/** As the form or card shows the order; if it has changed since, nothing is done. */
const Seen = v.optional(v.pipe(v.string(), v.maxLength(150)));

const Command = v.object({ orderId: Id, revision: Seen });

/** `requestId`: new for each decision of staff, so a double tap is one operation. */
const Operate = v.object({
  ...Command.entries,
  requestId: v.pipe(v.string(), v.minLength(8), v.maxLength(60)),
  operation: OperationInput,
  itemsVersion: Seen,
});

export const ordersCalls = {
  /** Stops the alarm. `cancelled`: whether the card showed a cancellation when tapped; a later one keeps ringing. */
  'order.touch': {
    who: 'kitchen',
    role: null,
    input: v.object({ ...AnyOrder.entries, cancelled: v.optional(v.boolean()) }),
    output: output<Done>(),
  },
  'order.accept': {
    who: 'counter',
    role: 'staff',
    /** Null for the usual time. */
    input: v.object({ ...Command.entries, extraMinutes: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(25))) }),
    output: output<Done>(),
  },
  'order.reject': {
    who: 'counter',
    role: 'staff',
    input: v.object({
      ...Command.entries,
      reason: v.pipe(v.string(), v.trim(), v.minLength(1, mistake('field.enterCustomerMessage')), v.maxLength(500)),
      code: v.picklist(['GENERIC', 'ITEMS_UNAVAILABLE', 'VENUE_CLOSING_SOON']),
    }),
    output: output<Done>(),
  },
  'order.confirm': { who: 'counter', role: 'staff', input: Command, output: output<Done>() },
  /** Cancels the action that the card showed, if this computer hasn't sent it yet. */
  'order.undo': { who: 'kitchen', role: 'staff', input: Command, output: output<Done>() },
  /** Marks a person's bag as checked or not. `participant`: index in `participants`. */
  'order.check': {
    who: 'kitchen',
    role: null,
    input: v.object({ orderId: Id, participant: v.pipe(v.number(), v.safeInteger(), v.minValue(0)), checked: v.boolean() }),
    output: output<Done>(),
  },
  'order.ready': {
    who: 'kitchen',
    role: 'staff',
    input: v.object({ ...Command.entries, batches: v.optional(Batches), itemsVersion: Seen }),
    output: output<Done>(),
  },
  'order.detail': { who: 'counter', role: null, input: OrderRef, output: output<OrderDetail>() },
  /** Checks an operation without doing it, so staff only confirm what's allowed. */
  'order.review': { who: 'manager-for-some', role: 'staff', input: Operate, output: output<Done>() },
  'order.operate': { who: 'manager-for-some', role: 'staff', input: Operate, output: output<Done>() },
  /** A PDF as base64, at most 10 MB. Answers once the service has received it. */
  'order.uploadDocument': {
    who: 'counter',
    role: 'staff',
    input: v.object({ orderId: Id, type: v.picklist(DOCUMENT_TYPES), base64: v.pipe(v.string(), v.maxLength(14_000_000)) }),
    output: output<Done>(),
  },
  'order.delivered': { who: 'kitchen', role: 'staff', input: Command, output: output<Done>() },
} as const satisfies Calls;

export const ordersTopics = { orders: topic<OrderCard>() };
