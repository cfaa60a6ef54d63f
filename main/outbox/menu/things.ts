/** Items and option values of a menu copy in a fixed number of small parts by ID, so lookups don't parse the whole menu. Pure. */
import { crc32, gunzipSync, gzipSync } from 'node:zlib';
import { type IdentifierKind, subjectOf } from '../../menu/changes.ts';
import { type Menu, type MenuItem, type MenuValue, nameIn, type Translation, valuesOf } from '../../menu/model.ts';
import { asRecord } from '../../orders/text/reading.ts';
import type { MenuPart } from '../../store/rows/menu/menu-copies.ts';

const COMMON = ['externalId', 'name', 'price', 'vat', 'enabled'] as const;
const OF_ITEM = [...COMMON, 'sku', 'gtin', 'inventoryMode', 'quantity', 'disabledUntil'] as const;

/** `name`: the menu's own language first. */
export type KnownItem = Pick<MenuItem, (typeof OF_ITEM)[number]>;
export type KnownValue = Pick<MenuValue, (typeof COMMON)[number]>;

/** Per kind; 40,000 option values make about 150 per part. */
const PARTS = 256;

export function partOf(kind: 'item' | 'value', subject: string): string {
  return `${kind}/${crc32(subject) % PARTS}`;
}

/** By subject (main/menu/changes.ts). Empty for a damaged part. */
export function thingsIn(body: Uint8Array): ReadonlyMap<string, unknown> {
  try {
    return new Map(Object.entries(asRecord(JSON.parse(gunzipSync(body).toString())) ?? {}));
  } catch {
    return new Map();
  }
}

/** All non-empty parts. The first of equal IDs counts. */
export function partsWithThings(menu: Menu): MenuPart[] {
  const parts = new Map<string, Record<string, object>>();
  function put(kind: 'item' | 'value', by: IdentifierKind, id: string | null, thing: object): void {
    if (id === null) return;
    const subject = subjectOf({ by, id });
    const part = parts.get(partOf(kind, subject)) ?? {};
    parts.set(partOf(kind, subject), part);
    part[subject] ??= thing;
  }
  const name = (of: MenuItem | MenuValue): Translation[] => ownFirst(of.name, menu.primaryLanguage);
  for (const item of menu.items) {
    const thing = { ...picked(item, OF_ITEM), name: name(item) };
    put('item', 'external_id', item.externalId, thing);
    put('item', 'gtin', item.gtin, thing);
    put('item', 'sku', item.sku, thing);
  }
  for (const value of valuesOf(menu)) put('value', 'external_id', value.externalId, { ...picked(value, COMMON), name: name(value) });
  return [...parts].map(([partName, things]) => ({ name: partName, body: gzipSync(JSON.stringify(things)) }));
}

const picked = <T extends object, K extends keyof T>(of: T, keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, of[key]])) as Pick<T, K>;

function ownFirst(names: readonly Translation[], language: string): Translation[] {
  const own = nameIn(names, language, language);
  return [...names].sort((a, b) => Number(b.value === own) - Number(a.value === own));
}
