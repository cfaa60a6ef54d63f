// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Faults in copy marks, STOP, printed content, and data for the till and the alarm. */
import type { Planted } from './planted.ts';

const COPIES = 'test/integration/printing/marks-of-copies.test.ts';
const MOVED = "mayBeCopy: copy === 'possible-copy' || !result.nothingPrinted";
const UNCERTAIN = "if (!result.nothingPrinted || (job.outcomeUnknown && !isInLedger(order.id, payload))) enter('uncertain');";

export const OF_PAPERS: readonly Planted[] = [
  {
    name: 'moved-delivery-ticket-forgets-it-may-be-a-copy',
    file: 'main/printing/spool/print-delivery-slips.ts',
    old: MOVED,
    new: 'mayBeCopy: !result.nothingPrinted',
    tests: [COPIES],
  },
  {
    name: 'delivery-ticket-that-broke-off-not-a-copy',
    file: 'main/printing/spool/print-delivery-slips.ts',
    old: MOVED,
    new: "mayBeCopy: copy === 'possible-copy'",
    tests: [COPIES],
  },
  {
    name: 'stop-misses-a-ticket-that-broke-off-and-moved',
    file: 'main/printing/spool/spool.ts',
    old: UNCERTAIN,
    new: "if (job.outcomeUnknown && !isInLedger(order.id, payload)) enter('uncertain');",
    tests: [COPIES],
  },
  {
    name: 'stop-misses-a-ticket-that-a-power-cut-left-open',
    file: 'main/printing/spool/spool.ts',
    old: UNCERTAIN,
    new: "if (!result.nothingPrinted) enter('uncertain');",
    tests: [COPIES],
  },
  {
    name: 'own-delivery-due-without-the-chosen-time',
    file: 'main/printing/documents/parts/due-time.ts',
    old: 'at: chosen ?? time };',
    new: 'at: time ?? chosen };',
    tests: ['test/unit/printing/due-time.test.ts'],
  },
  {
    name: 'changed-weight-is-no-change',
    file: 'main/orders/changes.ts',
    old: 'old.count !== item.count || old.weightGrams !== item.weightGrams',
    new: 'old.count !== item.count',
    tests: ['test/unit/orders/item-changes.test.ts'],
  },
  {
    name: 'rejection-by-the-venue-swapped-at-the-till',
    file: 'main/till/till-order.ts',
    old: 'cancelled_at, by_venue: byVenue };',
    new: 'cancelled_at, by_venue: !byVenue };',
    tests: ['test/e2e/orders/to-the-till.test.ts'],
  },
  {
    name: 'till-order-as-plain-text',
    file: 'main/till/http-till.ts',
    old: "'content-type': 'application/json', 'idempotency-key'",
    new: "'content-type': 'text/plain', 'idempotency-key'",
    tests: ['test/e2e/orders/to-the-till.test.ts'],
  },
  {
    name: 'alarm-as-plain-text',
    file: 'main/shift/alarm-webhook.ts',
    old: "...headers, 'content-type': 'application/json'",
    new: "...headers, 'content-type': 'text/plain'",
    tests: ['test/e2e/orders/unverified-status.test.ts'],
  },
  {
    name: 'second-change-of-an-order-is-not-printed',
    file: 'main/printing/spool/plan.ts',
    old: '/change-slip/${order.modifiedAt ?? madeAt}/${printer.id}',
    new: '/change-slip/${printer.id}',
    tests: [COPIES],
  },
];
