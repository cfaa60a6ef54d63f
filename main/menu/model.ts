/**
 * The menu of a venue as Tillbridge thinks of it: one model, whichever of the service's three dialects it came from. Lists are flat and
 * joined by keys, as the read form has them. Money is in minor units of the menu's currency. Pure.
 */
import type { Fields } from '../orders/text/reading.ts';

/** `lang`: ISO 639-1. */
export interface Translation {
  lang: string;
  value: string;
}

export interface Range {
  min: number | null;
  max: number | null;
}

/** `price`: minor units. `vat`: percent. */
export interface Deposit {
  price: number | null;
  vat: number | null;
}

/** What items and option values have in common. */
interface Sold {
  /** Names it within this menu: the service's id, which is another after each upload, or its place in a file. */
  key: string;
  /** The partner's own id, by which a change names it; null where the menu gives none. */
  externalId: string | null;
  sku: string | null;
  gtin: string | null;
  name: readonly Translation[];
  /** Minor units; null where it cannot be read. */
  price: number | null;
  /** Percent. */
  vat: number | null;
  /** False: it is hidden. */
  enabled: boolean;
  deposit: Deposit | null;
  /** As the upload form writes `product_information`. */
  information: Fields | null;
  /** Keys that this version does not know, as they came. */
  beside: Fields;
}

export interface MenuItem extends Sold {
  description: readonly Translation[];
  imageUrl: string | null;
  /** ISO UTC. */
  disabledUntil: string | null;
  /** As the read form says it, whatever the word; null where nothing is forced. */
  inventoryMode: string | null;
  /** Pieces for sale, as an upload says it. */
  quantity: number | null;
  optionKeys: readonly string[];
}

export interface MenuValue extends Sold {
  isDefault: boolean;
  /** How often it may be picked. */
  range: Range | null;
  subOptionKeys: readonly string[];
  /** False: the pick is absent from orders. */
  isShownToVenue: boolean;
}

/** A group of values, such as the sizes of a pizza. */
export interface MenuOption {
  key: string;
  externalId: string | null;
  name: readonly Translation[];
  /** SingleChoice, MultiChoice, or a word that this version does not know. */
  type: string;
  range: Range | null;
  /** How often one value may be picked. */
  maxSame: number | null;
  /** The first so many cost nothing. */
  maxFree: number | null;
  values: readonly MenuValue[];
  beside: Fields;
}

export interface MenuCategory {
  key: string;
  /** The partner's id of it, where there is one. */
  id: string | null;
  name: readonly Translation[];
  description: readonly Translation[];
  itemKeys: readonly string[];
  subcategories: readonly MenuCategory[];
  beside: Fields;
}

/** Something names an item or an option that the menu does not have. */
export interface Dangling {
  in: 'category' | 'item' | 'value';
  /** The key of what names it, and the id that leads nowhere. */
  key: string;
  missing: string;
}

export interface Menu {
  /** Where it came from: unknown keys of one form mean nothing in the other. */
  form: 'read' | 'upload';
  id: string | null;
  /** ISO 4217; empty where it is not told. */
  currency: string;
  /** ISO 639-1. */
  primaryLanguage: string;
  categories: readonly MenuCategory[];
  items: readonly MenuItem[];
  options: readonly MenuOption[];
  dangling: readonly Dangling[];
  beside: Fields;
}

/** The word of the read form for what is marked sold out, and undone by patching `in_stock: true`. */
export const FORCED_OUT = 'FORCED_OUT_OF_STOCK';

/** In the wanted language, else in the menu's own, else the first there is; empty where there is none. */
export function nameIn(translations: readonly Translation[], wanted: string, primary: string): string {
  const [first] = translations;
  // As most have only one, whatever is wanted.
  if (translations.length <= 1) return first?.value ?? '';
  const of = (lang: string) => translations.find((one) => one.lang.toLowerCase() === lang.toLowerCase())?.value;
  return of(wanted) ?? of(primary) ?? first?.value ?? '';
}

/** Every value of the menu, once for each external id: a group that several items have is written out for each in an upload. */
export function valuesOf(menu: Menu): MenuValue[] {
  const known = new Map<string, MenuValue>();
  for (const { values } of menu.options)
    for (const value of values) {
      const name = value.externalId ?? `key ${value.key}`;
      if (!known.has(name)) known.set(name, value);
    }
  return [...known.values()];
}
