/** Chooses each item's printers; items without a rule go to the default one. Pure. */

import { type ItemSelection, takersOf } from '../orders/item-routing.ts';
import type { Order, OrderItem } from '../orders/order.ts';

export interface RoutedPrinter {
  id: string;
  name: string;
  documents: readonly string[];
  /** Null for all items. */
  takes: ItemSelection | null;
}

export function itemsFor(printers: readonly RoutedPrinter[], printerId: string, order: Order): number[] {
  return order.items.flatMap((item, at) => (printersOf(printers, item).some(({ id }) => id === printerId) ? [at] : []));
}

/** The printers that print this item, in settings order; empty only if no printer prints tickets. */
export function printersOf<P extends RoutedPrinter>(printers: readonly P[], item: OrderItem): P[] {
  return takersOf(
    printers.filter(({ documents }) => documents.includes('kitchen-ticket')),
    item,
  );
}
