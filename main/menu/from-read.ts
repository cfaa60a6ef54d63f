/**
 * Parses the response of `get venue menu` (section 4.3, READY): flat lists joined by bindings. Tolerant: missing fields are null, unknown
 * ones kept, dangling references listed. Pure.
 */
import { asArray, asCount, asRecord, asText, type Fields } from '../orders/text/reading.ts';
import {
  ASSUMED_KEYS,
  asPercent,
  backAt,
  depositsIn,
  isDefault,
  nestedCategories,
  nestedOptionIds,
  nestedOptions,
  rangeOf,
} from './assumed.ts';
import type { Dangling, Deposit, Menu, MenuCategory, MenuItem, MenuOption, MenuValue } from './model.ts';
import { translations, unknownFieldsOf } from './texts.ts';

const KNOWN = {
  menu: ['id', 'currency', 'primary_language', 'categories', 'items', 'options'],
  category: ['id', 'name', 'item_bindings'],
  item: ['id', 'product', 'price', 'enabled', 'inventory_mode', 'option_bindings', 'vat_percentage', 'sales_tax_percentage'],
  product: ['name', 'description', 'external_id', 'sku', 'gtin', 'image_url', 'information'],
  option: ['id', 'name', 'type', 'external_id', 'values'],
  value: ['id', 'product', 'enabled', 'price', 'vat_percentage'],
};

/** Null if the body is no menu. */
export function menuFromRead(body: unknown): Menu | null {
  const fields = asRecord(body);
  if (!fields || !(Array.isArray(fields.items) || Array.isArray(fields.categories))) return null;
  const primary = asText(fields.primary_language) ?? 'en';
  const reader = createReader(primary, depositsIn(fields));
  for (const option of asArray(fields.options)) reader.option(option);
  const items = asArray(fields.items).flatMap((item) => reader.item(item) ?? []);
  const categories = asArray(fields.categories).flatMap((category, at) => reader.category(category, `category ${at}`) ?? []);
  return {
    form: 'read',
    id: asText(fields.id),
    currency: asText(fields.currency)?.toUpperCase() ?? '',
    primaryLanguage: primary,
    categories,
    items,
    options: reader.options,
    dangling: danglingIn(categories, items, reader.options),
    unknownFields: unknownFieldsOf(fields, KNOWN.menu, ASSUMED_KEYS.menu),
  };
}

function createReader(primary: string, deposits: ReadonlyMap<string, Deposit>) {
  const options: MenuOption[] = [];
  const idOf = (fields: Fields, otherwise: string): string => asText(fields.id) ?? otherwise;
  const depositOf = (fields: Fields): Deposit | null => {
    const id = asText(fields.deposit_id);
    return id === null ? null : (deposits.get(id) ?? null);
  };

  function sold(fields: Fields, key: string) {
    const product = asRecord(fields.product) ?? {};
    return {
      key,
      externalId: asText(product.external_id),
      sku: asText(product.sku),
      gtin: asText(product.gtin),
      name: translations(product.name, primary),
      price: asCount(fields.price),
      vat: asPercent(fields.vat_percentage) ?? asPercent(fields.sales_tax_percentage),
      enabled: isEnabled(fields.enabled),
      deposit: depositOf(fields),
      information: asRecord(product.information),
      product,
    };
  }

  function item(given: unknown): MenuItem | null {
    const fields = asRecord(given);
    if (!fields) return null;
    const { product, ...known } = sold(fields, idOf(fields, `item ${asText(asRecord(fields.product)?.external_id) ?? ''}`));
    return {
      ...known,
      description: translations(product.description, primary),
      imageUrl: asText(product.image_url),
      disabledUntil: backAt(fields),
      inventoryMode: asText(fields.inventory_mode),
      quantity: null,
      optionKeys: asArray(fields.option_bindings).flatMap((binding) => asText(asRecord(binding)?.option_id) ?? []),
      unknownFields: { ...unknownFieldsOf(fields, KNOWN.item, ASSUMED_KEYS.item), ...unknownFieldsOf(product, KNOWN.product) },
    };
  }

  function value(given: unknown, of: Fields, key: string): MenuValue | null {
    const fields = asRecord(given);
    if (!fields) return null;
    const { product, ...known } = sold(fields, idOf(fields, key));
    const within = nestedOptions(fields).flatMap((nested) => option(nested, `${key}.option`) ?? []);
    return {
      ...known,
      isDefault: isDefault(of, fields),
      range: rangeOf(fields),
      subOptionKeys: [...nestedOptionIds(fields), ...within],
      isShownToVenue: fields.visible_to_merchant !== false,
      unknownFields: { ...unknownFieldsOf(fields, KNOWN.value, ASSUMED_KEYS.value), ...unknownFieldsOf(product, KNOWN.product) },
    };
  }

  /** Adds an option and returns its key. */
  function option(given: unknown, otherwise = `option ${options.length}`): string | null {
    const fields = asRecord(given);
    if (!fields) return null;
    const key = idOf(fields, otherwise);
    options.push({
      key,
      externalId: asText(fields.external_id),
      name: translations(fields.name, primary),
      type: asText(fields.type) ?? '',
      range: rangeOf(fields),
      maxSame: asCount(fields.max_same_selections),
      maxFree: asCount(fields.max_free_selections),
      values: asArray(fields.values).flatMap((one, at) => value(one, fields, `${key}.${at}`) ?? []),
      unknownFields: unknownFieldsOf(fields, KNOWN.option, ASSUMED_KEYS.option),
    });
    return key;
  }

  function category(given: unknown, otherwise: string): MenuCategory | null {
    const fields = asRecord(given);
    if (!fields) return null;
    const key = idOf(fields, otherwise);
    return {
      key,
      id: asText(fields.id),
      name: translations(fields.name, primary),
      description: translations(fields.description, primary),
      itemKeys: asArray(fields.item_bindings).flatMap((binding) => asText(asRecord(binding)?.item_id) ?? []),
      subcategories: nestedCategories(fields).flatMap((one, at) => category(one, `${key} ${at}`) ?? []),
      unknownFields: unknownFieldsOf(fields, KNOWN.category, ASSUMED_KEYS.category),
    };
  }

  return { options, option, item, category };
}

/** An object `{enabled}` or a boolean; true by default. */
function isEnabled(value: unknown): boolean {
  return (asRecord(value)?.enabled ?? value) !== false;
}

function danglingIn(categories: readonly MenuCategory[], items: readonly MenuItem[], options: readonly MenuOption[]): Dangling[] {
  const itemKeys = new Set(items.map(({ key }) => key));
  const optionKeys = new Set(options.map(({ key }) => key));
  const missing = (place: Dangling['in'], key: string, named: readonly string[], known: ReadonlySet<string>): Dangling[] =>
    named.filter((name) => !known.has(name)).map((name) => ({ in: place, key, missing: name }));
  const inCategory = (category: MenuCategory): Dangling[] => [
    ...missing('category', category.key, category.itemKeys, itemKeys),
    ...category.subcategories.flatMap(inCategory),
  ];
  return [
    ...categories.flatMap(inCategory),
    ...items.flatMap(({ key, optionKeys: named }) => missing('item', key, named, optionKeys)),
    ...options.flatMap(({ values }) => values.flatMap(({ key, subOptionKeys }) => missing('value', key, subOptionKeys, optionKeys))),
  ];
}
