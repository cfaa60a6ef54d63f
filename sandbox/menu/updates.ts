/** Bulk updates (section 4.3) of items, option values and inventory: validated, then applied. */
import { ASSUMED } from '../assumptions.ts';
import type { Variants } from '../variants.ts';
import type { VenueKind } from '../venue/venue-state.ts';
import { type Fields, isFields } from '../wire/exchange.ts';
import { IDENTIFIERS, type Identifier, type Item, itemsOf, type Menu, valuesOf } from './menu.ts';
import {
  A_BOOLEAN,
  A_COUNT,
  A_RATE,
  A_TEXT,
  A_TIME,
  type Check,
  checkFields,
  createMistakes,
  type Mistakes,
  objectsIn,
} from './mistakes.ts';

/** Returns the rows that match no item, which partners don't learn of. */
export type Update = (menu: Menu) => { rows: number; unmatched: string[] };

const TEN_MINUTES_MS = 600_000;
const AN_INVENTORY: Check = [
  `must be a whole number, ${ASSUMED.leastInventory} or more, and not null`,
  (value) => Number.isInteger(value) && Number(value) >= ASSUMED.leastInventory,
];

/** Rows of `{data: [...]}`. Throws the 400 with every mistake. */
function rowsOf(body: Fields, check: (row: Fields, where: string, mistakes: Mistakes) => void): Fields[] {
  const mistakes = createMistakes();
  checkFields(body, {}, ['data'], '', mistakes);
  const rows = objectsIn(body.data, 'data', mistakes);
  for (const [row, where] of rows) check(row, where, mistakes);
  mistakes.refuse();
  return rows.map(([row]) => row);
}

/** Exactly one of external_id, gtin and sku; others may be null. */
function checkIdentifier(row: Fields, where: string, mistakes: Mistakes): void {
  const given = IDENTIFIERS.filter((key) => row[key] !== undefined && row[key] !== null);
  if (given.length !== 1) mistakes.add(where, `needs exactly one of ${IDENTIFIERS.join(', ')}, not ${given.length}`);
}

function identifierIn(row: Fields): Identifier {
  const kind = IDENTIFIERS.find((key) => row[key] !== undefined && row[key] !== null) ?? 'external_id';
  return { kind, value: String(row[kind]) };
}

function each(rows: readonly Fields[], change: (row: Fields, menu: Menu) => boolean): Update {
  return (menu) => ({
    rows: rows.length,
    unmatched: rows.filter((row) => !change(row, menu)).map((row) => identifierIn(row).value),
  });
}

const ITEM = {
  external_id: [A_TEXT, 'nullable'],
  gtin: [A_TEXT, 'nullable'],
  sku: [A_TEXT, 'nullable'],
  price: [A_COUNT],
  discounted_price: [A_COUNT],
  vat_percentage: [A_RATE],
  enabled: [A_BOOLEAN],
  disabled_until: [A_TIME, 'nullable'],
  in_stock: [A_BOOLEAN],
} as const;

export function itemUpdate(body: Fields, kind: VenueKind, now: number, variants: Variants): Update {
  const rows = rowsOf(body, (row, where, mistakes) => {
    checkFields(row, ITEM, ['scheduled_discount'], where, mistakes);
    checkIdentifier(row, where, mistakes);
    if (kind === 'full-assortment')
      for (const key of ASSUMED.notForFullAssortment)
        if (row[key] !== undefined && row[key] !== null) mistakes.add(`${where}.${key}`, 'is not supported for full-assortment venues');
    checkDiscount(row, where, now, mistakes);
  });
  return each(rows, (row, menu) => {
    const items = itemsOf(menu, identifierIn(row));
    for (const item of items) changeItem(item, row, kind, variants);
    return items.length > 0;
  });
}

function checkDiscount(row: Fields, where: string, now: number, mistakes: Mistakes): void {
  const { price, discounted_price: reduced, scheduled_discount: schedule } = row;
  if (reduced !== undefined && price === undefined) mistakes.add(`${where}.discounted_price`, 'needs price');
  if (ASSUMED.discountMustBeLower && typeof reduced === 'number' && typeof price === 'number' && reduced >= price)
    mistakes.add(`${where}.discounted_price`, 'must be below price');
  if (schedule === undefined) return;
  const at = `${where}.scheduled_discount`;
  if (!isFields(schedule)) {
    mistakes.add(at, 'must be {starts_at, ends_at}');
    return;
  }
  checkFields(schedule, { starts_at: [A_TIME], ends_at: [A_TIME] }, [], at, mistakes);
  if (reduced === undefined) mistakes.add(at, 'needs discounted_price');
  const { starts_at: starts, ends_at: ends } = schedule;
  if (starts === undefined && ends === undefined) mistakes.add(at, 'needs at least one of starts_at and ends_at');
  const [from, to] = [Date.parse(String(starts)), Date.parse(String(ends))];
  if (to < now) mistakes.add(`${at}.ends_at`, 'is in the past');
  if (from >= to) mistakes.add(at, 'starts_at must be before ends_at');
  else if (to - from < TEN_MINUTES_MS) mistakes.add(at, 'must be at least 10 minutes long');
}

function changeItem(item: Item, row: Fields, kind: VenueKind, variants: Variants): void {
  if (typeof row.price === 'number') {
    const { starts_at: starts, ends_at: ends } = isFields(row.scheduled_discount) ? row.scheduled_discount : {};
    item.price = row.price;
    item.discount =
      typeof row.discounted_price === 'number' ? { price: row.discounted_price, startsAt: timeOf(starts), endsAt: timeOf(ends) } : null;
  }
  if (typeof row.vat_percentage === 'number') item.vat = row.vat_percentage;
  if (typeof row.enabled === 'boolean') item.enabled = row.enabled;
  const clearedByEnabled = variants.is('clearing', 'other');
  if (clearedByEnabled && row.enabled === true) item.disabledUntil = null;
  if (typeof row.disabled_until === 'string') item.disabledUntil = timeOf(row.disabled_until);
  else if (row.disabled_until === null && !clearedByEnabled) item.disabledUntil = null;
  if (typeof row.in_stock === 'boolean' && ASSUMED.inStockForKinds.includes(kind)) {
    item.isForcedOut = !row.in_stock;
    // An item marked in stock is no longer counted.
    if (row.in_stock) item.inventory = null;
  }
}

function timeOf(value: unknown): number | null {
  return typeof value === 'string' ? Date.parse(value) : null;
}

const VALUE = {
  external_id: [A_TEXT, 'required'],
  price: [A_COUNT],
  vat_percentage: [A_RATE, 'nullable'],
  enabled: [A_BOOLEAN],
} as const;

export function valueUpdate(body: Fields): Update {
  const rows = rowsOf(body, (row, where, mistakes) => checkFields(row, VALUE, [], where, mistakes));
  return each(rows, (row, menu) => {
    const values = valuesOf(menu, String(row.external_id));
    for (const value of values) {
      if (typeof row.price === 'number') value.price = row.price;
      if (typeof row.enabled === 'boolean') value.enabled = row.enabled;
      if (typeof row.vat_percentage === 'number') value.vat = row.vat_percentage;
      // Null removes the rate, unless a price is sent too.
      else if (row.vat_percentage === null && row.price === undefined) value.vat = null;
    }
    return values.length > 0;
  });
}

const INVENTORY = {
  external_id: [A_TEXT, 'nullable'],
  gtin: [A_TEXT, 'nullable'],
  sku: [A_TEXT, 'nullable'],
  inventory: [AN_INVENTORY, 'required'],
} as const;

export function inventoryUpdate(body: Fields): Update {
  const rows = rowsOf(body, (row, where, mistakes) => {
    checkFields(row, INVENTORY, [], where, mistakes);
    checkIdentifier(row, where, mistakes);
  });
  return each(rows, (row, menu) => {
    const items = itemsOf(menu, identifierIn(row));
    for (const item of items) {
      item.inventory = Number(row.inventory);
      item.isForcedOut = false;
    }
    return items.length > 0;
  });
}
