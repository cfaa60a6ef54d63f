/** Fields of the menu's read form that are only assumed: no source shows them for sure. Readers work without them. Pure. */
import { asArray, asCount, asRecord, asText, asTime, type Fields } from '../orders/text/reading.ts';
import type { Deposit, Range } from './model.ts';

/** Keys that this file reads, so they don't count as unknown. */
export const ASSUMED_KEYS = {
  menu: ['deposits', 'weekly_availabilities'],
  category: ['subcategories', 'description'],
  item: ['deposit_id', 'disabled_until'],
  option: ['selection_range', 'default_value', 'max_same_selections', 'max_free_selections'],
  value: ['option_bindings', 'sub_options', 'selection_range', 'default', 'deposit_id', 'visible_to_merchant'],
} as const;

/** Options that a value leads to, bound as for items. */
export function nestedOptionIds(value: Fields): string[] {
  return asArray(value.option_bindings).flatMap((binding) => asText(asRecord(binding)?.option_id) ?? []);
}

/** Options nested in a value, as in the upload form. */
export function nestedOptions(value: Fields): unknown[] {
  return asArray(value.sub_options);
}

export function nestedCategories(category: Fields): unknown[] {
  return asArray(category.subcategories);
}

export function rangeOf(fields: Fields): Range | null {
  const range = asRecord(fields.selection_range);
  return range && { min: asCount(range.min), max: asCount(range.max) };
}

/** `default_value` is the default's ID; a value may also mark itself. */
export function isDefault(option: Fields, value: Fields): boolean {
  if (typeof value.default === 'boolean') return value.default;
  return value.id !== undefined && asText(option.default_value) !== null && asText(option.default_value) === asText(value.id);
}

/** When a hidden item returns automatically (ISO UTC): its own field, or the older `enabled.after`. */
export function backAt(item: Fields): string | null {
  return asTime(item.disabled_until) ?? asTime(asRecord(item.enabled)?.after);
}

/** Deposits of items and option values, by ID. */
export function depositsIn(menu: Fields): ReadonlyMap<string, Deposit> {
  const deposits = asRecord(menu.deposits) ?? {};
  const entries = [...asArray(deposits.item_deposits), ...asArray(deposits.option_value_deposits)].flatMap((entry) => {
    const fields = asRecord(entry) ?? {};
    const id = asText(fields.id);
    return id === null ? [] : [[id, { price: asCount(fields.price), vat: asPercent(fields.vat_percentage) }] as const];
  });
  return new Map(entries);
}

export function asPercent(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,3}(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= 100 ? number : null;
}
