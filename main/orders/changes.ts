import type { Order, OrderItem } from './order.ts';

export interface ItemChange {
  kind: 'added' | 'removed' | 'count' | 'options';
  before: OrderItem | null;
  after: OrderItem | null;
}

/** Matches lines by row number, otherwise by ID or name and occurrence. */
export function itemChanges(before: Order, after: Order): ItemChange[] {
  const was = byLine(before.items);
  const is = byLine(after.items);
  const removed = [...was].flatMap(([key, item]): ItemChange[] => (is.has(key) ? [] : [{ kind: 'removed', before: item, after: null }]));
  const others = [...is].flatMap(([key, item]): ItemChange[] => {
    const old = was.get(key);
    if (!old) return [{ kind: 'added', before: null, after: item }];
    // A renamed row is a different dish.
    if (old.name !== item.name)
      return [
        { kind: 'removed', before: old, after: null },
        { kind: 'added', before: null, after: item },
      ];
    if (optionsOf(old) !== optionsOf(item)) return [{ kind: 'options', before: old, after: item }];
    if (old.count !== item.count || old.weightGrams !== item.weightGrams) return [{ kind: 'count', before: old, after: item }];
    return [];
  });
  return [...removed, ...others];
}

function byLine(items: readonly OrderItem[]): Map<string, OrderItem> {
  const seen = new Map<string, number>();
  return new Map(
    items.map((item) => {
      const what = item.rowNumber === null ? `${item.id ?? item.name}` : `row ${item.rowNumber}`;
      const times = (seen.get(what) ?? 0) + 1;
      seen.set(what, times);
      return [`${what} #${times}`, item];
    }),
  );
}

function optionsOf({ options, left }: OrderItem): string {
  return JSON.stringify([...options.map(({ group, value, count }) => [group, value, count]).sort(), left?.key]);
}
