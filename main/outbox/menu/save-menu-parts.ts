/** Stores a menu's parts in transactions of a few milliseconds, yielding in between. */
import { randomUUID } from 'node:crypto';
import type { MenuPart } from '../../store/rows/menu/menu-copies.ts';
import type { Store } from '../../store/store.ts';
import { timeSlice } from '../../time/yielding.ts';

/** Per transaction: bytes written, parts deleted. */
const MOST_BYTES = 256 * 1024;
const MOST_SWEPT = 100;

/**
 * Returns the copy's ID. First deletes the parts of unfinished copies. An aborted `signal` stops writing: a newer read would delete these
 * parts, too.
 */
export async function saveMenuParts(store: Store, venueId: string, parts: readonly MenuPart[], signal: AbortSignal): Promise<string> {
  const write = <T>(work: () => T): T => {
    signal.throwIfAborted();
    return store.write(work);
  };
  const turns = timeSlice();
  const copyId = randomUUID();
  while (write(() => store.menu.copies.sweep(venueId, MOST_SWEPT)) > 0) await turns.next();
  for (const piece of inPieces(parts)) {
    write(() => store.menu.copies.keep(venueId, copyId, piece));
    await turns.next();
  }
  return copyId;
}

function inPieces(parts: readonly MenuPart[]): MenuPart[][] {
  const pieces: MenuPart[][] = [];
  let bytes = MOST_BYTES;
  for (const part of parts) {
    if (bytes + part.body.length > MOST_BYTES) {
      pieces.push([]);
      bytes = 0;
    }
    pieces.at(-1)?.push(part);
    bytes += part.body.length;
  }
  return pieces;
}
