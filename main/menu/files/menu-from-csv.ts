/**
 * Converts a spreadsheet table (docs/menu-file.md) to the upload form: one row per entry, its type in `kind`, further fields as JSON in
 * `more`. Pure.
 */
import { type Message, message } from '../../../contract/message.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import { asRecord, type Fields } from '../../orders/text/reading.ts';
import { priceIn, toMajor } from '../amounts.ts';
import { cellName, csvRows } from './csv.ts';
import { COLUMNS } from './menu-columns.ts';
import { damageIn } from './spreadsheet-damage.ts';

export interface CellMistake {
  line: number;
  /** Such as C7; null for the whole row. */
  cell: string | null;
  text: Message;
  isWarning?: boolean;
}

type Column = (typeof COLUMNS)[number];

/** Each column's key in the upload form. */
const KEY: Partial<Record<Column, string>> = {
  id: 'external_data',
  name: 'name',
  description: 'description',
  price: 'price',
  vat: 'vat_percentage',
  enabled: 'enabled',
  options: 'options',
  sku: 'merchant_sku',
  gtin: 'gtin_barcode',
  image_url: 'image_url',
  quantity: 'quantity',
  deposit: 'deposit',
  type: 'type',
  min: 'selection_range',
  max_same: 'max_same_selections',
  max_free: 'max_free_selections',
  default: 'default',
};
/** Columns with IDs or texts, which spreadsheets may corrupt. */
const IDS_AND_TEXTS = new Set(['id', 'option', 'options', 'sku', 'gtin', 'name', 'description', 'category', 'subcategory']);
const IDS = /\s*\|\s*/;
const DEEPEST = 8;
const YES = new Set(['true', 'yes', '1', 'x']);
const NO = new Set(['false', 'no', '0', '']);

export interface ReadTable {
  body: Fields | null;
  mistakes: CellMistake[];
  /** Row and cell of an upload-form path (`check.ts`). */
  placeOf: (path: string) => { line: number; cell: string | null };
}

interface Row {
  line: number;
  get(column: string): string;
  languages: (column: 'name' | 'description') => { lang: string; value: string }[];
}

/** `lostZeros`: current IDs, by their form without leading zeros. */
export function menuFromCsv(csv: string, currencyDigits: CurrencyDigits, lostZeros: ReadonlyMap<string, string> = new Map()): ReadTable {
  const mistakes: CellMistake[] = [];
  const nowhere = { line: 1, cell: null };
  const rows = csvRows(csv);
  const [head, ...rest] = rows ?? [];
  const columns = head?.cells.map((cell) => cell.toLowerCase()) ?? [];
  if (!rows || !columns.includes('kind'))
    return { body: null, mistakes: [{ ...nowhere, text: message('menuFile.csvHeader') }], placeOf: () => nowhere };
  for (const [at, column] of columns.entries()) {
    const [plain = ''] = column.split(':');
    const isKnown = (COLUMNS as readonly string[]).includes(plain) && (plain === column || ['name', 'description'].includes(plain));
    if (!isKnown && column !== '') mistakes.push({ line: 1, cell: cellName(at, 1), text: message('menuFile.csvNoColumn', { column }) });
  }
  const cellOf = (line: number, column: string): string | null => {
    const at = columns.indexOf(column);
    return at < 0 ? null : cellName(at, line);
  };
  const tell = (row: Row, column: Column | null, text: Message): void =>
    void mistakes.push({ line: row.line, cell: column && cellOf(row.line, column), text });

  for (const { line, cells } of rest)
    for (const [at, column] of columns.entries()) {
      const [plain = ''] = column.split(':');
      if (!IDS_AND_TEXTS.has(plain)) continue;
      const cell = cellName(at, line);
      const parts = plain === 'options' ? (cells[at] ?? '').split(IDS) : [cells[at] ?? ''];
      const damage = parts.map(damageIn).find((one) => one !== null);
      if (damage) mistakes.push({ line, cell, ...damage });
      const id = plain === 'id' || plain === 'sku' ? lostZeros.get(cells[at] ?? '') : undefined;
      if (id !== undefined) mistakes.push({ line, cell, text: message('menuFile.zerosLost', { id }), isWarning: true });
    }

  // Computed once for tens of thousands of rows.
  const placeIn = new Map([...columns.entries()].map(([at, column]) => [column, at] as const).reverse());
  const translated = (plain: string) =>
    columns.flatMap((name, at) => (name === plain || name.startsWith(`${plain}:`) ? [{ at, lang: name.split(':')[1] ?? null }] : []));
  const inLanguages = { name: translated('name'), description: translated('description') };
  const read: Row[] = rest.map(({ line, cells }) => ({
    line,
    get: (column) => cells[placeIn.get(column) ?? -1] ?? '',
    languages: (column) =>
      inLanguages[column].flatMap(({ at, lang }) => {
        const value = cells[at] ?? '';
        return value === '' ? [] : [{ lang: lang ?? language, value }];
      }),
  }));
  const kinds = Map.groupBy(read, (row) => row.get('kind').toLowerCase());
  const ofKind = (kind: string): Row[] => kinds.get(kind) ?? [];
  for (const [kind, rowsOfKind] of kinds)
    if (!['menu', 'item', 'option', 'value'].includes(kind))
      for (const row of rowsOfKind) tell(row, 'kind', message('menuFile.oneOf', { field: 'kind', allowed: 'menu, item, option, value' }));
  const menu = ofKind('menu')[0];
  const currency = menu?.get('currency').toUpperCase() ?? '';
  const language = menu?.get('language').toLowerCase() || 'en';
  if (!menu) mistakes.push({ ...nowhere, text: message('menuFile.csvMenuRow') });
  for (const row of read)
    if (menu && row !== menu && !['', currency].includes(row.get('currency').toUpperCase()))
      tell(row, 'currency', message('menuFile.csvMenuRow'));
  const digits = currencyDigits(currency) ?? 2;
  /** The row of each upload-form object. */
  const origin = new Map<object, Row>();

  const flag = (row: Row, column: Column): boolean | undefined => {
    const word = row.get(column).toLowerCase();
    if (YES.has(word)) return true;
    if (NO.has(word)) return word === '' ? undefined : false;
    tell(row, column, message('menuFile.trueOrFalse', { field: column }));
    return undefined;
  };
  const number = (row: Row, column: Column): number | undefined => {
    const word = row.get(column).replace(',', '.');
    if (word === '') return undefined;
    const value = Number(word);
    if (Number.isFinite(value)) return value;
    tell(row, column, message('menuFile.count', { field: column }));
    return undefined;
  };
  const price = (row: Row, column: Column): number | undefined => {
    const word = row.get(column);
    if (word === '') return undefined;
    const minor = priceIn(word, digits);
    if (minor !== null) return toMajor(minor, digits);
    tell(row, column, message('menuFile.amount', { field: column, digits }));
    return undefined;
  };
  const more = (row: Row): Fields => {
    const word = row.get('more');
    if (word === '') return {};
    try {
      const given = asRecord(JSON.parse(word));
      if (given) return given;
    } catch {
      // Reported below.
    }
    tell(row, 'more', message('menuFile.csvMoreColumn'));
    return {};
  };
  const made = (row: Row, fields: Record<string, unknown>): Fields => {
    const own: Fields = {};
    for (const name of Object.keys(fields)) if (fields[name] !== undefined && fields[name] !== '') own[name] = fields[name];
    const object = row.get('more') === '' ? own : { ...own, ...more(row) };
    origin.set(object, row);
    return object;
  };
  const range = (row: Row): Fields | undefined => {
    const [min, max] = [number(row, 'min'), number(row, 'max')];
    return min === undefined && max === undefined
      ? undefined
      : { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  };
  const sold = (row: Row): Record<string, unknown> => {
    const deposit = price(row, 'deposit');
    const vat = number(row, 'deposit_vat');
    return {
      name: row.languages('name'),
      price: price(row, 'price'),
      external_data: row.get('id'),
      merchant_sku: row.get('sku'),
      gtin_barcode: row.get('gtin'),
      deposit: deposit === undefined ? undefined : { price: deposit, ...(vat === undefined ? {} : { vat_percentage: vat }) },
    };
  };
  const described = (row: Row): unknown => (row.languages('description').length > 0 ? row.languages('description') : undefined);

  const valuesByOption = new Map<string, Row[]>();
  for (const row of ofKind('value')) {
    const of = row.get('option');
    if (of === '') tell(row, 'option', message('menuFile.fieldMissing', { field: 'option' }));
    const others = valuesByOption.get(of);
    if (others) others.push(row);
    else valuesByOption.set(of, [row]);
  }
  const optionRows = new Map(ofKind('option').map((row) => [row.get('id'), row]));
  for (const [id, [row]] of valuesByOption)
    if (row && id !== '' && !optionRows.has(id)) tell(row, 'option', message('menuFile.csvNoOption', { id }));

  const options = (row: Row, depth = 0): Fields[] | undefined => {
    const ids = row.get('options').split(IDS).filter(Boolean);
    if (ids.length === 0) return undefined;
    return ids.flatMap((id): Fields[] => {
      const option = optionRows.get(id);
      if (!option) tell(row, 'options', message('menuFile.csvNoOption', { id }));
      if (!option || depth > DEEPEST) return [];
      return [
        made(option, {
          name: option.languages('name'),
          type: option.get('type'),
          external_data: id,
          selection_range: range(option),
          max_same_selections: number(option, 'max_same'),
          max_free_selections: number(option, 'max_free'),
          values: (valuesByOption.get(id) ?? []).map((value) =>
            made(value, {
              ...sold(value),
              enabled: flag(value, 'enabled') ?? true,
              default: flag(value, 'default') ?? false,
              vat_percentage: number(value, 'vat'),
              selection_range: range(value),
              sub_options: options(value, depth + 1),
            }),
          ),
        }),
      ];
    });
  };

  interface Category {
    name: { lang: string; value: string }[];
    items: Fields[];
    subcategories: Map<string, { name: { lang: string; value: string }[]; items: Fields[] }>;
  }
  const categories = new Map<string, Category>();
  for (const row of ofKind('item')) {
    const name = row.get('category');
    if (name === '') tell(row, 'category', message('menuFile.fieldMissing', { field: 'category' }));
    const category: Category = categories.get(name) ?? {
      name: [{ lang: language, value: name || '?' }],
      items: [],
      subcategories: new Map(),
    };
    categories.set(name, category);
    const item = made(row, {
      ...sold(row),
      description: described(row),
      image_url: row.get('image_url'),
      enabled: flag(row, 'enabled') ?? true,
      sales_tax_percentage: number(row, 'vat'),
      quantity: number(row, 'quantity'),
      options: options(row),
    });
    const within = row.get('subcategory');
    if (within === '') category.items.push(item);
    else {
      const subcategory = category.subcategories.get(within) ?? { name: [{ lang: language, value: within }], items: [] };
      category.subcategories.set(within, subcategory);
      subcategory.items.push(item);
    }
  }
  const body: Fields = {
    currency,
    primary_language: language,
    categories: [...categories.values()].map(({ subcategories, ...category }) => ({
      ...category,
      ...(subcategories.size > 0 ? { subcategories: [...subcategories.values()] } : {}),
    })),
  };
  // An option shared by items is read for each; its mistakes are reported once.
  const once = new Map(mistakes.map((mistake) => [JSON.stringify(mistake), mistake]));
  return { body, mistakes: [...once.values()], placeOf: (path) => place(path) };

  function place(path: string): { line: number; cell: string | null } {
    let here: unknown = body;
    let row: Row | undefined = menu;
    let key = '';
    for (const step of path.split(/[.[\]]+/).filter(Boolean)) {
      here = (here as Fields | undefined)?.[step];
      const next = origin.get(here as object);
      row = next ?? row;
      key = next ? '' : key || step;
    }
    const named = key === 'sales_tax_percentage' ? 'vat' : key === 'sub_options' ? 'options' : key;
    const column = (Object.entries(KEY).find(([, of]) => of === key)?.[0] ?? named) as string;
    return row ? { line: row.line, cell: column === '' ? null : cellOf(row.line, column) } : nowhere;
  }
}
