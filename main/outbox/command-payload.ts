/** A queued command, with the times fixed when it was given. */
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
  /** The time with extra minutes, ISO UTC; null for the usual time. */
  shiftedTime: v.nullable(v.string()),
  /** The time to be shifted, as last read (ISO UTC). */
  timeBefore: v.exactOptional(v.string()),
  /** On the queue's clock: until then staff can undo the command, and it isn't sent. */
  undoUntil: v.exactOptional(v.number()),
  /**
   * The same command was given before and may have worked, so the order is read before sending and a refusal isn't final. `unread`: no
   * reading since then; nothing is sent before one.
   */
  earlier: v.exactOptional(v.picklist(['unknown', 'unread'])),
});
export type CommandPayload = v.InferOutput<typeof CommandPayload>;

export const COMMAND = jobKind('command', CommandPayload);
