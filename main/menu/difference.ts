/** Compares two menus by the partner's IDs: added, removed and changed entries. Pure. */
import { type Menu, type MenuItem, type MenuValue, nameIn, type Translation, valuesOf } from './model.ts';

export interface Comparable {
  currency: string;
  primaryLanguage: string;
  items: readonly ComparableThing[];
  values: readonly ComparableThing[];
}

interface ComparableThing {
  /** The partner's ID, or the key without one. */
  id: string;
  name: readonly Translation[];
  /** Minor units; null if unreadable. */
  price: number | null;
  enabled: boolean;
}

export interface Named {
  kind: 'item' | 'value';
  id: string;
  name: string;
}

export interface PriceChange extends Named {
  /** Minor units. */
  from: number;
  to: number;
  /** The new price is about 100 times or a hundredth: major and minor units were probably mixed up. */
  isHundredfold: boolean;
}

export interface MenuDifference {
  added: Named[];
  gone: Named[];
  repriced: PriceChange[];
  renamed: (Named & { from: string })[];
  /** Entries that became visible or hidden. */
  shown: Named[];
  hidden: Named[];
  /** With another currency, prices aren't compared. */
  currencies: { from: string; to: string } | null;
}

/** Ratios beyond real price changes. */
const ABOUT_HUNDRED = { least: 40, most: 250 };

export function comparable(menu: Menu): Comparable {
  const thing = ({ externalId, key, name, price, enabled }: MenuItem | MenuValue): ComparableThing => ({
    id: externalId ?? `key ${key}`,
    name,
    price,
    enabled,
  });
  const { currency, primaryLanguage } = menu;
  return { currency, primaryLanguage, items: menu.items.map(thing), values: valuesOf(menu).map(thing) };
}

export function differenceOf(before: Comparable, after: Comparable, language: string): MenuDifference {
  const found: MenuDifference = { added: [], gone: [], repriced: [], renamed: [], shown: [], hidden: [], currencies: null };
  const isSameMoney = before.currency === after.currency;
  if (!isSameMoney) found.currencies = { from: before.currency, to: after.currency };
  compare('item', before.items, after.items);
  compare('value', before.values, after.values);
  return found;

  function compare(kind: Named['kind'], olds: readonly ComparableThing[], news: readonly ComparableThing[]): void {
    const known = byId(olds);
    const coming = byId(news);
    const nameOf = (of: ComparableThing, menu: Comparable): string => nameIn(of.name, language, menu.primaryLanguage);
    for (const [id, now] of coming) {
      const was = known.get(id);
      const name = nameOf(now, after);
      if (!was) {
        found.added.push({ kind, id, name });
        continue;
      }
      if (isSameMoney && was.price !== null && now.price !== null && was.price !== now.price)
        found.repriced.push({ kind, id, name, from: was.price, to: now.price, isHundredfold: isAboutHundred(was.price, now.price) });
      const nameBefore = nameOf(was, before);
      if (nameBefore !== name) found.renamed.push({ kind, id, name, from: nameBefore });
      if (was.enabled !== now.enabled) (now.enabled ? found.shown : found.hidden).push({ kind, id, name });
    }
    for (const [id, was] of known) if (!coming.has(id)) found.gone.push({ kind, id, name: nameOf(was, before) });
  }
}

export function isAboutHundred(from: number, to: number): boolean {
  const ratio = Math.max(from, to) / Math.max(1, Math.min(from, to));
  return Math.min(from, to) > 0 && ratio >= ABOUT_HUNDRED.least && ratio <= ABOUT_HUNDRED.most;
}

const byId = (things: readonly ComparableThing[]): Map<string, ComparableThing> => new Map(things.map((thing) => [thing.id, thing]));
