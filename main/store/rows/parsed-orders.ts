/** A cache of parsed orders, valid until their body changes: one change is read by many parts, and a long order is slow to parse. */
import type Database from 'better-sqlite3';
import { readJson } from '../../../shared/json/read-json.ts';
import type { Order } from '../../orders/order.ts';
import { MEMORY_FOR_ALL, memoryLimit } from '../../orders/reading/memory-limits.ts';
import { parseOrder } from '../../orders/reading/parse-order.ts';
import { asRecord } from '../../orders/text/reading.ts';

/**
 * Characters of text of ended orders in all; the oldest go first. Open ones are all kept: whoever follows the board holds them anyway, and
 * every look at it goes through all of them. How long each may be is bounded by what is read out of a body (orders/reading/memory-limits.ts).
 */
const ENDED_CHARACTERS = 4_000_000;

/** Stands for an id that a damaged page lost. */
export const NO_ID = 'unknown';

export interface ParsedOrders {
  /** The stored order, shared and not to be changed by its user. Throws an Error for a body without one. */
  of(stored: { id: string; venueId: string; open: number }): Order;
  /** The same with the complete body (`raw`, if already parsed); not cached. */
  whole(stored: { id: string; venueId: string; open: number }, raw?: unknown): Order;
  /** To be called when the stored body has become another one. `read`: the order in it, where it was taken out of this very text already. */
  changed(id: string, read?: { raw: string; order: Order }): void;
}

/** A body that is no JSON, from a damaged page, must not take all other orders from the board. */
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
  /** Written in a transaction that may still be undone: known by their very text alone, until there is none. */
  const unsure = new Map<string, { raw: string; order: Order } | null>();
  /** The order parsed by the writer of this text; used only for that text, once. */
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
    // What is no object is an order all the same, of which nothing but its id is known; without an id it hides no other.
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
