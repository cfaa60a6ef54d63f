/** A till that watches a folder: each order is one file, written whole and then renamed, so that it never reads half of one. */
import { createHash } from 'node:crypto';
import { writeForOthers } from '../files/private-files.ts';
import type { Time } from '../time/time.ts';
import { inTime } from '../time/time-limit.ts';
import type { TillNews, TillOrder } from './till-order.ts';

/** For one file in a folder of somebody else; a share that does not answer is given up after it. */
export const FOLDER_LIMIT_MS = 20_000;

/** News of an order has an ending of its own: a till that reads `.json` and knows orders alone must not book it as one. */
const ENDING: Record<(TillOrder | TillNews)['format'], string> = {
  'tillbridge-order-1': 'json',
  'tillbridge-change-1': 'changed',
  'tillbridge-cancel-1': 'cancelled',
};

/**
 * Writes `<order number>-<order id>.json` (behind an id that no file can have as it is: `~` and a part of its hash), or with another ending for news of the order. The same again replaces its own file,
 * never adds a second one. The folder is never made here: see `try-folder.ts`. Throws the file system's error, and TookTooLong where it may
 * come later.
 */
export async function putIntoHotFolder(time: Pick<Time, 'after'>, folder: string, order: TillOrder | TillNews): Promise<void> {
  const name = `${safe(order.order_number).replaceAll('-', '_')}-${ownName(order.order_id)}.${ENDING[order.format]}`;
  await inTime(time, folder, FOLDER_LIMIT_MS, (late) => writeForOthers(folder, name, `${JSON.stringify(order, null, 2)}\n`, late));
}

/** No two ids have one name, not even where a disk takes capitals for small letters. */
function ownName(id: string): string {
  const name = safe(id);
  return name === id.toLowerCase() ? name : `${name}~${createHash('sha256').update(id).digest('hex').slice(0, 12)}`;
}

/** Order numbers come from outside and must not name another folder. */
function safe(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 80);
}
