/** Which printouts are marked as copies, and which printers a STOP goes to. */
import type { Planted } from './planted.ts';

const COPIES = 'test/integration/printing/marks-of-copies.test.ts';
const MOVED = "mayBeCopy: copy === 'possible-copy' || !result.nothingPrinted";
const UNCERTAIN = "if (!result.nothingPrinted || (job.interrupted && !isInLedger(order.id, payload))) enter('uncertain');";

export const OF_PAPERS: readonly Planted[] = [
  {
    name: 'moved-delivery-ticket-forgets-the-doubt-of-before',
    file: 'main/printing/spool/print-delivery-slips.ts',
    old: MOVED,
    new: 'mayBeCopy: !result.nothingPrinted',
    tests: [COPIES],
  },
  {
    name: 'moved-delivery-ticket-that-broke-off-is-an-original',
    file: 'main/printing/spool/print-delivery-slips.ts',
    old: MOVED,
    new: "mayBeCopy: copy === 'possible-copy'",
    tests: [COPIES],
  },
  {
    name: 'stop-misses-a-ticket-that-broke-off-and-moved',
    file: 'main/printing/spool/spool.ts',
    old: UNCERTAIN,
    new: "if (job.interrupted && !isInLedger(order.id, payload)) enter('uncertain');",
    tests: [COPIES],
  },
  {
    name: 'stop-misses-a-ticket-that-a-power-cut-left-open',
    file: 'main/printing/spool/spool.ts',
    old: UNCERTAIN,
    new: "if (!result.nothingPrinted) enter('uncertain');",
    tests: [COPIES],
  },
];
