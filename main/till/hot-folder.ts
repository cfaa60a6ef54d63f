/** A till that watches a folder: each order is one file, written whole and then renamed, so that it never reads half of one. */
import { createHash } from 'node:crypto';
import { makeFolderForOthers, writeForOthers } from '../files/private-files.ts';
import type { TillNews, TillOrder } from './till-order.ts';

/** News of an order has an ending of its own: a till that reads `.json` and knows orders alone must not book it as one. */
const ENDING: Record<(TillOrder | TillNews)['format'], string> = {
  'tillbridge-order-1': 'json',
  'tillbridge-change-1': 'changed',
  'tillbridge-cancel-1': 'cancelled',
};

/**
 * Writes `<order number>-<order id>.json` (behind an id that no file can have as it is: `~` and a part of its hash), or with another ending for news of the order. The same again replaces its own file,
 * never adds a second one. Throws the file system's error.
 */
export async function putIntoHotFolder(folder: string, order: TillOrder | TillNews): Promise<void> {
  await makeFolderForOthers(folder);
  const name = `${safe(order.order_number).replaceAll('-', '_')}-${ownName(order.order_id)}.${ENDING[order.format]}`;
  await writeForOthers(folder, name, `${JSON.stringify(order, null, 2)}\n`);
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
