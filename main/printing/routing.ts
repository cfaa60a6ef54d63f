/** Which items go to which printer. Items without a rule go to the default printer. Pure. */

import { type Takes, takersOf } from '../orders/item-routing.ts';
import type { Order, OrderItem } from '../orders/order.ts';

export interface RoutedPrinter {
  id: string;
  name: string;
  documents: readonly string[];
  /** Items on its kitchen tickets; null for all. */
  takes: Takes | null;
}

/** Items on this printer's ticket, by index. */
export function itemsFor(printers: readonly RoutedPrinter[], printerId: string, order: Order): number[] {
  return order.items.flatMap((item, at) => (printersOf(printers, item).some(({ id }) => id === printerId) ? [at] : []));
}

/** Printers whose kitchen ticket has this item, in settings order; empty only if no printer prints tickets. */
export function printersOf<P extends RoutedPrinter>(printers: readonly P[], item: OrderItem): P[] {
  return takersOf(
    printers.filter(({ documents }) => documents.includes('kitchen-ticket')),
    item,
  );
}
