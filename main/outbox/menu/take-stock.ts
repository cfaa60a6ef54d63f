/** Counted stock that a till gives: all of it is what is wanted of these items, or the answer names what is wrong. */
import { message } from '../../../contract/message.ts';
import { subjectOf } from '../../menu/changes.ts';
import type { Stock, StockMistake } from '../../menu/files/stock-file.ts';
import { FORCED_OUT } from '../../menu/model.ts';
import type { WantedChange } from '../../store/rows/menu/menu-rows.ts';
import type { Store } from '../../store/store.ts';
import type { Clocks } from '../../time/service-clock.ts';
import type { MenuBook } from './menu-book.ts';
import { queueChange } from './queue-changes.ts';

export interface TakeStock {
  store: Store;
  time: Clocks;
  book: MenuBook;
  /** Whether the venue marks what is sold out as a shop does: what is marked is not counted. */
  isShop: (venueId: string) => boolean;
}

/** A till that got no answer sends the same once more: the service has counted down meanwhile, and must not be set back. */
const SAME_DELIVERY_MS = 10 * 60_000;

/** `from`: what it came from, for the journal. */
export interface Delivery {
  from: string;
  /** Names this delivery among all others, however late it comes again; null where the till gives it no name. */
  id: string | null;
}

/** Whether the item is marked sold out as a shop marks it: the service has that and a count disturb each other. */
export function isMarkedSoldOut({ store, book }: Pick<TakeStock, 'store' | 'book'>, venueId: string, subject: string): boolean {
  const marked = store.menu.get(venueId, 'items', subject);
  if (marked && marked.state !== 'refused' && 'in_stock' in marked.wants) return marked.wants.in_stock === false;
  return book.item(venueId, subject)?.inventoryMode === FORCED_OUT;
}

/**
 * Nothing is taken where anything is wrong; the same delivery once more changes nothing. Where it has no name, the counts that a till gave
 * in the last ten minutes are taken for the same. What a person counts at the counter does not come by here: that is always news.
 */
export function takeStock(parts: TakeStock, venueId: string, stock: readonly Stock[], delivery: Delivery): StockMistake[] {
  const { store, time, book } = parts;
  const mistakes: StockMistake[] = [];
  const counted = stock.map(({ inventory, line, ...identifier }) => {
    const subject = book.subjectOf(venueId, identifier);
    // Nothing tells afterwards which rows matched: what is not in the menu would vanish without a trace.
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

type Counted = Pick<WantedChange, 'venueId' | 'subject'> & { wants: { inventory: number } };

/** Whether it was taken before. Compared with what a till gave last, and not with what is wanted now: a person may have counted since. */
function isRepeated({ store, time }: TakeStock, counted: readonly Counted[], id: string | null): boolean {
  const last = counted.map(({ venueId, subject }) => store.menu.tillStock.last(venueId, subject));
  // It was taken whole: one row of it tells.
  if (id !== null && last.some((given) => given?.delivery === id)) return true;
  return counted.every(({ venueId, subject, wants }, at) => {
    const given = last[at] ?? null;
    if (given === null || given.count !== wants.inventory) return false;
    if (id !== null && given.delivery !== null) return false;
    const isRefused = store.menu.get(venueId, 'inventory', subject)?.state === 'refused';
    return !isRefused && time.service.now() - given.at < SAME_DELIVERY_MS;
  });
}
