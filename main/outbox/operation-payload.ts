import * as v from 'valibot';
import { type Operation, REFUND_REASONS, REPLACEMENT_TYPES } from '../orders/operations.ts';
import { jobKind } from '../store/queue/job-kind.ts';
import type { Job } from '../store/queue/queue.ts';

const Money = v.object({ amount: v.number(), currency: v.string() });

const Replacement = v.object({
  type: v.picklist(REPLACEMENT_TYPES),
  count: v.exactOptional(v.number()),
  name: v.exactOptional(v.string()),
  barcode: v.exactOptional(v.string()),
  price: v.exactOptional(Money),
  deposit: v.exactOptional(Money),
  weight: v.exactOptional(v.number()),
});

const OperationSchema = v.variant('operation', [
  v.object({ operation: v.literal('pickup-completed') }),
  v.object({ operation: v.literal('courier-at-customer') }),
  v.object({ operation: v.literal('eta'), minutes: v.number() }),
  v.object({ operation: v.literal('location'), lat: v.number(), lon: v.number(), heading: v.nullable(v.number()) }),
  v.object({
    operation: v.literal('replace-items'),
    changes: v.array(v.object({ row: v.number(), replacements: v.array(Replacement) })),
    additions: v.array(v.object({ row: v.nullable(v.number()), name: v.exactOptional(v.string()), barcode: v.exactOptional(v.string()) })),
  }),
  v.object({
    operation: v.literal('deposits-returned'),
    items: v.array(v.object({ description: v.string(), count: v.number(), total: v.number(), vat: v.number() })),
  }),
  v.object({
    operation: v.literal('refund-items'),
    reason: v.picklist(REFUND_REASONS),
    refunds: v.array(v.object({ row: v.number(), count: v.number(), perUnit: v.number(), comment: v.nullable(v.string()) })),
  }),
  v.object({ operation: v.literal('refund-basket'), amount: v.number(), reason: v.string(), vat: v.number() }),
]);

const OperationPayload = v.object({
  venueId: v.string(),
  operation: OperationSchema,
  currency: v.nullable(v.string()),
  /** Identifies the tap. */
  requestId: v.exactOptional(v.string()),
  by: v.exactOptional(v.string()),
  /** The same operation was given before and accepted, or its outcome is unknown; a refusal of this one isn't final. */
  earlier: v.exactOptional(v.picklist(['taken', 'unknown'])),
});
export type OperationPayload = v.InferOutput<typeof OperationPayload>;

export const OPERATION = jobKind('operation', OperationPayload);

/** Null for other kinds and unreadable jobs. */
export function operationOf(job: Job): Operation | null {
  return OPERATION.read(job)?.operation ?? null;
}

export function isUnderWay({ kind, state }: Job): boolean {
  return kind === OPERATION.kind && (state === 'waiting' || state === 'leased');
}

/** The answer was lost, so it may have worked. */
export function isUncertain({ state, outcome }: Job): boolean {
  return state === 'failed' && outcome === 'unknown';
}
