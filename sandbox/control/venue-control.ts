/** Control API calls for a venue and its menu. */
import { menuFrom } from '../menu/from-upload.ts';
import { type Category, isHidden, isSoldOut, priceNow, type Section, wordsIn } from '../menu/menu.ts';
import { checkUpload } from '../menu/upload-check.ts';
import { changeState } from '../venue/venue-state.ts';
import { whyNoOrders } from '../venue/venue-status.ts';
import type { Venue } from '../venue/venues.ts';
import type { Fields } from '../wire/exchange.ts';
import type { ControlParts } from './control-parts.ts';

export function changeVenue(parts: ControlParts, it: Venue, body: Fields): unknown {
  if (typeof body.is_open === 'boolean') it.isOpen = body.is_open;
  if (typeof body.auto_accepts === 'boolean') it.autoAccepts = body.auto_accepts;
  changeState(it.state, body);
  if (body.opening_times !== undefined || body.special_opening_times !== undefined) parts.alerts.openingTimesChanged(it);
  else parts.alerts.look(it);
  return it;
}

/** Replaces the menu immediately, in the form and by the rules of uploads. */
export function putMenu(parts: ControlParts, it: Venue, body: Fields): unknown {
  checkUpload(body, it);
  parts.menus.replaceLater(it, menuFrom(body, true), 0);
  return menuAsItIs(parts, it);
}

/** The true menu, whatever reads show. */
export function menuAsItIs({ menus, clock }: ControlParts, it: Venue): unknown {
  const menu = menus.of(it);
  const now = clock.now();
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString());
  const words = (texts: Parameters<typeof wordsIn>[0]) => wordsIn(texts, menu.language);
  const section = ({ id, name, itemIds }: Section) => ({ id, name: words(name), item_ids: itemIds });
  return {
    menu_id: menu.id,
    currency: menu.currency,
    primary_language: menu.language,
    takes_no_orders_because: whyNoOrders(it, now),
    pending: menus.pending(it),
    categories: menu.categories.map((category: Category) => ({ ...section(category), subcategories: category.subcategories.map(section) })),
    items: menu.items.map((item) => ({
      id: item.id,
      external_id: item.externalId,
      sku: item.sku,
      gtin: item.gtin,
      name: words(item.name),
      price: item.price,
      discount: item.discount && {
        price: item.discount.price,
        starts_at: iso(item.discount.startsAt),
        ends_at: iso(item.discount.endsAt),
      },
      price_now: priceNow(item, now),
      vat_percentage: item.vat,
      enabled: item.enabled,
      disabled_until: iso(item.disabledUntil),
      in_stock: !item.isForcedOut,
      inventory: item.inventory,
      deposit: item.deposit && { price: item.deposit.price, vat_percentage: item.deposit.vat },
      orderable: !isHidden(item) && !isSoldOut(item),
    })),
    option_values: menu.groups.flatMap((group) =>
      group.values.map((value) => ({
        id: value.id,
        option: words(group.name),
        external_id: value.externalId,
        name: words(value.name),
        price: value.price,
        vat_percentage: value.vat,
        enabled: value.enabled,
      })),
    ),
  };
}
