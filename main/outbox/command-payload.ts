/** A command as queued: what to do, to which order, and the times it carries, fixed when it was given. */
import * as v from 'valibot';
import { jobKind } from '../store/queue/job-kind.ts';

const Batch = v.object({ id: v.string(), quantity: v.number() });

const CommandSchema = v.variant('action', [
  v.object({ action: v.literal('accept'), extraMinutes: v.number() }),
  v.object({
    action: v.literal('reject'),
    reason: v.string(),
    code: v.picklist(['GENERIC', 'ITEMS_UNAVAILABLE', 'VENUE_CLOSING_SOON']),
  }),
  v.object({ action: v.literal('confirm') }),
  v.object({ action: v.literal('ready'), batches: v.exactOptional(v.array(v.object({ row: v.number(), batches: v.array(Batch) }))) }),
  v.object({ action: v.literal('delivered') }),
  v.object({ action: v.literal('sent-to-pos'), success: v.boolean(), timeSentToPos: v.string() }),
]);

const CommandPayload = v.object({
  venueId: v.string(),
  command: CommandSchema,
  selfDelivery: v.boolean(),
  /** ISO UTC; null asks for the usual time. */
  shiftedTime: v.nullable(v.string()),
  /** The time that it shifts, as the service had it then (ISO UTC). */
  timeBefore: v.exactOptional(v.string()),
  /** Until when staff may take it back (the queue's clock); it does not leave before. */
  undoUntil: v.exactOptional(v.number()),
  /**
   * The same command given before may have worked, and no reading showed it: the order is read before it is sent again, and a refusal is no
   * verdict. `unread`: no reading has come since, and until one comes it is not sent.
   */
  earlier: v.exactOptional(v.picklist(['unknown', 'unread'])),
});
export type CommandPayload = v.InferOutput<typeof CommandPayload>;

/** The queue's kind "command". */
export const COMMAND = jobKind('command', CommandPayload);
