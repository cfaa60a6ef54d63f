/** "Ready" at a Polish pharmacy (section 4.2, row ready): over-the-counter rows need batch IDs for their quantity. */
import { ASSUMED } from '../assumptions.ts';
import type { SandboxOrder } from '../order.ts';
import { type Fields, isFields } from '../wire/exchange.ts';
import { arrayOf, invalid, oneOf, requiredInteger, requiredText } from '../wire/request-bodies.ts';
import { itemsOf } from './replacements.ts';

const NAMES = ASSUMED.pharmacy;

/** Throws 400 for missing IDs. Without such rows, no body is needed. */
export function checkBatches(order: SandboxOrder, body: Fields): void {
  const rows = overTheCounterRows(order);
  if (rows.length === 0) return;
  oneOf(body, 'type', ['POLAND_PHARMA'], '');
  const entries = arrayOf(body, NAMES.entries, true);
  for (const row of rows) {
    const entry = entries.find((candidate) => candidate[NAMES.row] === row);
    if (!entry) throw invalid(`Batch ids of row ${row} are missing.`);
    const covered = arrayOf(entry, NAMES.batches, true).reduce((sum, batch) => {
      requiredText(batch, NAMES.batchId);
      return sum + requiredInteger(batch, NAMES.quantity, 1);
    }, 0);
    const wanted = Number(itemsOf(order).find((item) => item.row_number === row)?.count ?? 0);
    if (covered !== wanted) throw invalid(`The batch ids of row ${row} cover ${covered} of ${wanted}.`);
  }
}

function overTheCounterRows(order: SandboxOrder): number[] {
  const operations = order.body.in_store_operations;
  const rows = isFields(operations) ? operations[NAMES.rowsIn] : null;
  return Array.isArray(rows) ? rows.filter((row) => typeof row === 'number') : [];
}
