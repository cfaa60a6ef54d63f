import type { Cancel, Time } from '../../../shared/time/time.ts';
import { type Identifier, subjectOf } from '../../menu/changes.ts';
import { nameIn } from '../../menu/model.ts';
import type { Store } from '../../store/store.ts';
import { type KnownItem, type KnownValue, partOf, thingsIn } from './things.ts';

export interface MenuBook {
  has(venueId: string): boolean;
  /** The item's subject (main/menu/changes.ts), the same whichever ID names it: two subjects would have two wanted states. */
  subjectOf(venueId: string, named: Identifier): string;
  /** Null if the copy lacks the item; undefined without a copy. */
  item(venueId: string, subject: string): KnownItem | null | undefined;
  value(venueId: string, externalId: string): KnownValue | null | undefined;
  /** The ID if the name is unknown. */
  nameOf(venueId: string, subject: string, language?: string): string;
}

export function identifierOfItem({ externalId, gtin, sku }: Pick<KnownItem, 'externalId' | 'gtin' | 'sku'>): Identifier | null {
  if (externalId !== null) return { by: 'external_id', id: externalId };
  if (gtin !== null) return { by: 'gtin', id: gtin };
  return sku === null ? null : { by: 'sku', id: sku };
}

/** How long menu parts stay cached after use, ms: a change may cover thousands of items. */
const FORGOTTEN_AFTER_MS = 60_000;

export function createMenuBook(store: Store, time: Pick<Time, 'after' | 'monotonic'>): MenuBook {
  const known = new Map<string, ReadonlyMap<string, unknown>>();
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

  function thing(venueId: string, kind: 'item' | 'value', subject: string): unknown {
    const copy = store.menu.copies.get(venueId);
    if (copy === null) return undefined;
    askedAt = time.monotonic();
    if (forgetting === null) forgetAfter(FORGOTTEN_AFTER_MS);
    const name = partOf(kind, subject);
    const key = `${venueId} ${copy.id} ${name}`;
    let part = known.get(key);
    if (!part) {
      const body = store.menu.copies.part(venueId, name);
      part = body === null ? new Map() : thingsIn(body);
      known.set(key, part);
    }
    return part.get(subject) ?? null;
  }

  const item = (venueId: string, subject: string) => thing(venueId, 'item', subject) as KnownItem | null | undefined;
  const value = (venueId: string, externalId: string) =>
    thing(venueId, 'value', subjectOf({ by: 'external_id', id: externalId })) as KnownValue | null | undefined;

  return {
    has: (venueId) => store.menu.copies.get(venueId) !== null,
    item,
    value,
    subjectOf(venueId, named) {
      const found = item(venueId, subjectOf(named));
      return subjectOf((found && identifierOfItem(found)) ?? named);
    },
    nameOf(venueId, subject, language = '') {
      const id = subject.slice(subject.indexOf(':') + 1);
      const found = item(venueId, subject) ?? value(venueId, id);
      return (found && nameIn(found.name, language, '')) || id;
    },
  };
}
