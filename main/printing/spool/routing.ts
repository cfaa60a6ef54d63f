/** Which items of an order are which printer's. Pure. No item is ever nobody's: what no rule names goes to the default printer. */
import type { Order, OrderItem } from '../../orders/order.ts';

/** What a printer's kitchen tickets hold: everything, or the items that its categories or words name, and what is left over. */
export interface Takes {
  categories: readonly string[];
  /** Words of item names. */
  items: readonly string[];
  /** Also what no printer's rule names. */
  rest: boolean;
}

export interface RoutedPrinter {
  id: string;
  name: string;
  documents: readonly string[];
  takes: Takes | null;
}

/** The items of this printer's ticket, by index into the order's items; empty when it has none of them. */
export function itemsFor(printers: readonly RoutedPrinter[], printerId: string, order: Order): number[] {
  return order.items.flatMap((item, at) => (printersOf(printers, item).some(({ id }) => id === printerId) ? [at] : []));
}

/** The printers whose kitchen ticket holds this item, in the order of the settings; none only where no printer prints tickets. */
export function printersOf<P extends RoutedPrinter>(printers: readonly P[], item: OrderItem): P[] {
  const tickets = printers.filter(({ documents }) => documents.includes('kitchen-ticket'));
  const named = tickets.filter(({ takes }) => takes !== null && names(takes, item));
  const left = named.length > 0 ? [] : tickets.filter(({ takes }) => takes?.rest);
  const chosen = tickets.filter((printer) => printer.takes === null || named.includes(printer) || left.includes(printer));
  // Rules that forget an item must not lose it.
  return chosen.length > 0 ? chosen : tickets.slice(0, 1);
}

function names({ categories, items }: Takes, item: OrderItem): boolean {
  const name = folded(item.name ?? '');
  const its = folded(item.category ?? '');
  return categories.some((category) => folded(category) === its) || items.some((word) => name.includes(folded(word)));
}

/** Nobody's rule is about what stands further back in a name. */
const NAMED_WITHIN = 500;

/** "Küche" and "KUCHE" are one word to whoever types a rule. */
function folded(text: string): string {
  return text.slice(0, NAMED_WITHIN).normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
