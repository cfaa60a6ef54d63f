/** The last good copy of each venue's menu, taken apart once; and what staff say of things in it. */
import { type Identifier, itemIn, subjectOf } from '../../menu/changes.ts';
import { menuFromRead } from '../../menu/from-read.ts';
import { type Menu, type MenuItem, type MenuValue, nameIn, valuesOf } from '../../menu/model.ts';
import type { Store } from '../../store/store.ts';
import type { Cancel, Time } from '../../time/time.ts';

export interface MenuBook {
  /** Null where none was read yet. */
  of(venueId: string): { menu: Menu; readAt: number } | null;
  /** By which an item is changed whoever names it how: two names of one item would have two last words. */
  subjectOf(venueId: string, named: Identifier): string;
  /** Null where the copy has no such item; undefined where there is no copy. */
  item(venueId: string, subject: string): MenuItem | null | undefined;
  value(venueId: string, externalId: string): MenuValue | null | undefined;
  /** What it is called; its id where that is not known. */
  nameOf(venueId: string, subject: string, language?: string): string;
}

/** By which of its ids an item is changed; null where it has none. */
export function identifierOfItem({ externalId, gtin, sku }: Pick<MenuItem, 'externalId' | 'gtin' | 'sku'>): Identifier | null {
  if (externalId !== null) return { by: 'external_id', id: externalId };
  if (gtin !== null) return { by: 'gtin', id: gtin };
  return sku === null ? null : { by: 'sku', id: sku };
}

/** A menu of thousands, taken apart, is as large as all else of the bridge: it is let go of when nobody has asked for so long, ms. */
const FORGOTTEN_AFTER_MS = 60_000;

export function createMenuBook(store: Store, time: Pick<Time, 'after' | 'monotonic'>): MenuBook {
  const known = new Map<string, { menu: Menu; readAt: number; values: ReadonlyMap<string, MenuValue> }>();
  let askedAt = 0;
  let forgetting: Cancel | null = null;

  function forgetAfter(ms: number): void {
    forgetting = time.after(
      ms,
      () => {
        forgetting = null;
        const left = askedAt + FORGOTTEN_AFTER_MS - time.monotonic();
        if (left > 0) forgetAfter(left);
        else known.clear();
      },
      { keepsAlive: false },
    );
  }

  function copyOf(venueId: string) {
    const readAt = store.menu.copyReadAt(venueId);
    if (readAt === null) return null;
    askedAt = time.monotonic();
    if (forgetting === null) forgetAfter(FORGOTTEN_AFTER_MS);
    const parsed = known.get(venueId);
    if (parsed?.readAt === readAt) return parsed;
    const menu = menuFromRead(json(store.menu.copy(venueId)?.body ?? ''));
    if (!menu) return null;
    const values = new Map(valuesOf(menu).flatMap((value) => (value.externalId === null ? [] : [[value.externalId, value] as const])));
    const made = { menu, readAt, values };
    known.set(venueId, made);
    return made;
  }

  function item(venueId: string, subject: string): MenuItem | null | undefined {
    const copy = copyOf(venueId);
    return copy ? itemIn(copy.menu, subject) : undefined;
  }

  return {
    of: copyOf,
    item,
    subjectOf(venueId, named) {
      const found = item(venueId, subjectOf(named));
      return subjectOf((found && identifierOfItem(found)) ?? named);
    },
    value(venueId, externalId) {
      const copy = copyOf(venueId);
      return copy ? (copy.values.get(externalId) ?? null) : undefined;
    },
    nameOf(venueId, subject, language = '') {
      const copy = copyOf(venueId);
      const id = subject.slice(subject.indexOf(':') + 1);
      const found = copy && (itemIn(copy.menu, subject) ?? copy.values.get(id));
      return (found && nameIn(found.name, language, copy.menu.primaryLanguage)) || id;
    },
  };
}

/** Written by us. */
function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
