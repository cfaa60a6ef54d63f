/** The order type: section 2.3 of the interface after tolerant parsing. Unknown enum values stay as text. */

/** An amount in minor units of its currency (cents for EUR). */
export interface Money {
  /** A whole number, or what the service sent instead. */
  amount: number;
  /** ISO 4217; empty if the service sent none. */
  currency: string;
}

/** One chosen option value of an item: group "Size", value "Family". */
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
  /** Identifies the line in commands; null if the service sent none. */
  rowNumber: number | null;
  id: string | null;
  /** Null if the service sent none: screens and printouts have a placeholder. */
  name: string | null;
  count: number;
  options: ItemOption[];
  /** Line total as the service states it. */
  total: Money | null;
  unitPrice: Money | null;
  posId: string | null;
  sku: string | null;
  gtin: string | null;
  category: string | null;
  /** `vatPercent`: if the service states it. */
  deposit: { gross: Money | null; net: Money | null; vatPercent?: number } | null;
  /** The line's discount, if the service states it; its sign isn't documented. */
  discount?: Money | null;
  /** What of the item's own and of the basket's discounts fell to the base item, and to its options (section 2.3). */
  discounts?: Record<'item' | 'basket' | 'optionsItem' | 'optionsBasket', Money | null>;
  weightGrams: number | null;
  /** Options left out (see reading/memory-limits.ts): how many, and their fingerprint. Absent if none. */
  left?: { options: number; key: string };
}

/** A person of a group order with their lines, by index into `items`. Count 0: shared, and on another person's label. */
export interface Participant {
  /** Null without a name: a guest, identified by position. */
  name: string | null;
  lines: { item: number; count: number }[];
}

export interface Order {
  id: string;
  venueId: string;
  venueName: string | null;
  /** Human readable; unique only among open orders. */
  number: string;
  /** `instant`, `preorder`, or a value added later. */
  type: string;
  /** `received` ... `rejected`, `other`, or a value added later (section 2.5). */
  status: string;
  delivery: {
    /** `homedelivery`, `takeaway`, `eatin`, or a value added later. */
    type: string;
    selfDelivery: boolean;
    time: string | null;
    address: string | null;
    tip: Money | null;
    /** Delivery progress, such as `picked_up`, in the service's own word; absent if it sent none. */
    status?: string;
  };
  preOrder: { time: string | null; status: string | null } | null;
  items: OrderItem[];
  /**
   * Participants of a group order, one label each. Lines that no participant claims are on a last entry
   * named by UNASSIGNED, so that labelled counts always add up to the items' counts.
   */
  participants: Participant[];
  basketTotal: Money | null;
  /** Discounts as the service states them; their sign isn't documented. */
  discountsTotal: Money | null;
  feesTotal: Money | null;
  /** The same sums before discounts, and the fees' discounts, if the service states them. */
  before?: { basket: Money | null; fees: Money | null; feesDiscounts: Money | null };
  /** The parts of the fees; the list of types is open (section 2.3). */
  fees: { type: string; total: Money | null }[];
  cash: { collect: Money; expect: Money | null } | null;
  /** Unreadable amounts as received (shortened JSON; empty for a missing sum of given parts): shown as they are, and no total is made. */
  unreadMoney?: Partial<Record<'basket' | 'fees' | 'tip' | 'cash', string>>;
  consumer: { name: string | null; phone: string | null; comment: string | null };
  noContact: boolean;
  company: { taxId: string | null; name: string | null; address: string | null };
  createdAt: string | null;
  modifiedAt: string | null;
  pickupEta: string | null;
  /** `part`: something that kitchen or counter staff need is unreadable; the rest is as sent. */
  readable: 'all' | 'part';
  /** Rows of a pharmacy order whose batch or lot ids "ready" must carry (section 4.2, row ready); their name is not shown there. */
  batchRows: number[];
  /**
   * What was left out of memory: lines, pieces, people and fees (see reading/memory-limits.ts); options are counted at their item. Absent if complete.
   */
  left?: { items: number; pieces: number; people: number; fees: number };
}

/** How many pieces of anything were ordered. */
export function piecesOf({ items, left }: Pick<Order, 'items' | 'left'>): number {
  return items.reduce((sum, { count }) => sum + count, left?.pieces ?? 0);
}

/** How many bags a group order has: one per person, and one for unassigned lines; 0 for no group order. */
export function bagsOf({ participants, left }: Pick<Order, 'participants' | 'left'>): number {
  return participants.length + (left?.people ?? 0);
}

/** How many people ordered together; 0 for no group order. */
export function peopleOf(order: Pick<Order, 'participants' | 'left'>): number {
  return bagsOf(order) - order.participants.filter(({ name }) => name === UNASSIGNED).length;
}

/** Whether the customer collects it. */
export function isCollected({ delivery }: Pick<Order, 'delivery'>): boolean {
  return delivery.type === 'takeaway';
}

/** For messages and the till's file; screens and printouts use their own language. */
export const NAMELESS_ITEM = 'Item without a name';

/** The name of the entry with unassigned lines: a marker, since no person's name is empty (see asText). */
export const UNASSIGNED = '';
