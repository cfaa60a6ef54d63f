/** Builds the menu sheet, the menu as sent to screens (contract/menu/menu-sheet.ts), and lists sold-out entries. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  type MenuCategoryView,
  type MenuItemView,
  type MenuThings,
  type MenuValueView,
  SHEET_FORM,
  sheetOf,
} from '../../../contract/contract.ts';
import type { Identifier } from '../../menu/changes.ts';
import { FORCED_OUT, type Menu, type MenuCategory, type MenuItem, type MenuValue, nameIn, type Translation } from '../../menu/model.ts';
import type { CurrencyDigits } from '../../orders/money/money.ts';
import { shown } from '../../orders/text/shown-text.ts';
import { identifierOfItem } from '../../outbox/menu/menu-book.ts';
import type { MenuPart } from '../../store/rows/menu/menu-copies.ts';
import type { Store } from '../../store/store.ts';
import { type Copied, itemNow, valueNow } from './sale-state.ts';

/** Characters. Longer sheets are compressed to a tenth, which takes the page some ms to unpack. */
const LARGE = 100_000;

/** An entry sold out in the menu copy, with its end. */
export interface OutInCopy {
  kind: 'item' | 'value';
  named: Identifier | null;
  key: string;
  copied: Copied;
}

interface SheetFacts {
  edition: string;
  out: OutInCopy[];
}

export interface Sheet extends SheetFacts {
  text(): string;
}

const TEXT = 'sheet-text/';
const FACTS = 'sheet/';

/** The saved sheet; null without one in this language and format. */
export function sheetFrom(part: (name: string) => Uint8Array | null, language: string): Sheet | null {
  const facts = factsIn(part(FACTS + language));
  if (!facts?.edition.startsWith(`${SHEET_FORM} `)) return null;
  return { ...facts, text: () => Buffer.from(part(TEXT + language) ?? []).toString() };
}

/** Null if damaged. */
function factsIn(body: Uint8Array | null): SheetFacts | null {
  try {
    return body && JSON.parse(Buffer.from(body).toString());
  } catch {
    return null;
  }
}

/** Languages with a sheet in the last copy. */
export function sheetLanguages(store: Store, venueId: string): string[] {
  return store.menu.copies.parts(venueId, FACTS).map(({ name }) => name.slice(FACTS.length));
}

export function sheetParts(menu: Menu, language: string, currencyDigits: CurrencyDigits): MenuPart[] {
  const json = JSON.stringify(sheetOf(thingsOf(menu, language, currencyDigits), shown));
  const edition = `${SHEET_FORM} ${createHash('sha256').update(json).digest('base64url')}`;
  const text = json.length > LARGE ? gzipSync(json).toString('base64') : json;
  return [
    { name: TEXT + language, body: Buffer.from(text) },
    { name: FACTS + language, body: Buffer.from(JSON.stringify({ edition, out: outIn(menu) } satisfies SheetFacts)) },
  ];
}

/** The whole menu as if on sale; exceptions are separate. */
function thingsOf(menu: Menu, language: string, currencyDigits: CurrencyDigits): MenuThings {
  const name = (texts: readonly Translation[]): string => nameIn(texts, language, menu.primaryLanguage);
  const onSale = { state: 'on-sale', until: null, pending: null } as const;
  const item = (of: MenuItem): MenuItemView => {
    const named = identifierOfItem(of);
    return {
      key: of.key,
      what: named === null ? null : { kind: 'item', ...named },
      name: name(of.name),
      description: name(of.description),
      price: of.price,
      vat: of.vat,
      unknownMode: of.inventoryMode !== null && of.inventoryMode !== FORCED_OUT ? of.inventoryMode : null,
      options: [...of.optionKeys],
      stock: null,
      ...onSale,
    };
  };
  const value = (of: MenuValue): MenuValueView => ({
    key: of.key,
    what: of.externalId === null ? null : { kind: 'value', by: 'external_id', id: of.externalId },
    name: name(of.name),
    price: of.price,
    options: [...of.subOptionKeys],
    ...onSale,
  });
  const category = (of: MenuCategory): MenuCategoryView => ({
    key: of.key,
    name: name(of.name),
    items: [...of.itemKeys],
    subcategories: of.subcategories.map(category),
  });
  return {
    currency: menu.currency,
    minorDigits: currencyDigits(menu.currency),
    categories: menu.categories.map(category),
    items: menu.items.map(item),
    options: menu.options.map((option) => ({ key: option.key, name: name(option.name), values: option.values.map(value) })),
  };
}

function outIn(menu: Menu): OutInCopy[] {
  const isOut = ({ copied: { isOn, until } }: OutInCopy): boolean => !isOn || until !== null;
  const items = menu.items.map(
    (of, at): OutInCopy => ({ kind: 'item', named: identifierOfItem(of), key: String(at), copied: itemNow(of) }),
  );
  const values = menu.options
    .flatMap((option) => option.values)
    .map((of, at): OutInCopy => {
      const named = of.externalId === null ? null : { by: 'external_id' as const, id: of.externalId };
      return { kind: 'value', named, key: String(at), copied: valueNow(of) };
    });
  return [...items, ...values].filter(isOut);
}
