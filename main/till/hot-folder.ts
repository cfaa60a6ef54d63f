/** A till that watches a folder: each order is a file, written completely and then renamed. */
import { createHash } from 'node:crypto';
import type { Time } from '../../shared/time/time.ts';
import { writeForOthers } from '../files/private-files.ts';
import { inTime } from '../time/time-limit.ts';
import type { TillOrder, TillUpdate } from './till-order.ts';

/** Time limit per file, in case a share doesn't answer. */
export const FOLDER_LIMIT_MS = 20_000;

/** Separate extensions: a till that only knows `.json` orders must not book changes as orders. */
const ENDING: Record<(TillOrder | TillUpdate)['format'], string> = {
  'tillbridge-order-1': 'json',
  'tillbridge-change-1': 'changed',
  'tillbridge-cancel-1': 'cancelled',
};

/**
 * Writes `<order number>-<order id>.json`; updates have other extensions, and unsafe IDs get `~` and a hash. A repeat replaces its file.
 * Never creates the folder (see `try-folder.ts`). Throws file system errors, and TookTooLong if the write may still complete.
 */
export async function writeToHotFolder(time: Pick<Time, 'after'>, folder: string, order: TillOrder | TillUpdate): Promise<void> {
  const name = `${safe(order.order_number).replaceAll('-', '_')}-${ownName(order.order_id)}.${ENDING[order.format]}`;
  await inTime(time, folder, FOLDER_LIMIT_MS, (late) => writeForOthers(folder, name, `${JSON.stringify(order, null, 2)}\n`, late));
}

/** Unique per ID, even on a case-insensitive disk. */
function ownName(id: string): string {
  const name = safe(id);
  return name === id.toLowerCase() ? name : `${name}~${createHash('sha256').update(id).digest('hex').slice(0, 12)}`;
}

/** Order numbers come from outside and must not lead to another folder. */
function safe(text: string): string {
  return text.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 80);
}
