import * as v from 'valibot';
import { ALL_DOCUMENTS } from '../../contract/printed-documents.ts';
import type { ItemChange } from '../orders/changes.ts';
import { asRecord } from '../orders/text/reading.ts';
import { jobKind } from '../store/queue/job-kind.ts';

/** Written by this app, so only the fields a ticket iterates are checked. */
const Change = v.custom<ItemChange>((value) => {
  const change = asRecord(value);
  const isItem = (item: unknown) => item === null || (asRecord(item)?.count !== undefined && Array.isArray(asRecord(item)?.options));
  return change !== null && typeof change.kind === 'string' && isItem(change.before) && isItem(change.after);
});

const PrintPayload = v.object({
  document: v.picklist(ALL_DOCUMENTS),
  printerId: v.string(),
  /** Index of the person on a label; else 0. */
  part: v.number(),
  /** When the job was queued: epoch ms of the monotonic clock. */
  madeAt: v.number(),
  /** Which of several originals, from 1. */
  copy: v.exactOptional(v.object({ number: v.number(), of: v.number() })),
  /** Number of this reprint by staff, from 1. */
  again: v.exactOptional(v.number()),
  changes: v.exactOptional(v.array(Change)),
  /** When the service decides for the venue, ISO UTC. */
  answerBy: v.exactOptional(v.string()),
  /** `answerBy` is an estimate: the venue's time limit is unknown. */
  answerIsAbout: v.exactOptional(v.boolean()),
  standsInFor: v.exactOptional(
    v.object({ id: v.string(), name: v.string(), mayBeCopy: v.boolean(), by: v.exactOptional(v.literal('staff')) }),
  ),
});
export type PrintPayload = v.InferOutput<typeof PrintPayload>;

export const PRINT = jobKind('print', PrintPayload);
