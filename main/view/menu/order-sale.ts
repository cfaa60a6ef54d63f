/** An order's items and options that can be sold out, found in the menu by ID. */
import type { OrderedView, OrderSaleView, Sold } from '../../../contract/contract.ts';
import { type Identifier, subjectOf } from '../../menu/changes.ts';
import type { Order, OrderItem } from '../../orders/order.ts';
import type { MenuBook } from '../../outbox/menu/menu-book.ts';
import type { Store } from '../../store/store.ts';
import { itemNow, saleOf, valueNow } from './sale-state.ts';

const NOT_FOUND = { what: null, state: 'on-sale', until: null, pending: null } as const;

/** `now`: service clock, epoch ms. */
export function orderedViews(store: Store, book: MenuBook, { venueId, items }: Order, now: number): OrderSaleView['items'] {
  function value(name: string, id: string | null): OrderedView {
    const found = id === null ? null : book.value(venueId, id);
    if (id === null || !found) return { ...NOT_FOUND, name };
    const what: Sold = { kind: 'value', by: 'external_id', id };
    return { ...saleOf(store, store.menu.get(venueId, 'option-values', subjectOf(what)), valueNow(found), now), what, name };
  }

  return items.map((item) => {
    const row = item.rowNumber;
    const values = item.options.map((option) => value(option.value, option.valuePosId));
    const named = idsOf(item).find((id) => book.item(venueId, subjectOf(id)));
    const found = named && book.item(venueId, subjectOf(named));
    if (!named || !found) return { ...NOT_FOUND, name: item.name, row, values };
    const intent = store.menu.get(venueId, 'items', book.subjectOf(venueId, named));
    return { ...saleOf(store, intent, itemNow(found), now), what: { kind: 'item', ...named }, name: item.name, row, values };
  });
}

function idsOf({ posId, gtin, sku }: OrderItem): Identifier[] {
  const ids: [Identifier['by'], string | null][] = [
    ['external_id', posId],
    ['gtin', gtin],
    ['sku', sku],
  ];
  return ids.flatMap(([by, id]) => (id ? [{ by, id }] : []));
}
