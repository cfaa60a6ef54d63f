/** A menu as rows, with its sold-out and changed entries. Pure. */
import type { MenuCategoryView, MenuItemView, MenuOptionView, MenuThings, MenuValueView } from '../../../contract/contract.ts';
import { isOut } from '../on-sale.ts';

export type Row =
  | { kind: 'head'; key: string; name: string; isSub: boolean }
  | { kind: 'item'; key: string; of: MenuItemView }
  | { kind: 'value'; key: string; of: MenuValueView; group: string };
export type ThingRow = Exclude<Row, { kind: 'head' }>;

export interface Prepared {
  rows: readonly Row[];
  /** Categories, with the index in `rows` at which each begins. */
  heads: readonly { name: string; at: number }[];
  options: ReadonlyMap<string, MenuOptionView>;
  /** Sold-out or changed items and option values, each once, in menu order. */
  notable: readonly ThingRow[];
}

export function prepare(menu: MenuThings, named: { otherItems: string; options: string }): Prepared {
  const items = new Map(menu.items.map((item) => [item.key, item]));
  const options = new Map(menu.options.map((option) => [option.key, option]));
  const rows: Row[] = [];
  const heads: { name: string; at: number }[] = [];
  const placed = new Set<string>();

  function head(key: string, name: string, isSub: boolean): void {
    if (!isSub) heads.push({ name, at: rows.length });
    rows.push({ kind: 'head', key: `head ${key}`, name, isSub });
  }
  function category(of: MenuCategoryView, isSub: boolean): void {
    head(of.key, of.name, isSub);
    for (const key of of.items) {
      const item = items.get(key);
      placed.add(key);
      if (item) rows.push({ kind: 'item', key: `${of.key} ${key}`, of: item });
    }
    for (const sub of of.subcategories) category(sub, true);
  }
  for (const of of menu.categories) category(of, false);
  const others = menu.items.filter(({ key }) => !placed.has(key));
  if (others.length > 0) head(' others', named.otherItems, false);
  for (const item of others) rows.push({ kind: 'item', key: ` others ${item.key}`, of: item });
  if (menu.options.length > 0) head(' options', named.options, false);
  for (const option of menu.options) {
    head(option.key, option.name, true);
    for (const value of option.values) rows.push({ kind: 'value', key: `${option.key} ${value.key}`, of: value, group: option.name });
  }

  return { rows, heads, options, notable: thingRows(rows.filter(isNotable)) };
}

function isNotable(row: Row): boolean {
  if (row.kind === 'head') return false;
  const { state, pending } = row.of;
  return state === 'sold-out' || pending !== null || (row.kind === 'item' && row.of.stock !== null);
}

function thingRows(rows: readonly Row[]): ThingRow[] {
  const seen = new Set<string>();
  return rows.filter((row): row is ThingRow => {
    if (row.kind === 'head') return false;
    const id = idOf(row);
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

/** An ID that's the same in every category. */
export const idOf = ({ kind, of }: ThingRow): string => `${kind} ${of.key}`;

/** Sold out or about to be. `now`: the service's clock, epoch ms. */
export const soldOutOf = ({ notable }: Prepared, now: number): ThingRow[] => notable.filter(({ of }) => isOut(of, now));

/** Rows with unfinished changes, failed ones first. */
export function changesOf({ notable }: Prepared): ThingRow[] {
  const states = (row: ThingRow) => [row.of.pending?.state, row.kind === 'item' ? row.of.stock?.state : undefined];
  const isTroubled = (row: ThingRow) => states(row).some((state) => state === 'refused' || state === 'unseen');
  const isNews = (row: ThingRow) =>
    row.of.pending !== null || (row.kind === 'item' && row.of.stock !== null && row.of.stock.state !== 'seen');
  const changed = notable.filter(isNews);
  return [...changed.filter(isTroubled), ...changed.filter((row) => !isTroubled(row))];
}
