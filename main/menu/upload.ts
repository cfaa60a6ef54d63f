/** Converts the `create menu` form to and from the model: a tree with decimal prices, also the JSON menu file (docs/menu-file.md). Pure. */
import { asArray, asCount, asRecord, asText, asTime, type Fields } from '../orders/text/reading.ts';
import { toMajor, toMinor } from './amounts.ts';
import { asPercent, rangeOf } from './assumed.ts';
import {
  type Deposit,
  FORCED_OUT,
  type Menu,
  type MenuCategory,
  type MenuItem,
  type MenuOption,
  type MenuValue,
  type Range,
  type Translation,
} from './model.ts';
import { translations, unknownFieldsOf } from './texts.ts';

const KNOWN = {
  menu: ['id', 'currency', 'primary_language', 'categories'],
  category: ['id', 'name', 'description', 'items', 'subcategories'],
  sold: ['name', 'price', 'enabled', 'external_data', 'gtin_barcode', 'merchant_sku', 'deposit', 'product_information'],
  item: ['description', 'image_url', 'sales_tax_percentage', 'disabled_until', 'quantity', 'options'],
  option: ['name', 'type', 'selection_range', 'max_same_selections', 'max_free_selections', 'external_data', 'values'],
  value: ['default', 'selection_range', 'sub_options', 'visible_to_merchant', 'vat_percentage'],
};

/** `digits`: of the currency. Unreadable values are null; check.ts reports them. */
export function menuFromUpload(body: unknown, digits: number): Menu {
  const fields = asRecord(body) ?? {};
  const primary = asText(fields.primary_language) ?? 'en';
  const items: MenuItem[] = [];
  const options: MenuOption[] = [];

  const depositOf = (given: unknown): Deposit | null => {
    const deposit = asRecord(given);
    return deposit && { price: toMinor(deposit.price, digits), vat: asPercent(deposit.vat_percentage) };
  };
  const sold = (of: Fields, key: string, vat: unknown) => ({
    key,
    externalId: asText(of.external_data),
    sku: asText(of.merchant_sku),
    gtin: asText(of.gtin_barcode),
    name: translations(of.name, primary),
    price: toMinor(of.price, digits),
    vat: asPercent(vat),
    enabled: of.enabled !== false,
    deposit: depositOf(of.deposit),
    information: asRecord(of.product_information),
  });

  function option(given: unknown, key: string): string {
    const of = asRecord(given) ?? {};
    // Added first, so its values' options follow.
    const at = options.length;
    const made: MenuOption = {
      key,
      externalId: asText(of.external_data),
      name: translations(of.name, primary),
      type: asText(of.type) ?? '',
      range: rangeOf(of),
      maxSame: asCount(of.max_same_selections),
      maxFree: asCount(of.max_free_selections),
      values: [],
      unknownFields: unknownFieldsOf(of, KNOWN.option),
    };
    options.push(made);
    options[at] = { ...made, values: asArray(of.values).map((one, place) => value(one, `${key}.values[${place}]`)) };
    return key;
  }

  function value(given: unknown, key: string): MenuValue {
    const of = asRecord(given) ?? {};
    return {
      ...sold(of, key, of.vat_percentage),
      isDefault: of.default === true,
      range: rangeOf(of),
      subOptionKeys: asArray(of.sub_options).map((one, at) => option(one, `${key}.sub_options[${at}]`)),
      isShownToVenue: of.visible_to_merchant !== false,
      unknownFields: unknownFieldsOf(of, KNOWN.sold, KNOWN.value),
    };
  }

  function item(given: unknown, key: string): string {
    const of = asRecord(given) ?? {};
    items.push({
      ...sold(of, key, of.sales_tax_percentage),
      description: translations(of.description, primary),
      imageUrl: asText(of.image_url),
      disabledUntil: asTime(of.disabled_until),
      inventoryMode: null,
      quantity: asCount(of.quantity),
      optionKeys: asArray(of.options).map((one, at) => option(one, `${key}.options[${at}]`)),
      unknownFields: unknownFieldsOf(of, KNOWN.sold, KNOWN.item),
    });
    return key;
  }

  function category(given: unknown, key: string): MenuCategory {
    const of = asRecord(given) ?? {};
    return {
      key,
      id: asText(of.id),
      name: translations(of.name, primary),
      description: translations(of.description, primary),
      itemKeys: asArray(of.items).map((one, at) => item(one, `${key}.items[${at}]`)),
      subcategories: asArray(of.subcategories).map((one, at) => category(one, `${key}.subcategories[${at}]`)),
      unknownFields: unknownFieldsOf(of, KNOWN.category),
    };
  }

  const categories = asArray(fields.categories).map((one, at) => category(one, `categories[${at}]`));
  const unknownFields = unknownFieldsOf(fields, KNOWN.menu);
  const currency = asText(fields.currency)?.toUpperCase() ?? '';
  return {
    form: 'upload',
    id: asText(fields.id),
    currency,
    primaryLanguage: primary,
    categories,
    items,
    options,
    dangling: [],
    unknownFields,
  };
}

const SINGLE = 'SingleChoice';

/** Above the service's limit; stops circular menus. */
const DEEPEST = 8;

/**
 * The form for uploads and exports. Only here are amounts divided by the currency's exponent. Keeps unknown keys of files, not those of the
 * read form.
 */
export function menuToUpload(menu: Menu, digits: number): Fields {
  const items = new Map(menu.items.map((item) => [item.key, item]));
  const options = new Map(menu.options.map((option) => [option.key, option]));
  const isFile = menu.form === 'upload';
  const withoutKnown = (of: Fields, alsoOfRead: readonly string[] = []): Fields =>
    isFile ? of : Object.fromEntries(alsoOfRead.flatMap((key) => (of[key] === undefined || of[key] === null ? [] : [[key, of[key]]])));

  const sold = (of: MenuItem | MenuValue): Fields => ({
    ...given('price', of.price === null ? null : toMajor(of.price, digits)),
    enabled: of.enabled,
    ...given('external_data', of.externalId),
    ...given('gtin_barcode', of.gtin),
    ...given('merchant_sku', of.sku),
    ...given('deposit', of.deposit && depositAsSent(of.deposit, digits)),
    ...given('product_information', of.information && Object.keys(of.information).length > 0 ? of.information : null),
  });

  function optionsOf(keys: readonly string[], depth: number): Fields[] {
    return keys.flatMap((key) => {
      const option = options.get(key);
      if (!option || depth > DEEPEST) return [];
      return {
        name: option.name.map(asSent),
        ...given('type', option.type || null),
        ...given('selection_range', option.range && (isFile || option.type !== SINGLE) ? asRange(option.range) : null),
        ...given('max_same_selections', option.maxSame),
        ...given('max_free_selections', option.maxFree),
        ...given('external_data', option.externalId),
        ...withoutKnown(option.unknownFields),
        values: option.values.map((value) => valueAsSent(value, option, depth)),
      };
    });
  }

  /** The selection limit is optional in the read form but required in uploads. */
  function valueAsSent(value: MenuValue, { type, maxSame }: MenuOption, depth: number): Fields {
    const within = optionsOf(value.subOptionKeys, depth + 1);
    return {
      name: value.name.map(asSent),
      ...given('selection_range', value.range ? asRange(value.range) : isFile || type === SINGLE ? null : { min: 0, max: maxSame ?? 1 }),
      ...sold(value),
      default: value.isDefault,
      ...given('vat_percentage', value.vat),
      ...(value.isShownToVenue ? {} : { visible_to_merchant: false }),
      ...(within.length > 0 ? { sub_options: within } : {}),
      ...withoutKnown(value.unknownFields),
    };
  }

  function itemAsSent(item: MenuItem): Fields {
    const within = optionsOf(item.optionKeys, 0);
    return {
      name: item.name.map(asSent),
      ...listed('description', item.description),
      ...given('image_url', item.imageUrl),
      ...sold(item),
      ...given('sales_tax_percentage', item.vat),
      ...given('disabled_until', item.disabledUntil),
      // Keeps sold-out items sold out, which uploads express by quantity.
      ...given('quantity', item.quantity ?? (item.inventoryMode === FORCED_OUT ? 0 : null)),
      ...withoutKnown(item.unknownFields, ['delivery_methods', 'bundle_offer', 'alcohol_percentage']),
      ...(within.length > 0 ? { options: within } : {}),
    };
  }

  function categoryAsSent(category: MenuCategory): Fields {
    return {
      ...(isFile ? given('id', category.id) : {}),
      name: category.name.map(asSent),
      ...listed('description', category.description),
      ...withoutKnown(category.unknownFields),
      items: category.itemKeys.flatMap((key) => items.get(key) ?? []).map(itemAsSent),
      ...(category.subcategories.length > 0 ? { subcategories: category.subcategories.map(categoryAsSent) } : {}),
    };
  }

  return {
    ...(isFile ? given('id', menu.id) : {}),
    currency: menu.currency,
    primary_language: menu.primaryLanguage,
    ...withoutKnown(menu.unknownFields),
    categories: menu.categories.map(categoryAsSent),
  };
}

const asSent = ({ lang, value }: Translation) => ({ lang, value });
const asRange = ({ min, max }: Range) => ({ ...given('min', min), ...given('max', max) });
const depositAsSent = ({ price, vat }: Deposit, digits: number) => ({
  ...given('price', price === null ? null : toMajor(price, digits)),
  ...given('vat_percentage', vat),
});
const listed = (key: string, texts: readonly Translation[]): Fields => (texts.length > 0 ? { [key]: texts.map(asSent) } : {});

function given(key: string, value: unknown): Fields {
  return value === null || value === undefined ? {} : { [key]: value };
}
