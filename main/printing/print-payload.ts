/** What a print job's row says about its printout. */
import * as v from 'valibot';
import { ALL_DOCUMENTS } from '../../contract/printed-documents.ts';
import type { ItemChange } from '../orders/changes.ts';
import { asRecord } from '../orders/text/reading.ts';
import { jobKind } from '../store/queue/job-kind.ts';

/** Written by this app from an order that it had read: what the slip goes through is there, the rest stays as it was. */
const Change = v.custom<ItemChange>((value) => {
  const change = asRecord(value);
  const isItem = (item: unknown) => item === null || (asRecord(item)?.count !== undefined && Array.isArray(asRecord(item)?.options));
  return change !== null && typeof change.kind === 'string' && isItem(change.before) && isItem(change.after);
});

const PrintPayload = v.object({
  document: v.picklist(ALL_DOCUMENTS),
  printerId: v.string(),
  /** Which label of a group order, from 0; 0 for everything else. */
  part: v.number(),
  /** When it was asked for, on the monotonic clock (epoch ms). */
  madeAt: v.number(),
  /** Which of several originals, from 1, and how many there are. */
  copy: v.exactOptional(v.object({ number: v.number(), of: v.number() })),
  /** A reprint that staff asked for: which of its kind. */
  again: v.exactOptional(v.number()),
  changes: v.exactOptional(v.array(Change)),
  /** When the service decides by itself, ISO UTC; on the slip of an unanswered order. */
  answerBy: v.exactOptional(v.string()),
  /** An estimate: the venue's time limit is unknown. */
  answerIsAbout: v.exactOptional(v.boolean()),
  /** The printer whose work this is; its backup prints it. */
  standsInFor: v.exactOptional(
    v.object({ id: v.string(), name: v.string(), mayBeCopy: v.boolean(), by: v.exactOptional(v.literal('staff')) }),
  ),
});
export type PrintPayload = v.InferOutput<typeof PrintPayload>;

/** The queue's kind "print". */
export const PRINT = jobKind('print', PrintPayload);
