/** The order after tolerant parsing (section 2.3). Unknown enum values stay as text. */

export interface Money {
  /** An amount in minor units; fractional if the service sent it so. */
  amount: number;
  /** ISO 4217; empty if missing. */
  currency: string;
}

/** Such as group "Size", value "Family". */
export interface ItemOption {
  group: string;
  value: string;
  count: number;
  price: Money | null;
  posId: string | null;
  valuePosId: string | null;
  deposit?: OrderItem['deposit'];
}

export interface OrderItem {
  /** Identifies the line in commands; null if missing. */
  rowNumber: number | null;
  id: string | null;
  /** Null if missing; a placeholder is shown. */
  name: string | null;
  count: number;
  options: ItemOption[];
  /** Line total stated by the service. */
  total: Money | null;
  unitPrice: Money | null;
  posId: string | null;
  sku: string | null;
  gtin: string | null;
  category: string | null;
  deposit: { gross: Money | null; net: Money | null; vatPercent?: number } | null;
  /** Its sign isn't documented. */
  discount?: Money | null;
  /** Split between the base item and its options (section 2.3). */
  discounts?: Record<'item' | 'basket' | 'optionsItem' | 'optionsBasket', Money | null>;
  weightGrams: number | null;
  /** Omitted options (see reading/memory-limits.ts): count and fingerprint. */
  left?: { options: number; key: string };
}

/** `item` is an index into `items`. Count 0: a shared line, counted on another person's label. */
export interface Participant {
  /** Null for an unnamed person, who is numbered by position. */
  name: string | null;
  lines: { item: number; count: number }[];
}

export interface Order {
  id: string;
  venueId: string;
  venueName: string | null;
  /** Human readable; unique only among open orders. */
  number: string;
  /** `instant`, `preorder`, or a later value. */
  type: string;
  /** `received` ... `rejected`, `other`, or a later value (section 2.5). */
  status: string;
  delivery: {
    /** `homedelivery`, `takeaway`, `eatin`, or a later value. */
    type: string;
    selfDelivery: boolean;
    time: string | null;
    address: string | null;
    tip: Money | null;
    /** Delivery progress such as `picked_up`, in the service's words. */
    status?: string;
  };
  preOrder: { time: string | null; status: string | null } | null;
  items: OrderItem[];
  /** One label per entry. A last entry named UNASSIGNED has unclaimed lines, so labelled counts match the items'. */
  participants: Participant[];
  basketTotal: Money | null;
  /** Its sign isn't documented. */
  discountsTotal: Money | null;
  feesTotal: Money | null;
  before?: { basket: Money | null; fees: Money | null; feesDiscounts: Money | null };
  /** The list of types is open (section 2.3). */
  fees: { type: string; total: Money | null }[];
  cash: { collect: Money; expect: Money | null } | null;
  /** Unreadable amounts as shortened JSON, shown as sent; empty if only the sum is missing. */
  unreadMoney?: Partial<Record<'basket' | 'fees' | 'tip' | 'cash', string>>;
  consumer: { name: string | null; phone: string | null; comment: string | null };
  noContact: boolean;
  company: { taxId: string | null; name: string | null; address: string | null };
  createdAt: string | null;
  modifiedAt: string | null;
  pickupEta: string | null;
  /** `part`: something that staff need is unreadable. */
  readable: 'all' | 'part';
  /** Rows whose batch IDs the `ready` command must carry (section 4.2, row ready; the key's name isn't documented). */
  batchRows: number[];
  /** Counts of entries omitted from memory (see reading/memory-limits.ts), without options. */
  left?: { items: number; pieces: number; people: number; fees: number };
}

export function piecesOf({ items, left }: Pick<Order, 'items' | 'left'>): number {
  return items.reduce((sum, { count }) => sum + count, left?.pieces ?? 0);
}

/** One bag per person, plus one for unassigned lines. */
export function bagsOf({ participants, left }: Pick<Order, 'participants' | 'left'>): number {
  return participants.length + (left?.people ?? 0);
}

export function peopleOf(order: Pick<Order, 'participants' | 'left'>): number {
  return bagsOf(order) - order.participants.filter(({ name }) => name === UNASSIGNED).length;
}

export function isCollected({ delivery }: Pick<Order, 'delivery'>): boolean {
  return delivery.type === 'takeaway';
}

/** In messages and the till's file; screens and printouts translate it. */
export const NAMELESS_ITEM = 'Item without a name';

/** Marks unassigned lines; no person's name is empty (see asText). */
export const UNASSIGNED = '';
