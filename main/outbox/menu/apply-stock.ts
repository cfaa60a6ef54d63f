/** Accepts stock counts from a till: all, or none with the mistakes. */
import { message } from '../../../contract/message.ts';
import { subjectOf } from '../../menu/changes.ts';
import type { Stock, StockMistake } from '../../menu/files/stock-file.ts';
import { FORCED_OUT } from '../../menu/model.ts';
import type { MenuChangeRequest } from '../../store/rows/menu/menu-rows.ts';
import type { Store } from '../../store/store.ts';
import type { Clocks } from '../../time/service-clock.ts';
import type { MenuBook } from './menu-book.ts';
import { queueChange } from './queue-changes.ts';

export interface TakeStock {
  store: Store;
  time: Clocks;
  book: MenuBook;
  /** Whether the venue marks items sold out as shops do; marked items aren't counted. */
  isShop: (venueId: string) => boolean;
}

/** A till that gets no answer resends its count; meanwhile the service has counted sales down and must not be reset. */
const SAME_DELIVERY_MS = 10 * 60_000;

/** `from`: the source, for the journal. */
export interface Delivery {
  from: string;
  /** The same for every repeat of a delivery, however late; null if the till sends no ID. */
  id: string | null;
}

/** Whether the item is marked sold out; at the service, such marks and counts interfere. */
export function isMarkedSoldOut({ store, book }: Pick<TakeStock, 'store' | 'book'>, venueId: string, subject: string): boolean {
  const marked = store.menu.get(venueId, 'items', subject);
  if (marked && marked.state !== 'refused' && 'in_stock' in marked.wants) return marked.wants.in_stock === false;
  return book.item(venueId, subject)?.inventoryMode === FORCED_OUT;
}

/**
 * Changes nothing if anything is wrong or the delivery is a repeat; without an ID, equal counts within ten minutes are one delivery. Manual
 * counts don't use this.
 */
export function applyStock(parts: TakeStock, venueId: string, stock: readonly Stock[], delivery: Delivery): StockMistake[] {
  const { store, time, book } = parts;
  const mistakes: StockMistake[] = [];
  const counted = stock.map(({ inventory, line, ...identifier }) => {
    const subject = book.subjectOf(venueId, identifier);
    // The service doesn't report which rows matched, so unknown items would vanish silently.
    if (book.item(venueId, subject) === null) mistakes.push({ line, text: message('menu.itemNotFound', { name: subjectOf(identifier) }) });
    else if (parts.isShop(venueId) && isMarkedSoldOut(parts, venueId, subject))
      mistakes.push({ line, text: message('stock.markedSoldOut', { name: book.nameOf(venueId, subject) }) });
    return { venueId, endpoint: 'inventory' as const, subject, wants: { inventory }, by: null };
  });
  if (mistakes.length > 0 || isRepeated(parts, counted, delivery.id)) return mistakes;
  store.write(() => {
    const at = time.service.now();
    for (const change of counted) {
      queueChange(store, time, change);
      store.menu.tillStock.gave(venueId, change.subject, { count: change.wants.inventory, delivery: delivery.id, at });
    }
    store.menu.note(venueId, message('stock.countedFrom', { from: delivery.from, count: counted.length }), null);
  });
  return [];
}

type Counted = Pick<MenuChangeRequest, 'venueId' | 'subject'> & { wants: { inventory: number } };

/** Compares with the till's last counts, not the wanted state: staff may have counted since. */
function isRepeated({ store, time }: TakeStock, counted: readonly Counted[], id: string | null): boolean {
  const last = counted.map(({ venueId, subject }) => store.menu.tillStock.last(venueId, subject));
  // Deliveries are stored whole, so one row suffices.
  if (id !== null && last.some((given) => given?.delivery === id)) return true;
  return counted.every(({ venueId, subject, wants }, at) => {
    const given = last[at] ?? null;
    if (given === null || given.count !== wants.inventory) return false;
    if (id !== null && given.delivery !== null) return false;
    const isRefused = store.menu.get(venueId, 'inventory', subject)?.state === 'refused';
    return !isRefused && time.service.now() - given.at < SAME_DELIVERY_MS;
  });
}
