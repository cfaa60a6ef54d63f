/** The form in which menus are read. Mostly assumed, so variants can change it. */

import type { VariantName, Variants } from '../variants.ts';
import type { Span } from '../venue/week.ts';
import type { Fields } from '../wire/exchange.ts';
import {
  type Category,
  type Deposit,
  type Group,
  type Item,
  isHidden,
  isSoldOut,
  type Menu,
  priceNow,
  type Section,
  type Value,
} from './menu.ts';

/** `now`: epoch ms; due changes must be applied. */
export function readForm(menu: Menu, variants: Variants, now: number): Fields {
  /** A field in its assumed form, in the other, or omitted. */
  const field = (name: VariantName, assumed: Fields, other: () => Fields = () => assumed): Fields =>
    variants.is(name, 'missing') ? {} : variants.is(name, 'other') ? other() : assumed;
  let lastBinding = 1_000_000;
  const bindingId = () => {
    lastBinding += 1;
    return `${menu.id.slice(0, 17)}${lastBinding}`;
  };
  const boundItems = (itemIds: readonly string[]) => itemIds.map((item_id) => ({ id: bindingId(), item_id }));
  const boundOptions = (groupIds: readonly string[]) => groupIds.map((option_id) => ({ id: bindingId(), option_id }));
  const plain = ({ id, name, itemIds }: Section) => ({ id, name, item_bindings: boundItems(itemIds) });

  function categoriesOf(category: Category): Fields[] {
    const { subcategories } = category;
    if (subcategories.length === 0) return [plain(category)];
    if (variants.is('subcategories', 'missing')) return [plain({ ...category, itemIds: subcategories.flatMap(({ itemIds }) => itemIds) })];
    if (variants.is('subcategories', 'other'))
      return [plain(category), ...subcategories.map((one) => ({ ...plain(one), parent_id: category.id }))];
    return [{ ...plain(category), subcategories: subcategories.map(plain) }];
  }

  function enabledOf(isEnabled: boolean, after: number | null): Fields {
    const until = variants.is('enabled_after', 'other') && after !== null ? { after: new Date(after).toISOString() } : {};
    return field('enabled', { enabled: { enabled: isEnabled, ...until } }, () => ({ enabled: isEnabled }));
  }

  function depositOf(deposit: Deposit | null, isValue: boolean): Fields {
    if (deposit === null && !isValue) return {};
    return field('deposit_id', { deposit_id: deposit?.id ?? null }, () => ({
      deposit: deposit && { price: deposit.price, vat_percentage: deposit.vat },
    }));
  }

  function stockOf(item: Item): Fields {
    return field('inventory_mode', isSoldOut(item) ? { inventory_mode: 'FORCED_OUT_OF_STOCK' } : {}, () => ({
      inventory_mode: item.isForcedOut ? 'FORCED_OUT_OF_STOCK' : item.inventory === null ? 'IN_STOCK' : 'LIMITED_QUANTITY',
      ...(item.inventory === null ? {} : { quantity: item.inventory }),
    }));
  }

  function priceOf(item: Item): Fields {
    if (!variants.is('discounted_price', 'other')) return { price: priceNow(item, now) };
    const paid = priceNow(item, now);
    return { price: item.price, ...(paid === item.price ? {} : { discounted_price: paid }) };
  }

  function itemOf(item: Item): Fields {
    return {
      id: item.id,
      product: {
        name: item.name,
        description: item.description,
        external_id: item.externalId,
        sku: item.sku,
        gtin: item.gtin,
        image_url: item.imageUrl,
        alcohol_percentage: item.alcohol,
        is_over_the_counter: item.isOverTheCounter,
        ...informationOf(item.information),
      },
      ...priceOf(item),
      vat_percentage: item.vat,
      sales_tax_percentage: item.vat,
      ...enabledOf(!isHidden(item), item.disabledUntil),
      delivery_methods: item.deliveryMethods,
      bundle_offer: item.isBundle,
      option_bindings: boundOptions(item.groupIds),
      ...depositOf(item.deposit, false),
      ...stockOf(item),
    };
  }

  function informationOf(information: Fields): Fields {
    return field('information', { information }, () => ({ information: inCamelCase(information) }));
  }

  function optionOf(group: Group): Fields {
    const preset = group.values.find(({ isDefault }) => isDefault);
    return {
      id: group.id,
      name: group.name,
      type: group.type,
      external_id: group.externalId,
      ...field('default_value', { default_value: preset?.id ?? null }, () => ({ default_value: preset?.externalId ?? null })),
      ...(group.range === null ? {} : rangeOf(group.range)),
      values: group.values.map(optionValueOf),
    };
  }

  function rangeOf({ min, max }: { min: number; max: number }): Fields {
    return field('selection_range', { selection_range: { min, max } }, () => ({ min_selections: min, max_selections: max }));
  }

  function optionValueOf(value: Value): Fields {
    const { groupIds } = value;
    const nested = () => field('nested_options', { option_bindings: boundOptions(groupIds) }, () => ({ sub_options: groupIds }));
    return {
      id: value.id,
      product: { name: value.name, external_id: value.externalId, ...informationOf(value.information), is_over_the_counter: false },
      ...enabledOf(value.enabled, null),
      price: value.price,
      vat_percentage: value.vat,
      ...depositOf(value.deposit, true),
      ...(groupIds.length === 0 ? {} : nested()),
    };
  }

  function depositsOf(): Fields {
    const of = (owner: string, deposits: { id: string; deposit: Deposit | null }[]) =>
      deposits.flatMap(({ id, deposit }): Fields[] => {
        if (!deposit) return [];
        const { price, vat } = deposit;
        return variants.is('item_deposits', 'other')
          ? [{ [owner]: id, amount: price, vat }]
          : [{ id: deposit.id, price, vat_percentage: vat }];
      });
    const values = menu.groups.flatMap((group) => group.values);
    const deposits = { item_deposits: of('item_id', menu.items), option_value_deposits: of('value_id', values) };
    return field('item_deposits', { deposits }, () => ({ deposits }));
  }

  const hours = (): Fields[] => [
    ...menu.categories.flatMap(({ id, availability }) => hoursOf('category_id', id, availability)),
    ...menu.items.flatMap(({ id, availability }) => hoursOf('item_id', id, availability)),
  ];

  return {
    id: menu.id,
    currency: menu.currency,
    primary_language: menu.language,
    categories: menu.categories.flatMap(categoriesOf),
    items: menu.items.map(itemOf),
    options: menu.groups.map(optionOf),
    ...field('weekly_availabilities', { weekly_availabilities: [] }, () => ({ weekly_availabilities: hours() })),
    ...depositsOf(),
  };
}

function hoursOf(owner: string, id: string, availability: Span[] | null): Fields[] {
  return availability === null ? [] : [{ [owner]: id, availability }];
}

function inCamelCase(information: Fields): Fields {
  return Object.fromEntries(
    Object.entries(information).map(([key, value]) => [key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()), value]),
  );
}
