/**
 * Validates an upload-form menu by section 4.3 and public sources; mistakes have their path. Accepted but probably unintended content is a
 * warning. Pure.
 */
import { type Message, message } from '../../contract/message.ts';
import type { CurrencyDigits } from '../orders/money/money.ts';
import { asArray, asRecord, asText, type Fields } from '../orders/text/reading.ts';
import { asPercent } from './assumed.ts';
import { createFieldChecks, type FieldChecks } from './check-fields.ts';
import { isGtin13 } from './gtin.ts';

export interface Mistake {
  /** Such as `categories[0].items[2].price`. */
  path: string;
  text: Message;
  isWarning: boolean;
}

/** Section 8: the service refuses the upload if a larger share of items lacks a valid VAT rate. */
const MOST_WITHOUT_VAT = 0.05;
const MOST_SUB_OPTIONS = 3;
const DEEPEST_SUB_OPTIONS = 3;
const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const TYPES = ['SingleChoice', 'MultiChoice'];
const DELIVERY_METHODS = ['homedelivery', 'takeaway', 'eatin'];
/** Units allowed for each package measure. */
const PACKAGE_UNITS: Readonly<Record<string, readonly string[]>> = {
  weight_in_g: ['weight', 'weight_100g'],
  volume_in_ml: ['volume', 'volume_100ml'],
  quantity: ['units'],
};

/** In file order, including warnings. */
export function checkMenu(body: unknown, currencyDigits: CurrencyDigits): Mistake[] {
  const menu = asRecord(body);
  if (!menu) return [{ path: '', text: message('menuFile.notMenu'), isWarning: false }];
  const currency = asText(menu.currency)?.toUpperCase() ?? '';
  const digits = currencyDigits(currency);
  const mistakes: Mistake[] = [];
  const report = (path: string, text: Message, isWarning = false): void => void mistakes.push({ path, text, isWarning });
  const primary = asText(menu.primary_language) ?? '';
  const fields = createFieldChecks(report, { digits: digits ?? 2, primary });
  if (fields.text(menu, '', 'currency', 'needed') && digits === null) report('currency', message('menuFile.currencyUnknown', { currency }));
  if (fields.text(menu, '', 'primary_language', 'needed') && !/^[a-z]{2}$/.test(primary))
    report('primary_language', message('menuFile.languageCode'));
  const categories = fields.list(menu, '', 'categories', 'needed');
  const of = createParts(report, fields);
  for (const [at, category] of categories.entries()) of.category(category, `categories[${at}]`, false);
  of.whole();
  return mistakes;
}

function createParts(report: (path: string, text: Message, isWarning?: boolean) => void, fields: FieldChecks) {
  /** The first object of each ID; identical repetitions are valid. */
  const byId = { items: new Map<string, Fields>(), values: new Map<string, Fields>() };
  const vat = { items: 0, without: 0 };

  function isOnce(of: Fields, path: string, known: Map<string, Fields>): void {
    const id = asText(of.external_data);
    if (id === null) return;
    const first = known.get(id);
    if (first === undefined) known.set(id, of);
    else if (JSON.stringify(first) !== JSON.stringify(of)) report(`${path}.external_data`, message('menuFile.idUsedTwice', { id }));
  }

  function category(given: unknown, path: string, isWithin: boolean): void {
    const of = fields.record(given, path);
    if (!of) return;
    fields.name(of, path, 'name', 'needed');
    fields.name(of, path, 'description');
    spans(of, path, 'weekly_availability');
    const items = fields.list(of, path, 'items', isWithin || of.subcategories === undefined ? 'needed' : undefined);
    const within = fields.list(of, path, 'subcategories');
    if (isWithin && of.subcategories !== undefined) report(`${path}.subcategories`, message('menuFile.subcategoryItemsOnly'));
    else if (items.length > 0 && within.length > 0) report(`${path}.subcategories`, message('menuFile.itemsAndSubcategories'));
    for (const [at, one] of items.entries()) item(one, `${path}.items[${at}]`);
    if (!isWithin) for (const [at, one] of within.entries()) category(one, `${path}.subcategories[${at}]`, true);
  }

  function item(given: unknown, path: string): void {
    const of = fields.record(given, path);
    if (!of) return;
    isOnce(of, path, byId.items);
    sold(of, path);
    fields.name(of, path, 'description');
    fields.flag(of, path, 'enabled');
    vat.items += 1;
    if (asPercent(of.sales_tax_percentage) === null) {
      vat.without += 1;
      report(`${path}.sales_tax_percentage`, message('menuFile.vatMissing'), true);
    }
    fields.time(of, path, 'disabled_until');
    fields.count(of, path, 'quantity');
    fields.text(of, path, 'image_url');
    fields.each(of, path, 'delivery_methods', DELIVERY_METHODS);
    spans(of, path, 'weekly_availability');
    spans(of, path, 'weekly_visibility');
    discount(of, path);
    fields.percent(of, path, 'alcohol_percentage');
    options(of, path, 'options', 0);
  }

  function sold(of: Fields, path: string): void {
    fields.name(of, path, 'name', 'needed');
    fields.amount(of, path, 'price', 'needed');
    fields.text(of, path, 'external_data', 'needed');
    fields.text(of, path, 'merchant_sku');
    const gtin = asText(of.gtin_barcode);
    if (gtin !== null && !isGtin13(gtin)) report(`${path}.gtin_barcode`, message('menuFile.invalidGtin', { gtin }));
    deposit(of, path);
    packaged(of, path);
  }

  function deposit(of: Fields, path: string): void {
    if (of.deposit === undefined || of.deposit === null) return;
    const given = asRecord(of.deposit);
    if (!given || given.price === undefined || given.vat_percentage === undefined)
      return report(`${path}.deposit`, message('menuFile.depositIncomplete'));
    fields.amount(given, `${path}.deposit`, 'price', 'needed');
    fields.percent(given, `${path}.deposit`, 'vat_percentage', 'needed');
  }

  function packaged(of: Fields, path: string): void {
    const information = asRecord(of.product_information);
    if (!information) return;
    const here = `${path}.product_information`;
    const amounts = Object.keys(PACKAGE_UNITS).filter((key) => information[key] !== undefined);
    if (amounts.length > 1) report(here, message('menuFile.onePackageSize'));
    const [amount] = amounts;
    if (amount === undefined) return;
    fields.count(information, here, amount, 'needed');
    const allowed = PACKAGE_UNITS[amount] ?? [];
    const unit = asText(information.display_unit) ?? '';
    if (!allowed.includes(unit))
      report(`${here}.display_unit`, message('menuFile.oneOf', { field: 'display_unit', allowed: allowed.join(', ') }));
  }

  function discount(of: Fields, path: string): void {
    const given = asRecord(of.discounted);
    if (!given) return;
    const here = `${path}.discounted`;
    const before = fields.amount(given, here, 'original_price', 'needed');
    fields.oneOf(given, here, 'discount_type', ['absolute', 'relative'], 'needed');
    if (before && typeof of.price === 'number' && Number(given.original_price) <= of.price)
      report(`${here}.original_price`, message('menuFile.originalPriceTooLow'));
  }

  function options(of: Fields, path: string, key: 'options' | 'sub_options', depth: number): void {
    for (const [at, one] of fields.list(of, path, key).entries()) option(one, `${path}.${key}[${at}]`, depth);
  }

  function option(given: unknown, path: string, depth: number): void {
    const of = fields.record(given, path);
    if (!of) return;
    fields.name(of, path, 'name', 'needed');
    fields.oneOf(of, path, 'type', TYPES, 'needed');
    const isMulti = of.type === 'MultiChoice';
    if (!isMulti && of.selection_range !== undefined) report(`${path}.selection_range`, message('menuFile.rangeOnlyMultiChoice'));
    fields.range(of, path, 'selection_range');
    fields.count(of, path, 'max_same_selections');
    fields.count(of, path, 'max_free_selections');
    const values = fields.list(of, path, 'values', 'needed');
    if (Array.isArray(of.values) && values.length === 0) report(`${path}.values`, message('menuFile.fieldMissing', { field: 'values' }));
    for (const [at, one] of values.entries()) value(one, `${path}.values[${at}]`, isMulti, depth);
    const chosen = values.filter((one) => asRecord(one)?.default === true).length;
    if (chosen > 1) report(`${path}.values`, message('menuFile.severalDefaults'), true);
  }

  function value(given: unknown, path: string, isMulti: boolean, depth: number): void {
    const of = fields.record(given, path);
    if (!of) return;
    isOnce(of, path, byId.values);
    sold(of, path);
    fields.flag(of, path, 'enabled', 'needed');
    fields.flag(of, path, 'default', 'needed');
    fields.flag(of, path, 'visible_to_merchant');
    fields.percent(of, path, 'vat_percentage');
    fields.range(of, path, 'selection_range', isMulti ? 'needed' : undefined);
    const within = asArray(of.sub_options);
    if (of.sub_option_values !== undefined) {
      const isBoth = of.sub_options !== undefined;
      report(`${path}.sub_option_values`, message(isBoth ? 'menuFile.subOptionsTwice' : 'menuFile.subOptionsDeprecated'), !isBoth);
    }
    if (within.length > MOST_SUB_OPTIONS) report(`${path}.sub_options`, message('menuFile.subOptionsTooMany', { most: MOST_SUB_OPTIONS }));
    if (within.length > 0 && depth >= DEEPEST_SUB_OPTIONS)
      return report(`${path}.sub_options`, message('menuFile.subOptionsTooDeep', { most: DEEPEST_SUB_OPTIONS }));
    options(of, path, 'sub_options', depth + 1);
  }

  function spans(of: Fields, path: string, key: string): void {
    for (const [at, one] of fields.list(of, path, key).entries()) {
      const span = asRecord(one) ?? {};
      const isDay = [span.opening_day, span.closing_day].every((day) => DAYS.includes(asText(day) ?? ''));
      const isTime = [span.opening_time, span.closing_time].every((time) => /^([01]\d|2[0-3]):[0-5]\d$|^24:00$/.test(asText(time) ?? ''));
      if (!isDay || !isTime) report(`${path}.${key}[${at}]`, message('menuFile.invalidHours'));
    }
  }

  function whole(): void {
    if (vat.without > vat.items * MOST_WITHOUT_VAT)
      report('categories', message('menuFile.vatMissingShare', { count: vat.without, all: vat.items }));
    if (vat.items === 0) report('categories', message('menuFile.noItems'), true);
  }

  return { category, whole };
}
