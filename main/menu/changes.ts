/**
 * Changes of an item, option value or count without a new menu (the three bulk updates of section 4.3): rules, rows, merging, and whether a
 * read menu shows them. Pure.
 */
import { type Message, message } from '../../contract/message.ts';
import type { Fields } from '../orders/text/reading.ts';
import { isUtc } from './check-fields.ts';
import { FORCED_OUT, type MenuItem, type MenuValue } from './model.ts';

/** Decides whether sold out is sent as `enabled` or `in_stock`; staff choose it once per venue. */
export type VenueKind = 'restaurant' | 'retail' | 'full-assortment';

/** Exactly one identifies an item. */
export const IDENTIFIERS = ['external_id', 'gtin', 'sku'] as const;
export type IdentifierKind = (typeof IDENTIFIERS)[number];
export interface Identifier {
  by: IdentifierKind;
  id: string;
}

/** The identifier as text: `external_id:POS-1001`. */
export function subjectOf({ by, id }: Identifier): string {
  return `${by}:${id}`;
}

export function identifierOf(subject: string): Identifier | null {
  const at = subject.indexOf(':');
  const by = IDENTIFIERS.find((kind) => kind === subject.slice(0, at));
  return by === undefined ? null : { by, id: subject.slice(at + 1) };
}

/** Changes of an item: minor units, ISO UTC with Z. Absent fields don't change. */
export interface ItemChange {
  price?: number;
  discounted_price?: number;
  scheduled_discount?: { starts_at?: string; ends_at?: string };
  vat_percentage?: number;
  enabled?: boolean;
  disabled_until?: string | null;
  in_stock?: boolean;
}

export interface ValueChange {
  price?: number;
  vat_percentage?: number;
  enabled?: boolean;
}

const AVAILABILITY = ['enabled', 'disabled_until', 'in_stock'] as const;
const PRICES = ['price', 'discounted_price', 'scheduled_discount', 'vat_percentage'] as const;

/** Merges two changes: the later one replaces all prices or all availability, if it has any. */
export function joined<C extends ItemChange | ValueChange>(earlier: C, later: C): C {
  const spoken = [AVAILABILITY, PRICES].filter((names) => names.some((name) => name in later)).flat() as string[];
  return { ...(Object.fromEntries(Object.entries(earlier).filter(([name]) => !spoken.includes(name))) as C), ...later };
}

export function isAboutSale(change: object): boolean {
  return AVAILABILITY.some((name) => name in change);
}

const SHORTEST_DISCOUNT_MS = 10 * 60_000;

/** Why the service would refuse the change, or null. `now`: service clock, epoch ms. */
export function whatIsWrongWith(change: ItemChange, kind: VenueKind, now: number): Message | null {
  const { price, discounted_price: discounted, scheduled_discount: schedule, vat_percentage: vat } = change;
  if (price !== undefined && !isAmount(price)) return message('menu.priceBelowZero');
  if (discounted !== undefined) {
    if (!isAmount(discounted)) return message('menu.priceBelowZero');
    if (price === undefined) return message('menu.discountNeedsPrice');
    if (discounted >= price) return message('menu.discountNotLower');
  }
  if (vat !== undefined && !(vat >= 0 && vat <= 100)) return message('menuFile.percent', { field: 'vat_percentage' });
  if (change.disabled_until && (!isUtc(change.disabled_until) || Date.parse(change.disabled_until) <= now))
    return message('menu.endInPast');
  if (kind === 'full-assortment' && (vat !== undefined || change.disabled_until !== undefined || schedule !== undefined))
    return message('menu.notInFullAssortment');
  return schedule === undefined ? null : wrongSchedule(schedule, discounted !== undefined, now);
}

function wrongSchedule({ starts_at: from, ends_at: until }: { starts_at?: string; ends_at?: string }, hasPrice: boolean, now: number) {
  if (!hasPrice) return message('menu.scheduleNeedsDiscount');
  const given = [from, until].filter((one) => one !== undefined);
  if (given.length === 0) return message('menu.scheduleNeedsTime');
  if (!given.every(isUtc)) return message('menuFile.time', { field: 'scheduled_discount' });
  if (until !== undefined && Date.parse(until) <= now) return message('menu.scheduleOver');
  if (from === undefined || until === undefined) return null;
  if (Date.parse(from) >= Date.parse(until)) return message('menu.scheduleReversed');
  return Date.parse(until) - Date.parse(from) < SHORTEST_DISCOUNT_MS ? message('menu.scheduleTooShort') : null;
}

export function whatIsWrongWithValue({ price, vat_percentage: vat }: ValueChange): Message | null {
  if (price !== undefined && !isAmount(price)) return message('menu.priceBelowZero');
  return vat !== undefined && !(vat >= 0 && vat <= 100) ? message('menuFile.percent', { field: 'vat_percentage' }) : null;
}

const isAmount = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/** `until`: ISO UTC; null: until changed. */
export function saleOfItem(isOn: boolean, until: string | null, kind: VenueKind): ItemChange {
  if (kind !== 'restaurant') return { in_stock: isOn };
  // A set `disabled_until` overrides `enabled`; null clears it.
  if (isOn) return { enabled: true, disabled_until: null };
  return until === null ? { enabled: false, disabled_until: null } : { disabled_until: until };
}

/** Whether the service itself puts the item back on sale; otherwise Tillbridge must. */
export function endsItself(change: object): boolean {
  return 'disabled_until' in change && change.disabled_until !== null;
}

/** One row of a bulk update. */
export function rowOf(subject: string, change: object): Fields | null {
  const identifier = identifierOf(subject);
  return identifier && { [identifier.by]: identifier.id, ...change };
}

function isOnSale(item: Pick<MenuItem, 'enabled' | 'inventoryMode' | 'quantity'>): boolean {
  return item.enabled && item.inventoryMode !== FORCED_OUT && item.quantity !== 0;
}

type ItemSeen = Pick<MenuItem, 'price' | 'enabled' | 'inventoryMode' | 'quantity' | 'disabledUntil'>;

/** Whether a read menu shows the change; null if menus can't show it. `readAt`: service clock, epoch ms. */
export function isItemChangeSeen(item: ItemSeen, change: ItemChange, readAt: number): boolean | null {
  const { price, discounted_price: discounted } = change;
  const looks: boolean[] = [];
  // It's undocumented which price a menu shows during a discount.
  if (price !== undefined) looks.push(item.price === price || (discounted !== undefined && item.price === discounted));
  const until = change.disabled_until ?? null;
  if (until !== null) looks.push(Date.parse(until) <= readAt || (!isOnSale(item) && isSameEnd(item.disabledUntil, until)));
  // Hidden "until changed" means that the menu shows no end.
  else if (change.enabled !== undefined) looks.push(item.enabled === change.enabled && (change.enabled || item.disabledUntil === null));
  if (change.in_stock !== undefined) looks.push(change.in_stock ? item.inventoryMode !== FORCED_OUT : !isOnSale(item));
  return looks.length === 0 ? null : looks.every(Boolean);
}

/** Menus may omit the end. */
const isSameEnd = (reported: string | null, asked: string): boolean => reported === null || Date.parse(reported) === Date.parse(asked);

export function isValueChangeSeen(value: Pick<MenuValue, 'price' | 'enabled'>, change: ValueChange): boolean | null {
  const looks: boolean[] = [];
  if (change.price !== undefined) looks.push(value.price === change.price);
  if (change.enabled !== undefined) looks.push(value.enabled === change.enabled);
  return looks.length === 0 ? null : looks.every(Boolean);
}
