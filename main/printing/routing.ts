/** Which items go to which printer. An item no rule names goes to the default printer. Pure. */

import { type Takes, takersOf } from '../orders/item-routing.ts';
import type { Order, OrderItem } from '../orders/order.ts';

export interface RoutedPrinter {
  id: string;
  name: string;
  documents: readonly string[];
  /** What its kitchen tickets hold; null for everything. */
  takes: Takes | null;
}

/** The items of this printer's ticket, by index into the order's items; empty when it has none of them. */
export function itemsFor(printers: readonly RoutedPrinter[], printerId: string, order: Order): number[] {
  return order.items.flatMap((item, at) => (printersOf(printers, item).some(({ id }) => id === printerId) ? [at] : []));
}

/** The printers whose kitchen ticket holds this item, in the order of the settings; none only where no printer prints tickets. */
export function printersOf<P extends RoutedPrinter>(printers: readonly P[], item: OrderItem): P[] {
  return takersOf(
    printers.filter(({ documents }) => documents.includes('kitchen-ticket')),
    item,
  );
}
