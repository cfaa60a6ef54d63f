/** Parsed orders, remembered by their very text: one change of an order is looked at by many, and a long one takes its time to parse. */
import type { Order } from '../orders/order.ts';
import { parseOrder } from '../orders/parse-order.ts';
import { asRecord } from '../orders/reading.ts';

/** Characters of text in all; the oldest go first. An open board of usual orders takes a tenth of it. */
const KEPT_CHARACTERS = 4_000_000;

export interface ParsedOrders {
  /** The order in this text, never to be changed by whoever gets it. Throws an Error for a text that holds none. */
  of(stored: { id: string; venueId: string; raw: string }): Order;
}

/** A body that is no JSON, from a damaged page, must not take all other orders from the board. */
export function bodyOf(raw: string): unknown {
  try {
    return JSON.parse(raw);
  } catch {
    return null;
  }
}

export function createParsedOrders(): ParsedOrders {
  const known = new Map<string, { raw: string; order: Order }>();
  let characters = 0;

  function forget(id: string): void {
    characters -= known.get(id)?.raw.length ?? 0;
    known.delete(id);
  }

  return {
    of({ id, venueId, raw }) {
      const before = known.get(id);
      if (before?.raw === raw) return before.order;
      // What is no object is an order all the same, of which nothing but its id is known.
      const parsed = parseOrder(asRecord(bodyOf(raw)) ?? {}, venueId, id);
      if (!parsed.ok) throw new Error(`Stored order ${id} cannot be read: ${parsed.why}`);
      forget(id);
      known.set(id, { raw, order: parsed.order });
      characters += raw.length;
      for (const oldest of known.keys()) {
        if (characters <= KEPT_CHARACTERS || oldest === id) break;
        forget(oldest);
      }
      return parsed.order;
    },
  };
}
