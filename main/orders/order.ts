/** What an order is, inside: section 2.3 of the interface after tolerant parsing. Unknown enum values stay as text. */

/** An amount in minor units of its currency (cents for EUR). */
export interface Money {
  /** A whole number; where the service sent another one, what it sent. */
  amount: number;
  /** ISO 4217; empty where the service named none. */
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
  /** Address of the line in commands; null where the service sent none. */
  rowNumber: number | null;
  id: string | null;
  /** Null where the service told none: each screen and paper has a word for that. */
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
  /** `vatPercent`: where the service tells it. */
  deposit: { gross: Money | null; net: Money | null; vatPercent?: number } | null;
  /** What was taken off this line, where the service tells it; its sign is not shown. */
  discount?: Money | null;
  /** What of the item's own and of the basket's discounts fell to the base item, and to its options (section 2.3). */
  discounts?: Record<'item' | 'basket' | 'optionsItem' | 'optionsBasket', Money | null>;
  weightGrams: number | null;
  /** Options that are not kept (see reading/room.ts): how many, and by what they are known. Absent where there are none. */
  left?: { options: number; key: string };
}

/** A person of a group order and the lines that are theirs, by index into `items`. Count 0: shared, and on somebody else's label. */
export interface Participant {
  /** Null for somebody whose name was not told: a guest, known by their place among the participants. */
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
    /** How far it is on its way, such as `picked_up`; the service's own word, left out where it told none. */
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
  /** What was taken off, as the service states it; its sign is not shown. */
  discountsTotal: Money | null;
  feesTotal: Money | null;
  /** The same sums before discounts, and what was taken off the fees, where the service tells them. */
  before?: { basket: Money | null; fees: Money | null; feesDiscounts: Money | null };
  /** The parts of the fees; the list of types is open (section 2.3). */
  fees: { type: string; total: Money | null }[];
  cash: { collect: Money; expect: Money | null } | null;
  /** Money that was sent in a way nobody can read, as it came (JSON in short; empty for a sum that was not told of parts that were): it is shown so, and no total is made without it. */
  unreadMoney?: Partial<Record<'basket' | 'fees' | 'tip' | 'cash', string>>;
  consumer: { name: string | null; phone: string | null; comment: string | null };
  noContact: boolean;
  company: { taxId: string | null; name: string | null; address: string | null };
  createdAt: string | null;
  modifiedAt: string | null;
  pickupEta: string | null;
  /** `part`: something that the kitchen or the counter needs was sent in a way nobody can read; the rest is as sent. */
  readable: 'all' | 'part';
  /** Rows of a pharmacy order whose batch or lot ids "ready" must carry (section 4.2, row ready); their name is not shown there. */
  batchRows: number[];
  /**
   * Less is kept of it than was sent: the lines, pieces, people and fees that are not among those above (see reading/room.ts); options are
   * counted at their item. Absent where all of it is kept.
   */
  left?: { items: number; pieces: number; people: number; fees: number };
}

/** How many pieces of anything were ordered. */
export function piecesOf({ items, left }: Pick<Order, 'items' | 'left'>): number {
  return items.reduce((sum, { count }) => sum + count, left?.pieces ?? 0);
}

/** How many people ordered together, with whatever nobody claimed as one more; 0 where this is no group order. */
export function peopleOf({ participants, left }: Pick<Order, 'participants' | 'left'>): number {
  return participants.length + (left?.people ?? 0);
}

/** Whether the customer comes for it: then nobody delivers it. */
export function isCollected({ delivery }: Pick<Order, 'delivery'>): boolean {
  return delivery.type === 'takeaway';
}

/** In the bridge's own sentences and the till's file; screens and papers have a word in their own language. */
export const NAMELESS_ITEM = 'Item without a name';

/** The name of the entry that holds the lines nobody claimed. It is a mark and no word: no person's name is empty (see asText). */
export const UNASSIGNED = '';
