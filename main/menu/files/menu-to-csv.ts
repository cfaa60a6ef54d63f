/** Writes a menu as a spreadsheet table: one row per entry, further fields as JSON in `more`. Pure. */

import { COMMAS, type TableForm } from '../../../contract/table-form.ts';
import { asArray, asRecord, asText, type Fields } from '../../orders/text/reading.ts';
import { csvText } from './csv.ts';
import { COLUMNS } from './menu-columns.ts';

/** Keys with their own column or rows. */
const WRITTEN = new Set([
  'name',
  'description',
  'price',
  'external_data',
  'merchant_sku',
  'gtin_barcode',
  'enabled',
  'sales_tax_percentage',
  'image_url',
  'quantity',
  'deposit',
  'options',
  'sub_options',
  'values',
  'type',
  'selection_range',
  'max_same_selections',
  'max_free_selections',
  'default',
  'vat_percentage',
]);

export function menuToCsv(body: Fields, form: TableForm = COMMAS): string {
  const primary = asText(body.primary_language) ?? 'en';
  const others = otherLanguages(body, primary);
  const head = COLUMNS.flatMap((column) =>
    column === 'name' || column === 'description' ? [column, ...others.map((lang) => `${column}:${lang}`)] : [column],
  );
  const rows: Record<string, string>[] = [];
  const known = new Set<string>();

  const texts = (column: 'name' | 'description', value: unknown): Record<string, string> =>
    Object.fromEntries(
      asArray(value).flatMap((entry) => {
        const { lang, value: text } = asRecord(entry) ?? {};
        return asText(text) === null ? [] : [[lang === primary ? column : `${column}:${String(lang)}`, String(text)]];
      }),
    );
  const plain = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
  /** Only numbers get the table's decimal sign, not IDs that resemble numbers. */
  const number = (value: unknown): string => (typeof value === 'number' ? plain(value).replace('.', form.decimal) : plain(value));
  const ids = (list: unknown, within: (option: Fields) => void): string =>
    asArray(list)
      .flatMap((entry): string[] => {
        const option = asRecord(entry);
        if (!option) return [];
        within(option);
        return [plain(option.external_data)];
      })
      .join(' | ');
  const rest = (of: Fields): string => {
    const left = Object.fromEntries(Object.entries(of).filter(([key]) => !WRITTEN.has(key)));
    return Object.keys(left).length > 0 ? JSON.stringify(left) : '';
  };
  const common = (of: Fields): Record<string, string> => ({
    id: plain(of.external_data),
    ...texts('name', of.name),
    ...texts('description', of.description),
    price: number(of.price),
    vat: number(of.sales_tax_percentage ?? of.vat_percentage),
    enabled: of.enabled === undefined ? '' : of.enabled === false ? 'no' : 'yes',
    sku: plain(of.merchant_sku),
    gtin: plain(of.gtin_barcode),
    image_url: plain(of.image_url),
    quantity: number(of.quantity),
    deposit: number(asRecord(of.deposit)?.price),
    deposit_vat: number(asRecord(of.deposit)?.vat_percentage),
    type: plain(of.type),
    min: plain(asRecord(of.selection_range)?.min),
    max: plain(asRecord(of.selection_range)?.max),
    max_same: plain(of.max_same_selections),
    max_free: plain(of.max_free_selections),
    more: rest(of),
  });

  function option(of: Fields): void {
    const id = plain(of.external_data);
    if (known.has(id)) return;
    known.add(id);
    rows.push({ kind: 'option', ...common(of) });
    for (const entry of asArray(of.values)) {
      const value = asRecord(entry);
      if (!value) continue;
      const within: Fields[] = [];
      const options = ids(value.sub_options, (one) => within.push(one));
      rows.push({ kind: 'value', option: id, ...common(value), options, default: value.default === true ? 'yes' : '' });
      for (const one of within) option(one);
    }
  }

  rows.push({ kind: 'menu', currency: plain(body.currency), language: primary });
  const optionsLater: Fields[] = [];
  const inCategory = (list: unknown, names: Record<string, string>): void => {
    for (const entry of asArray(list)) {
      const item = asRecord(entry);
      if (item) rows.push({ kind: 'item', ...common(item), ...names, options: ids(item.options, (one) => optionsLater.push(one)) });
    }
  };
  for (const entry of asArray(body.categories)) {
    const category = asRecord(entry) ?? {};
    const name = texts('name', category.name).name ?? '';
    inCategory(category.items, { category: name });
    for (const one of asArray(category.subcategories)) {
      const subcategory = asRecord(one) ?? {};
      inCategory(subcategory.items, { category: name, subcategory: texts('name', subcategory.name).name ?? '' });
    }
  }
  for (const one of optionsLater) option(one);
  return csvText([head, ...rows.map((row) => head.map((column) => row[column] ?? ''))], form);
}

function otherLanguages(body: unknown, primary: string): string[] {
  const found = new Set<string>();
  const look = (value: unknown): void => {
    for (const one of asArray(value)) {
      const fields = asRecord(one);
      const lang = asText(fields?.lang);
      if (lang !== null && asText(fields?.value) !== null && lang !== primary) found.add(lang);
      for (const inner of Object.values(fields ?? {})) look(inner);
    }
  };
  look(asRecord(body)?.categories);
  return [...found].sort();
}
