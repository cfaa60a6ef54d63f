/** Matches items to printers and kitchen stations; each item goes to at least one. Pure. */
import type { OrderItem } from './order.ts';

/** What a printer or station takes. Null as `takes` means everything. */
export interface ItemSelection {
  categories: readonly string[];
  /** Words of item names. */
  items: readonly string[];
  /** Also items that no rule names. */
  rest: boolean;
}

/** Printers or stations that take the item, in order; never empty if `all` isn't. */
export function takersOf<T extends { takes: ItemSelection | null }>(all: readonly T[], item: OrderItem): T[] {
  const words: Words = { name: folded(item.name ?? ''), category: folded(item.category ?? '') };
  const named = all.filter(({ takes }) => takes !== null && names(foldedTakes(takes), words));
  const left = named.length > 0 ? [] : all.filter(({ takes }) => takes?.rest);
  const chosen = all.filter((one) => one.takes === null || named.includes(one) || left.includes(one));
  // An item that none takes goes to the first, not lost.
  return chosen.length > 0 ? chosen : all.slice(0, 1);
}

interface Words {
  name: string;
  category: string;
}

function names({ categories, items }: FoldedTakes, { name, category }: Words): boolean {
  return categories.has(category) || items.some((word) => name.includes(word));
}

interface FoldedTakes {
  categories: ReadonlySet<string>;
  items: readonly string[];
}

/** Cached: rules change only with settings, but are matched against every line on each change. */
const known = new WeakMap<ItemSelection, FoldedTakes>();

function foldedTakes(takes: ItemSelection): FoldedTakes {
  const before = known.get(takes);
  if (before) return before;
  const made = { categories: new Set(takes.categories.map(folded)), items: takes.items.map(folded) };
  known.set(takes, made);
  return made;
}

const NAMED_WITHIN = 500;

/** Makes "Küche" and "KUCHE" equal. */
function folded(text: string): string {
  return text.slice(0, NAMED_WITHIN).normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
