/** Converts an uploaded menu to the service's form: flat lists, minor units, new IDs. */
import { newId } from '../ids.ts';
import type { Span } from '../venue/week.ts';
import type { Fields } from '../wire/exchange.ts';
import type { Category, Deposit, Group, Item, Menu, Section, Texts } from './menu.ts';
import { minorUnits } from './money.ts';

/** `body`: already validated. `countsQuantity`: an item's quantity is its stock. */
export function menuFrom(body: Fields, countsQuantity: boolean): Menu {
  const currency = String(body.currency);
  const amount = (major: unknown) => minorUnits(Number(major), currency);
  /** Option groups by content: identical options become one group. */
  const groups = new Map<string, Group>();
  const items = new Map<string, Item>();

  function groupIds(options: unknown): string[] {
    return objects(options).map((option) => {
      const key = JSON.stringify(option);
      const known = groups.get(key);
      if (known) return known.id;
      const group: Group = {
        id: newId(),
        name: option.name as Texts,
        externalId: textOr(option.external_data, null),
        type: String(option.type),
        range: (option.selection_range ?? null) as Group['range'],
        values: [],
      };
      // Added before its values, so a group precedes the groups that its values open.
      groups.set(key, group);
      group.values = objects(option.values).map((value) => ({
        id: newId(),
        name: value.name as Texts,
        externalId: String(value.external_data),
        information: (value.product_information ?? {}) as Fields,
        price: amount(value.price),
        vat: numberOr(value.vat_percentage, null),
        enabled: value.enabled === true,
        isDefault: value.default === true,
        groupIds: groupIds(value.sub_options),
        deposit: depositIn(value),
        isVisibleToMerchant: value.visible_to_merchant !== false,
      }));
      return group.id;
    });
  }

  function depositIn({ deposit }: Fields): Deposit | null {
    if (deposit === undefined) return null;
    const { price, vat_percentage: vat } = deposit as Fields;
    return { id: newId(), price: amount(price), vat: Number(vat) };
  }

  function itemIds(section: Fields): string[] {
    return objects(section.items).map((fields) => {
      const key = JSON.stringify(fields);
      const known = items.get(key);
      if (known) return known.id;
      const item = itemFrom(fields);
      items.set(key, item);
      return item.id;
    });
  }

  function itemFrom(fields: Fields): Item {
    const restrictions = (fields.restrictions ?? {}) as Fields;
    const quantity = countsQuantity && typeof fields.quantity === 'number' ? fields.quantity : null;
    return {
      id: newId(),
      name: fields.name as Texts,
      description: (fields.description ?? []) as Texts,
      externalId: String(fields.external_data),
      sku: textOr(fields.merchant_sku, null),
      gtin: textOr(fields.gtin_barcode, null),
      imageUrl: textOr(fields.image_url, null),
      alcohol: numberOr(fields.alcohol_percentage, 0) ?? 0,
      isOverTheCounter: Array.isArray(restrictions.item_restrictions) && restrictions.item_restrictions.includes('over_the_counter'),
      information: (fields.product_information ?? {}) as Fields,
      price: amount(fields.price),
      discount: null,
      vat: numberOr(fields.sales_tax_percentage, null),
      enabled: fields.enabled === true,
      disabledUntil: typeof fields.disabled_until === 'string' ? Date.parse(fields.disabled_until) : null,
      isForcedOut: false,
      inventory: quantity,
      deliveryMethods: Array.isArray(fields.delivery_methods) ? fields.delivery_methods.map(String) : ['homedelivery', 'takeaway'],
      isBundle: fields.bundle_offer === true,
      groupIds: groupIds(fields.options),
      deposit: depositIn(fields),
      availability: (fields.weekly_availability ?? null) as Span[] | null,
    };
  }

  const section = (fields: Fields): Section => ({
    id: textOr(fields.id, null) ?? newId(),
    name: fields.name as Texts,
    itemIds: itemIds(fields),
  });
  const categories = objects(body.categories).map(
    (fields): Category => ({
      ...section(fields),
      subcategories: objects(fields.subcategories).map(section),
      availability: (fields.weekly_availability ?? null) as Span[] | null,
    }),
  );
  return {
    id: newId(),
    currency,
    language: String(body.primary_language),
    categories,
    items: [...items.values()],
    groups: [...groups.values()],
  };
}

function objects(value: unknown): Fields[] {
  return Array.isArray(value) ? (value as Fields[]) : [];
}

function textOr<T>(value: unknown, otherwise: T): string | T {
  return typeof value === 'string' ? value : otherwise;
}

function numberOr<T>(value: unknown, otherwise: T): number | T {
  return typeof value === 'number' ? value : otherwise;
}
