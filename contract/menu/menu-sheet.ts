/** The menu as columns with shared texts, a tenth of the size. Sent to screens only if more than the sale state changed. Pure. */
import type {
  MenuAnswer,
  MenuCategoryView,
  MenuItemView,
  MenuOptionView,
  MenuThings,
  MenuValueView,
  MenuView,
  SaleOfThing,
} from '../views/menu.ts';

/** Version of the format; saved sheets of another version are built again. */
export const SHEET_FORM = 1;

export type SheetCategory = [name: number, items: number[], subcategories: SheetCategory[]];

/**
 * Names and descriptions are indexes of `texts`. Each `id` is the initial from IDENTIFIED and the ID, as in `gtin` 64: `g64`; empty without
 * an ID.
 */
export interface MenuSheet {
  currency: string;
  minorDigits: number | null;
  texts: string[];
  categories: SheetCategory[];
  items: {
    name: number[];
    about: number[];
    id: string[];
    price: (number | null)[];
    vat: (number | null)[];
    options: number[][];
    /** Modes of sale that this version doesn't know, by the item's index. */
    unknownMode: Record<number, string>;
  };
  /** Options in order; `options.values` counts the entries of `values` below that belong to each. */
  options: { name: number[]; values: number[] };
  values: {
    name: number[];
    id: string[];
    price: (number | null)[];
    /** By the value's index: indexes of options. */
    options: Record<number, number[]>;
  };
}

const IDENTIFIED = { external_id: 'e', gtin: 'g', sku: 's' } as const;
const BY = Object.fromEntries(Object.entries(IDENTIFIED).map(([by, initial]) => [initial, by])) as Record<string, keyof typeof IDENTIFIED>;

export const NO_THINGS: MenuThings = { currency: '', minorDigits: null, categories: [], items: [], options: [] };

/** `cleaned` makes a text safe to show. IDs aren't cleaned, as calls send them back. */
export function sheetOf({ currency, minorDigits, categories, items, options }: MenuThings, cleaned: (text: string) => string): MenuSheet {
  const places = new Map<string, number>();
  function text(words: string): number {
    const known = places.get(words) ?? places.size;
    places.set(words, known);
    return known;
  }
  const id = ({ what }: Pick<MenuItemView | MenuValueView, 'what'>): string => (what === null ? '' : IDENTIFIED[what.by] + what.id);
  const [itemAt, optionAt] = [new Map(items.map(({ key }, at) => [key, at])), new Map(options.map(({ key }, at) => [key, at]))];
  const at = (of: ReadonlyMap<string, number>, keys: readonly string[]): number[] => keys.flatMap((key) => of.get(key) ?? []);
  const category = (of: MenuCategoryView): SheetCategory => [text(of.name), at(itemAt, of.items), of.subcategories.map(category)];
  const values = options.flatMap((option) => option.values);
  const sheet = {
    currency,
    minorDigits,
    categories: categories.map(category),
    items: {
      name: items.map(({ name }) => text(name)),
      about: items.map(({ description }) => text(description)),
      id: items.map(id),
      price: items.map(({ price }) => price),
      vat: items.map(({ vat }) => vat),
      options: items.map((item) => at(optionAt, item.options)),
      unknownMode: atPlaces(items, ({ unknownMode }) => unknownMode && cleaned(unknownMode)),
    },
    options: { name: options.map(({ name }) => text(name)), values: options.map((option) => option.values.length) },
    values: {
      name: values.map(({ name }) => text(name)),
      id: values.map(id),
      price: values.map(({ price }) => price),
      options: atPlaces(values, (value) => (value.options.length === 0 ? null : at(optionAt, value.options))),
    },
  };
  return { ...sheet, texts: [...places.keys()].map(cleaned) };
}

function atPlaces<T, S>(all: readonly T[], say: (one: T) => S | null): Record<number, S> {
  return Object.fromEntries(
    all.flatMap((one, place) => {
      const text = say(one);
      return text === null ? [] : [[place, text] as const];
    }),
  );
}

const ON_SALE = { state: 'on-sale', until: null, pending: null } as const;
const keysOf = (places: readonly number[] | undefined): string[] => places?.map(String) ?? [];

export function itemsIn({ currency, minorDigits, texts, categories, items }: MenuSheet): Omit<MenuThings, 'options'> {
  const text = (place: number | undefined): string => texts[place ?? -1] ?? '';
  const item = (name: number, at: number): MenuItemView => ({
    key: String(at),
    what: itemNamed(items.id[at] ?? ''),
    name: text(name),
    description: text(items.about[at]),
    price: items.price[at] ?? null,
    vat: items.vat[at] ?? null,
    unknownMode: items.unknownMode[at] ?? null,
    options: keysOf(items.options[at]),
    stock: null,
    ...ON_SALE,
  });
  const category = ([name, places, subcategories]: SheetCategory, key: string): MenuCategoryView => ({
    key,
    name: text(name),
    items: places.map(String),
    subcategories: subcategories.map((one, at) => category(one, `${key}.${at}`)),
  });
  return { currency, minorDigits, categories: categories.map((one, at) => category(one, String(at))), items: items.name.map(item) };
}

/** A generator, as a menu has many more options than items. */
export function* optionsIn({ texts, options, values }: MenuSheet): Generator<MenuOptionView> {
  let next = 0;
  const value = (at: number): MenuValueView => ({
    key: String(at),
    what: valueNamed(values.id[at] ?? ''),
    name: texts[values.name[at] ?? -1] ?? '',
    price: values.price[at] ?? null,
    options: keysOf(values.options[at]),
    ...ON_SALE,
  });
  for (const [at, name] of options.name.entries()) {
    const from = next;
    next += options.values[at] ?? 0;
    yield { key: String(at), name: texts[name] ?? '', values: Array.from({ length: next - from }, (_, place) => value(from + place)) };
  }
}

function itemNamed(id: string): MenuItemView['what'] {
  const by = BY[id.charAt(0)];
  return by === undefined ? null : { kind: 'item', by, id: id.slice(1) };
}

function valueNamed(id: string): MenuValueView['what'] {
  return id === '' ? null : { kind: 'value', by: 'external_id', id: id.slice(1) };
}

/** Adds the answer's current sale state to `things`, the contents of its edition. */
export function menuOf({ sale, text: _, edition: __, ...others }: MenuAnswer, things: MenuThings): MenuView {
  const ofItems = saleIn(sale.filter(({ kind }) => kind === 'item'));
  const ofValues = saleIn(sale.filter(({ kind }) => kind === 'value'));
  const { currency, minorDigits, categories } = things;
  return {
    ...others,
    currency,
    minorDigits,
    categories,
    items: ofItems === null ? things.items : things.items.map((item) => withSale(item, ofItems)),
    options:
      ofValues === null
        ? things.options
        : things.options.map((option) => {
            const values = option.values.map((value) => withSale(value, ofValues));
            return values.some((value, at) => value !== option.values[at]) ? { ...option, values } : option;
          }),
  };
}

/** Parses an answer's `text`: JSON, or gzip as base64 if it's large. */
export async function sheetIn(text: string): Promise<MenuSheet> {
  if (text.startsWith('{')) return JSON.parse(text);
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return (await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json()) as MenuSheet;
}

/** The whole menu, for an answer with a sheet or a venue without a copy. */
export async function menuIn(answer: MenuAnswer): Promise<MenuView> {
  const sheet = answer.text === null ? null : await sheetIn(answer.text);
  return menuOf(answer, sheet ? { ...itemsIn(sheet), options: [...optionsIn(sheet)] } : NO_THINGS);
}

interface Sale {
  byId: ReadonlyMap<string, SaleOfThing[]>;
  byKey: ReadonlyMap<string, SaleOfThing>;
}

function saleIn(sale: readonly SaleOfThing[]): Sale | null {
  if (sale.length === 0) return null;
  const named = sale.flatMap((one) => (one.what === null ? [] : [{ id: one.what.id, one }]));
  const byId = new Map([...Map.groupBy(named, ({ id }) => id)].map(([id, all]) => [id, all.map(({ one }) => one)]));
  return { byId, byKey: new Map(sale.flatMap((one) => (one.what === null ? [[one.key, one] as const] : []))) };
}

function withSale<T extends MenuItemView | MenuValueView>(thing: T, { byId, byKey }: Sale): T {
  const { what, key } = thing;
  const of = what === null ? byKey.get(key) : byId.get(what.id)?.find((one) => one.what?.by === what.by);
  if (!of) return thing;
  const { state, until, pending, stock } = of;
  return 'stock' in thing ? { ...thing, state, until, pending, stock } : { ...thing, state, until, pending };
}
