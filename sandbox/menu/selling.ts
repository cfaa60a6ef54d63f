/** Sales: visible items in stock, at an open and online venue. */
import type { Clock } from '../clock.ts';
import { whyNoOrders } from '../venue/venue-status.ts';
import type { Venue } from '../venue/venues.ts';
import { type Fields, isFields, Refusal } from '../wire/exchange.ts';
import { type BasketLine, type Dish, type DishOption, dishOfNumber } from './dishes.ts';
import { type Category, groupOf, type Item, isHidden, isSoldOut, itemsOf, type Menu, priceNow, valuesOf, wordsIn } from './menu.ts';
import type { MenuBook } from './menu-book.ts';

export interface Selling {
  /** Throws 409 if the venue takes no orders. */
  requireOpen(venue: Venue): void;
  dishes(venue: Venue): Dish[];
  /** Finds lines by external IDs. Throws 409 if unavailable, 400 if not in the menu. */
  linesOf(venue: Venue, wishes: readonly Fields[]): BasketLine[];
  /** Throws 409 if the menu doesn't sell an item or value. Ignores unknown ones. */
  requireOrderable(venue: Venue, order: Fields): void;
  sold(venue: Venue, order: Fields): void;
  nameOf(venue: Venue, barcode: string): string | null;
}

export function createSelling({ clock, menus }: { clock: Clock; menus: MenuBook }): Selling {
  function linesIn(order: Fields): Fields[] {
    return Array.isArray(order.items) ? order.items.filter(isFields) : [];
  }

  function itemFor(menu: Menu, line: Fields): Item | undefined {
    const by = (kind: 'external_id' | 'gtin' | 'sku', value: unknown) =>
      typeof value === 'string' ? itemsOf(menu, { kind, value })[0] : undefined;
    return by('external_id', line.pos_id) ?? by('gtin', line.gtin) ?? by('sku', line.sku);
  }

  function countOf(line: Fields): number {
    return typeof line.count === 'number' ? line.count : 1;
  }

  function requireOrderable(venue: Venue, order: Fields): void {
    const menu = menus.of(venue);
    const wanted = new Map<Item, number>();
    for (const line of linesIn(order)) {
      const item = itemFor(menu, line);
      if (!item) continue;
      wanted.set(item, (wanted.get(item) ?? 0) + countOf(line));
      const name = wordsIn(item.name, menu.language);
      if (isHidden(item)) throw refused('ITEM_HIDDEN', `${name} is hidden.`, item.externalId);
      if (isSoldOut(item)) throw refused('ITEM_SOLD_OUT', `${name} is sold out.`, item.externalId);
      if (item.inventory !== null && (wanted.get(item) ?? 0) > item.inventory)
        throw refused('ITEM_SOLD_OUT', `Of ${name} only ${item.inventory} are left.`, item.externalId);
      for (const option of Array.isArray(line.options) ? line.options.filter(isFields) : []) {
        const value = valuesOf(menu, String(option.value_pos_id ?? ''))[0];
        if (value && !value.enabled)
          throw refused('OPTION_VALUE_HIDDEN', `${wordsIn(value.name, menu.language)} is hidden.`, value.externalId);
      }
    }
  }

  function dishes(venue: Venue): Dish[] {
    const menu = menus.of(venue);
    return dishesOf(menu, clock.now(), (item) => !isHidden(item) && !isSoldOut(item));
  }

  return {
    requireOpen(venue) {
      const why = whyNoOrders(venue, clock.now());
      if (why) throw refused(why.includes('offline') ? 'VENUE_OFFLINE' : 'VENUE_CLOSED', why, venue.id);
    },
    dishes,
    linesOf(venue, wishes) {
      const menu = menus.of(venue);
      const all = dishesOf(menu, clock.now(), () => true);
      return wishes.map((wish) => {
        const dish = all.find(({ posId, sku, barcode }) => [posId, sku, barcode].includes(String(wish.item)));
        if (!dish) throw new Refusal(400, { reason: `The menu has no item "${String(wish.item)}".` });
        const ids = Array.isArray(wish.options) ? wish.options.map(String) : [];
        return { dish, count: countOf(wish), chosen: ids.map((id) => chosenIn(menu, dish, id)) };
      });
    },
    requireOrderable,
    sold(venue, order) {
      const menu = menus.of(venue);
      for (const line of linesIn(order)) {
        const item = itemFor(menu, line);
        if (item && item.inventory !== null) item.inventory = Math.max(0, item.inventory - countOf(line));
      }
    },
    nameOf(venue, barcode) {
      const menu = menus.of(venue);
      const numbered = dishOfNumber(barcode);
      const [item] = [
        ...itemsOf(menu, { kind: 'gtin', value: barcode }),
        ...(numbered ? itemsOf(menu, { kind: 'external_id', value: numbered.posId }) : []),
      ];
      return item ? wordsIn(item.name, menu.language) : null;
    },
  };
}

function refused(code: string, reason: string, details: string): Refusal {
  return new Refusal(409, { error_code: code, reason, details });
}

function dishesOf(menu: Menu, now: number, isSold: (item: Item) => boolean): Dish[] {
  const categoryOf = new Map<string, Category>();
  for (const category of menu.categories)
    for (const section of [category, ...category.subcategories])
      for (const id of section.itemIds) if (!categoryOf.has(id)) categoryOf.set(id, category);
  return menu.items.filter(isSold).map((item) => {
    const category = categoryOf.get(item.id);
    return {
      id: item.id,
      name: wordsIn(item.name, menu.language),
      category: { id: category?.id ?? menu.id, name: category ? wordsIn(category.name, menu.language) : '' },
      price: priceNow(item, now),
      posId: item.externalId,
      sku: item.sku,
      barcode: item.gtin,
      // Lazy, as a menu may have thousands of items.
      get options() {
        return optionsOf(menu, item.groupIds, false);
      },
    };
  });
}

function optionsOf(menu: Menu, groupIds: readonly string[], withHidden: boolean): DishOption[] {
  return groupIds
    .flatMap((id) => groupOf(menu, id) ?? [])
    .map((group) => ({
      id: group.id,
      group: wordsIn(group.name, menu.language),
      posId: group.externalId,
      values: group.values
        .filter((value) => value.isVisibleToMerchant && (withHidden || value.enabled))
        .map((value) => ({
          name: wordsIn(value.name, menu.language),
          price: value.price,
          posId: value.externalId,
          options: optionsOf(menu, value.groupIds, withHidden),
        })),
      most: group.type === 'MultiChoice' ? (group.range?.max ?? group.values.length) : 1,
    }));
}

function chosenIn(menu: Menu, dish: Dish, id: string): NonNullable<BasketLine['chosen']>[number] {
  const groupIds = menu.items.find((item) => item.id === dish.id)?.groupIds ?? [];
  const look = (options: readonly DishOption[]): NonNullable<BasketLine['chosen']> =>
    options.flatMap((option) => option.values.flatMap((value) => [{ option, value }, ...look(value.options)]));
  const found = look(optionsOf(menu, groupIds, true)).find(({ value }) => value.posId === id);
  if (!found) throw new Refusal(400, { reason: `"${dish.name}" has no option value "${id}".` });
  return found;
}
