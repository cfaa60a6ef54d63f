/**
 * What the read form of a menu is taken to look like where no source shows it (graded C, D or unknown). Everything else that reads a menu
 * asks here, and works where the field is not there. Pure.
 */
import { asArray, asCount, asRecord, asText, asTime, type Fields } from '../orders/text/reading.ts';
import type { Deposit, Range } from './model.ts';

/** Keys of the read form that are read here, and so are not unknown. */
export const ASSUMED_KEYS = {
  menu: ['deposits', 'weekly_availabilities'],
  category: ['subcategories', 'description'],
  item: ['deposit_id', 'disabled_until'],
  option: ['selection_range', 'default_value', 'max_same_selections', 'max_free_selections'],
  value: ['option_bindings', 'sub_options', 'selection_range', 'default', 'deposit_id', 'visible_to_merchant'],
} as const;

/** The options that a value leads to: bindings as an item has them. Empty where nothing is told. */
export function nestedOptionIds(value: Fields): string[] {
  return asArray(value.option_bindings).flatMap((binding) => asText(asRecord(binding)?.option_id) ?? []);
}

/** Options written out within a value, as the upload form does. */
export function nestedOptions(value: Fields): unknown[] {
  return asArray(value.sub_options);
}

/** Categories within a category. */
export function nestedCategories(category: Fields): unknown[] {
  return asArray(category.subcategories);
}

export function rangeOf(fields: Fields): Range | null {
  const range = asRecord(fields.selection_range);
  return range && { min: asCount(range.min), max: asCount(range.max) };
}

/** `default_value` is the id of the value that is chosen at first; some may say it of themselves. */
export function isDefault(option: Fields, value: Fields): boolean {
  if (typeof value.default === 'boolean') return value.default;
  return value.id !== undefined && asText(option.default_value) !== null && asText(option.default_value) === asText(value.id);
}

/** When a hidden item comes back by itself (ISO UTC): its own field, or the older `enabled.after`. */
export function backAt(item: Fields): string | null {
  return asTime(item.disabled_until) ?? asTime(asRecord(item.enabled)?.after);
}

/** Deposits by id, those of items and those of option values. */
export function depositsIn(menu: Fields): ReadonlyMap<string, Deposit> {
  const deposits = asRecord(menu.deposits) ?? {};
  const entries = [...asArray(deposits.item_deposits), ...asArray(deposits.option_value_deposits)].flatMap((entry) => {
    const fields = asRecord(entry) ?? {};
    const id = asText(fields.id);
    return id === null ? [] : [[id, { price: asCount(fields.price), vat: asPercent(fields.vat_percentage) }] as const];
  });
  return new Map(entries);
}

/** A share in percent, as a number or as text. */
export function asPercent(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,3}(\.\d+)?$/.test(value.trim()) ? Number(value) : value;
  return typeof number === 'number' && number >= 0 && number <= 100 ? number : null;
}
