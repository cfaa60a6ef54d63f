/** Which items are whose: a rule that printers and kitchen stations share. Pure. No item is ever nobody's. */
import type { OrderItem } from './order.ts';

/** Everything (null as `takes`), or the items that these categories or words name, and what is left over. */
export interface Takes {
  categories: readonly string[];
  /** Words of item names. */
  items: readonly string[];
  /** Also what nobody's rule names. */
  rest: boolean;
}

/** Those who take this item, in their order; never none where there is anybody at all. */
export function takersOf<T extends { takes: Takes | null }>(all: readonly T[], item: OrderItem): T[] {
  const words: Words = { name: folded(item.name ?? ''), category: folded(item.category ?? '') };
  const named = all.filter(({ takes }) => takes !== null && names(foldedTakes(takes), words));
  const left = named.length > 0 ? [] : all.filter(({ takes }) => takes?.rest);
  const chosen = all.filter((one) => one.takes === null || named.includes(one) || left.includes(one));
  // Rules that forget an item must not lose it.
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

/** Rules change with the settings alone, and each line of each order is held against all of them with every change of it. */
const known = new WeakMap<Takes, FoldedTakes>();

function foldedTakes(takes: Takes): FoldedTakes {
  const before = known.get(takes);
  if (before) return before;
  const made = { categories: new Set(takes.categories.map(folded)), items: takes.items.map(folded) };
  known.set(takes, made);
  return made;
}

/** Nobody's rule is about what stands further back in a name. */
const NAMED_WITHIN = 500;

/** "Küche" and "KUCHE" are one word to whoever types a rule. */
function folded(text: string): string {
  return text.slice(0, NAMED_WITHIN).normalize('NFKD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
