/** No personal data. Texts are made where shown and never parsed. */
import * as v from 'valibot';

/** A message code with values, or external text. */
const text = v.union([v.string(), v.object({ code: v.string(), values: v.optional(v.record(v.string(), v.unknown())) })]);

const bare = <Kind extends string>(kind: Kind) => v.object({ kind: v.literal(kind) });
const trouble = <Kind extends string>(kind: Kind) => v.object({ kind: v.literal(kind), text: text });

/** Types and parses journal entries. Statuses of the service may be unknown. */
export const orderEvent = v.variant('kind', [
  v.object({ kind: v.literal('notification'), type: v.string(), status: v.nullable(v.string()) }),
  /** `before`: null for a new order. */
  v.object({ kind: v.literal('stage'), before: v.nullable(v.string()), after: v.string(), status: v.string() }),
  /** An action of staff, or of a rule: then `auto-accepted` follows. */
  v.object({ kind: v.literal('command'), action: v.string(), minutes: v.number() }),
  bare('auto-accepted'),
  bare('command-undone'),
  /** `gives`: the refund, in minor units. */
  v.object({
    kind: v.literal('operation'),
    operation: v.string(),
    gives: v.nullable(v.object({ amount: v.number(), currency: v.string() })),
  }),
  v.object({ kind: v.literal('answer'), action: v.string() }),
  v.object({ kind: v.literal('document-uploaded'), type: v.string() }),
  /** Staff ended the order's alarm; for a cancelled order, `cancellation-seen`. */
  bare('touched'),
  bare('cancellation-seen'),
  bare('reminded'),
  v.object({ kind: v.literal('reprint-asked'), document: v.string() }),
  v.object({ kind: v.literal('printed'), document: v.string(), printer: v.string(), isConfirmed: v.boolean() }),
  v.object({ kind: v.literal('till'), news: v.picklist(['order', 'changed', 'cancelled']) }),
  trouble('failed'),
  trouble('uncertain'),
  trouble('given-up'),
  trouble('bad-answer'),
  trouble('print-moved'),
  trouble('letters-missing'),
  trouble('till-failed'),
]);

export type OrderEvent = v.InferOutput<typeof orderEvent>;
export type EventKind = OrderEvent['kind'];
