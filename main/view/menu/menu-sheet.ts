/** Builds the menu sheet that screens receive (contract/menu/menu-sheet.ts), and the list of what isn't simply on sale. */
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
import { identifierOfItem, type MenuBook } from '../../outbox/menu/menu-book.ts';
import type { KeptSheet } from '../../store/rows/menu/menu-sheets.ts';
import type { Store } from '../../store/store.ts';
import { type Copied, itemNow, valueNow } from './sale-state.ts';

/** Characters: more are a tenth as many when they are packed, which takes a page some milliseconds to undo. */
const LARGE = 100_000;

/** What the copy itself has as sold out, or until when. */
export interface OutInCopy {
  kind: 'item' | 'value';
  named: Identifier | null;
  key: string;
  copied: Copied;
}

/** The sheet of the last copy; made now where it was not made when the menu was read. Null where there is no copy. */
export function keptSheet(
  store: Store,
  book: MenuBook,
  venueId: string,
  language: string,
  currencyDigits: CurrencyDigits,
): (KeptSheet & { text: () => string }) | null {
  const kept = store.menu.sheets.get(venueId, language);
  if (kept && kept.readAt === store.menu.copyReadAt(venueId) && kept.edition.startsWith(`${SHEET_FORM} `))
    return { ...kept, text: () => store.menu.sheets.text(venueId, language) ?? '' };
  const copy = book.of(venueId);
  if (copy === null) return null;
  const made = makeSheet(copy.menu, language, copy.readAt, currencyDigits);
  if (!store.readOnly) store.write(() => store.menu.sheets.keep(venueId, language, made));
  return { ...made, text: () => made.text };
}

/** Call it in the transaction in which the menu is kept. `language`: of the counter; those that were asked for before are made as well. */
export function keepSheets(
  store: Store,
  venueId: string,
  { menu, readAt }: { menu: Menu; readAt: number },
  language: string,
  currencyDigits: CurrencyDigits,
): void {
  for (const one of new Set([language, ...store.menu.sheets.languages(venueId)]))
    store.menu.sheets.keep(venueId, one, makeSheet(menu, one, readAt, currencyDigits));
}

function makeSheet(menu: Menu, language: string, readAt: number, currencyDigits: CurrencyDigits): KeptSheet & { text: string } {
  const json = JSON.stringify(sheetOf(thingsOf(menu, language, currencyDigits), shown));
  const edition = `${SHEET_FORM} ${createHash('sha256').update(json).digest('base64url')}`;
  const text = json.length > LARGE ? gzipSync(json).toString('base64') : json;
  return { text, edition, readAt, out: JSON.stringify(outIn(menu)) };
}

/** The whole menu as if on sale; exceptions are listed separately. */
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
