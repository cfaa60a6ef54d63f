/** Caches parsed orders until their body changes: long ones are slow to parse. */
import type Database from 'better-sqlite3';
import { readJson } from '../../../shared/json/read-json.ts';
import type { Order } from '../../orders/order.ts';
import { MEMORY_FOR_ALL, memoryLimit } from '../../orders/reading/memory-limits.ts';
import { parseOrder } from '../../orders/reading/parse-order.ts';
import { asRecord } from '../../orders/text/reading.ts';

/**
 * Limit for ended orders, in characters. Open ones all stay: the board needs them, and each is bounded (orders/reading/memory-limits.ts).
 */
const ENDED_CHARACTERS = 4_000_000;

/** Replaces an ID lost in a damaged page. */
export const NO_ID = 'unknown';

export interface ParsedOrders {
  /** Shared: don't change it. Throws Error for a body without an order. */
  of(stored: { id: string; venueId: string; open: number }): Order;
  /** The unshortened order, not cached. `raw`: its body, if already parsed. */
  whole(stored: { id: string; venueId: string; open: number }, raw?: unknown): Order;
  /** Call when the stored body changed. `read`: the order already parsed from the new text. */
  changed(id: string, read?: { raw: string; order: Order }): void;
}

/** A damaged body must not take all other orders off the board. */
export function bodyOf(raw: string): unknown {
  return readJson(raw) ?? null;
}

interface Known {
  order: Order;
  characters: number;
  open: boolean;
}

export function createParsedOrders(db: Database.Database): ParsedOrders {
  const rawOf = db.prepare<[string], string>(`SELECT raw FROM orders WHERE id = ?`).pluck();
  const known = new Map<string, Known>();
  /** Parsed in a transaction that may roll back: reused only for the same text. */
  const unsure = new Map<string, { raw: string; order: Order } | null>();
  /** Parsed by the caller of `save`; used once, only for the same text. */
  const readAlready = new Map<string, { raw: string; order: Order }>();
  let endedCharacters = 0;

  function forget(id: string): void {
    const entry = known.get(id);
    if (entry && !entry.open) endedCharacters -= entry.characters;
    known.delete(id);
  }

  function keep(id: string, entry: Known): void {
    forget(id);
    known.set(id, entry);
    if (entry.open) return;
    endedCharacters += entry.characters;
    for (const [oldest, { open }] of known) {
      if (endedCharacters <= ENDED_CHARACTERS || oldest === id) break;
      if (!open) forget(oldest);
    }
  }

  function parse(id: string, venueId: string, body: unknown, room = memoryLimit()): Order {
    // A body that isn't an object still shows as an order with only its ID.
    const parsed = parseOrder(asRecord(body) ?? {}, venueId || NO_ID, id || NO_ID, room);
    if (!parsed.ok) throw new Error(`Stored order ${id} cannot be read: ${parsed.why}`);
    return parsed.order;
  }

  function of({ id, venueId, open }: { id: string; venueId: string; open: number }): Order {
    if (!db.inTransaction) unsure.clear();
    const before = known.get(id);
    if (before) {
      if (before.open !== (open === 1)) keep(id, { ...before, open: open === 1 });
      return before.order;
    }
    const raw = rawOf.get(id) ?? '';
    const written = unsure.get(id);
    if (written?.raw === raw) return written.order;
    const read = readAlready.get(id);
    const order = read?.raw === raw ? read.order : parse(id, venueId, bodyOf(raw));
    if (!db.inTransaction) readAlready.delete(id);
    if (unsure.has(id)) unsure.set(id, { raw, order });
    else keep(id, { order, characters: raw.length, open: open === 1 });
    return order;
  }

  return {
    of,
    whole(stored, raw) {
      const { id, venueId } = stored;
      const order = of(stored);
      return order.left ? parse(id, venueId, raw ?? bodyOf(rawOf.get(id) ?? ''), MEMORY_FOR_ALL) : order;
    },
    changed(id, read) {
      forget(id);
      readAlready.delete(id);
      if (read) readAlready.set(id, read);
      if (db.inTransaction) unsure.set(id, null);
    },
  };
}
