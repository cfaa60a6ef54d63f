/** Venues without an uploaded menu have this one. */

import type { Venue } from '../venue/venues.ts';
import { type Dish, type DishOption, MENU } from './dishes.ts';
import type { Group, Item, Menu, Texts } from './menu.ts';

const LANGUAGE = 'en';
const VAT = 14;

export function defaultMenu(venue: Venue): Menu {
  const categories = new Map<string, Menu['categories'][number]>();
  for (const { id, category } of MENU) {
    const known = categories.get(category.id) ?? {
      id: category.id,
      name: texts(category.name),
      itemIds: [],
      subcategories: [],
      availability: null,
    };
    known.itemIds.push(id);
    categories.set(category.id, known);
  }
  const options = new Map(MENU.flatMap((dish) => dish.options).map((option) => [option.id, option]));
  return {
    id: venue.id,
    currency: venue.currency,
    language: LANGUAGE,
    categories: [...categories.values()],
    items: MENU.map(itemOf),
    groups: [...options.values()].map(groupOf),
  };
}

function itemOf(dish: Dish): Item {
  return {
    id: dish.id,
    name: texts(dish.name),
    description: [],
    externalId: dish.posId,
    sku: dish.sku,
    gtin: dish.barcode,
    imageUrl: null,
    alcohol: 0,
    isOverTheCounter: false,
    information: {},
    price: dish.price,
    discount: null,
    vat: VAT,
    enabled: true,
    disabledUntil: null,
    isForcedOut: false,
    inventory: null,
    deliveryMethods: ['homedelivery', 'takeaway'],
    isBundle: false,
    groupIds: dish.options.map(({ id }) => id),
    deposit: null,
    availability: null,
  };
}

function groupOf({ id, group, posId, values, most }: DishOption): Group {
  return {
    id,
    name: texts(group),
    externalId: posId,
    type: most === 1 ? 'SingleChoice' : 'MultiChoice',
    range: most === 1 ? null : { min: 0, max: most },
    values: values.map((value) => ({
      id: Buffer.from(value.posId).toString('hex').padEnd(24, '0').slice(-24),
      name: texts(value.name),
      externalId: value.posId,
      information: {},
      price: value.price,
      vat: VAT,
      enabled: true,
      isDefault: false,
      groupIds: [],
      deposit: null,
      isVisibleToMerchant: true,
    })),
  };
}

function texts(value: string): Texts {
  return [{ lang: LANGUAGE, value }];
}
