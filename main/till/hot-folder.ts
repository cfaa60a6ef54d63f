/** A till that watches a folder: each order is one file, written whole and then renamed, so that it never reads half of one. */
import { createHash } from 'node:crypto';
import type { Time } from '../../shared/time/time.ts';
import { writeForOthers } from '../files/private-files.ts';
import { inTime } from '../time/time-limit.ts';
import type { TillNews, TillOrder } from './till-order.ts';

/** The time limit for one file, after which a share that doesn't answer is given up. */
export const FOLDER_LIMIT_MS = 20_000;

/** Changes have other file extensions: a till that only knows orders as `.json` must not book them as orders. */
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

/** Unique per ID, even on a case-insensitive disk. */
function ownName(id: string): string {
  const name = safe(id);
  return name === id.toLowerCase() ? name : `${name}~${createHash('sha256').update(id).digest('hex').slice(0, 12)}`;
}

/** Order numbers come from outside and must not name another folder. */
function safe(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 80);
}
