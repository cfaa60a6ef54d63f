/** A menu in the service's form. Prices are minor units, times epoch ms. */
import type { Span } from '../venue/week.ts';
import type { Fields } from '../wire/exchange.ts';

export type Texts = { lang: string; value: string }[];

export interface Deposit {
  id: string;
  price: number;
  vat: number;
}

export interface Discount {
  price: number;
  startsAt: number | null;
  endsAt: number | null;
}

export interface Item {
  id: string;
  name: Texts;
  description: Texts;
  externalId: string;
  sku: string | null;
  gtin: string | null;
  imageUrl: string | null;
  alcohol: number;
  isOverTheCounter: boolean;
  information: Fields;
  price: number;
  discount: Discount | null;
  vat: number | null;
  enabled: boolean;
  disabledUntil: number | null;
  isForcedOut: boolean;
  inventory: number | null;
  deliveryMethods: string[];
  isBundle: boolean;
  groupIds: string[];
  deposit: Deposit | null;
  availability: Span[] | null;
}

export interface Value {
  id: string;
  name: Texts;
  externalId: string;
  information: Fields;
  price: number;
  vat: number | null;
  enabled: boolean;
  isDefault: boolean;
  groupIds: string[];
  deposit: Deposit | null;
  /** False if orders omit this value even when it's selected. */
  isVisibleToMerchant: boolean;
}

export interface Group {
  id: string;
  name: Texts;
  externalId: string | null;
  type: string;
  range: { min: number; max: number } | null;
  values: Value[];
}

export interface Section {
  id: string;
  name: Texts;
  itemIds: string[];
}

export interface Category extends Section {
  subcategories: Section[];
  availability: Span[] | null;
}

export interface Menu {
  id: string;
  currency: string;
  language: string;
  categories: Category[];
  items: Item[];
  groups: Group[];
}

export interface Identifier {
  kind: 'external_id' | 'gtin' | 'sku';
  value: string;
}

export const IDENTIFIERS = ['external_id', 'gtin', 'sku'] as const;

export function itemsOf(menu: Menu, { kind, value }: Identifier): Item[] {
  return indexOf(menu)[kind].get(value) ?? [];
}

export function valuesOf(menu: Menu, externalId: string): Value[] {
  return indexOf(menu).values.get(externalId) ?? [];
}

export function groupOf(menu: Menu, id: string): Group | undefined {
  return indexOf(menu).groups.get(id);
}

interface Index extends Record<Identifier['kind'], Map<string | null, Item[]>> {
  values: Map<string, Value[]>;
  groups: Map<string, Group>;
}

/** One index per menu, as identifiers in a menu never change. */
const indexes = new WeakMap<Menu, Index>();

function indexOf(menu: Menu): Index {
  const known = indexes.get(menu);
  if (known) return known;
  const index: Index = {
    external_id: Map.groupBy(menu.items, ({ externalId }) => externalId),
    gtin: Map.groupBy(menu.items, ({ gtin }) => gtin),
    sku: Map.groupBy(menu.items, ({ sku }) => sku),
    values: Map.groupBy(
      menu.groups.flatMap(({ values }) => values),
      ({ externalId }) => externalId,
    ),
    groups: new Map(menu.groups.map((group) => [group.id, group])),
  };
  indexes.set(menu, index);
  return index;
}

/** Applies what's due: hidden items return and discounts end. */
export function settle(menu: Menu, now: number): Menu {
  for (const item of menu.items) {
    if (item.disabledUntil !== null && item.disabledUntil <= now) {
      item.disabledUntil = null;
      item.enabled = true;
    }
    if (item.discount?.endsAt && item.discount.endsAt <= now) item.discount = null;
  }
  return menu;
}

/** `disabledUntil` overrides `enabled`. */
export function isHidden(item: Item): boolean {
  return item.disabledUntil !== null || !item.enabled;
}

export function isSoldOut(item: Item): boolean {
  return item.isForcedOut || item.inventory === 0;
}

export function priceNow(item: Item, now: number): number {
  const { discount } = item;
  return discount && (discount.startsAt === null || discount.startsAt <= now) ? discount.price : item.price;
}

/** The text in the language, else the first one. */
export function wordsIn(texts: Texts, language: string): string {
  return (texts.find(({ lang }) => lang === language) ?? texts[0])?.value ?? '';
}
