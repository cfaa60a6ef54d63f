/** A venue's menu, as read, uploaded, or in a file. Flat lists joined by keys; money in minor units. Pure. */
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

interface Sold {
  /** Unique in this menu: the service's ID, which changes with each upload, or the place in a file. */
  key: string;
  /** The partner's ID, used for changes; null without one. */
  externalId: string | null;
  sku: string | null;
  gtin: string | null;
  name: readonly Translation[];
  /** Minor units; null if unreadable. */
  price: number | null;
  /** Percent. */
  vat: number | null;
  /** False hides it. */
  enabled: boolean;
  deposit: Deposit | null;
  /** `product_information` of the upload form. */
  information: Fields | null;
  /** Unknown keys, unchanged. */
  unknownFields: Fields;
}

export interface MenuItem extends Sold {
  description: readonly Translation[];
  imageUrl: string | null;
  /** ISO UTC. */
  disabledUntil: string | null;
  /** `inventory_mode` of the read form; null if nothing is forced. */
  inventoryMode: string | null;
  /** Pieces for sale, from an upload. */
  quantity: number | null;
  optionKeys: readonly string[];
}

export interface MenuValue extends Sold {
  isDefault: boolean;
  /** How often it may be selected. */
  range: Range | null;
  subOptionKeys: readonly string[];
  /** False: orders omit this selection. */
  isShownToVenue: boolean;
}

/** Such as the sizes of a pizza. */
export interface MenuOption {
  key: string;
  externalId: string | null;
  name: readonly Translation[];
  /** SingleChoice, MultiChoice, or an unknown type. */
  type: string;
  range: Range | null;
  /** How often one value may be selected. */
  maxSame: number | null;
  maxFree: number | null;
  values: readonly MenuValue[];
  unknownFields: Fields;
}

export interface MenuCategory {
  key: string;
  id: string | null;
  name: readonly Translation[];
  description: readonly Translation[];
  itemKeys: readonly string[];
  subcategories: readonly MenuCategory[];
  unknownFields: Fields;
}

/** A reference to a missing item or option. */
export interface Dangling {
  in: 'category' | 'item' | 'value';
  /** The thing with this `key` refers to the unknown ID `missing`. */
  key: string;
  missing: string;
}

export interface Menu {
  /** The form that the unknown keys come from; in the other one they mean nothing. */
  form: 'read' | 'upload';
  id: string | null;
  /** ISO 4217, or empty. */
  currency: string;
  /** ISO 639-1. */
  primaryLanguage: string;
  categories: readonly MenuCategory[];
  items: readonly MenuItem[];
  options: readonly MenuOption[];
  dangling: readonly Dangling[];
  unknownFields: Fields;
}

/** The read form's sold-out state, reverted by `in_stock: true`. */
export const FORCED_OUT = 'FORCED_OUT_OF_STOCK';

/** The name in the wanted language, else the menu's, else the first; or empty. */
export function nameIn(translations: readonly Translation[], wanted: string, primary: string): string {
  const [first] = translations;
  if (translations.length <= 1) return first?.value ?? '';
  const of = (lang: string) => translations.find((one) => one.lang.toLowerCase() === lang.toLowerCase())?.value;
  return of(wanted) ?? of(primary) ?? first?.value ?? '';
}

/** The menu's values, once per external ID: uploads repeat an option for each item that has it. */
export function valuesOf(menu: Menu): MenuValue[] {
  const known = new Map<string, MenuValue>();
  for (const { values } of menu.options)
    for (const value of values) {
      const name = value.externalId ?? `key ${value.key}`;
      if (!known.has(name)) known.set(name, value);
    }
  return [...known.values()];
}
