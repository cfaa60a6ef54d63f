/**
 * What happened to an order: a kind and its facts. Text is made from it where it is shown, and never parsed. Never contains a customer's
 * name, phone, address or comment.
 */
import * as v from 'valibot';

/** A message's code and values, or text by others. */
const text = v.union([v.string(), v.object({ code: v.string(), values: v.optional(v.record(v.string(), v.unknown())) })]);

const bare = <Kind extends string>(kind: Kind) => v.object({ kind: v.literal(kind) });
const trouble = <Kind extends string>(kind: Kind) => v.object({ kind: v.literal(kind), text: text });

/** What is appended to the journal is typed by this, and what is read from it is parsed by it. Words of the service may be unknown ones. */
export const orderEvent = v.variant('kind', [
  v.object({ kind: v.literal('notification'), type: v.string(), status: v.nullable(v.string()) }),
  /** `before`: null for an order that was not known. */
  v.object({ kind: v.literal('stage'), before: v.nullable(v.string()), after: v.string(), status: v.string() }),
  /** Given by staff, or by a rule: then "auto-accepted" follows. */
  v.object({ kind: v.literal('command'), action: v.string(), minutes: v.number() }),
  bare('auto-accepted'),
  bare('command-undone'),
  /** `gives`: what it gives back, in minor units. */
  v.object({
    kind: v.literal('operation'),
    operation: v.string(),
    gives: v.nullable(v.object({ amount: v.number(), currency: v.string() })),
  }),
  /** The service took a command, or an operation. */
  v.object({ kind: v.literal('answer'), action: v.string() }),
  v.object({ kind: v.literal('document-uploaded'), type: v.string() }),
  /** Its alarm was ended; for a cancelled order, `cancellation-seen`. */
  bare('touched'),
  bare('cancellation-seen'),
  bare('reminded'),
  v.object({ kind: v.literal('reprint-asked'), document: v.string() }),
  v.object({ kind: v.literal('printed'), document: v.string(), printer: v.string(), isConfirmed: v.boolean() }),
  /** The till has it. */
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
