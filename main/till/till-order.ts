/** The order as a till reads it: plain JSON with stable names, documented in docs/till.md. */
import { type Money, NAMELESS_ITEM, type Order, type OrderItem } from '../orders/order.ts';

export interface TillOrder {
  format: 'tillbridge-order-1';
  order_id: string;
  order_number: string;
  venue_id: string;
  /** Possibly handed over before: the till should search for its order_id first. */
  possible_copy: boolean;
  type: string;
  delivery_type: string;
  self_delivery: boolean;
  /** ISO UTC. */
  created_at: string | null;
  pickup_eta: string | null;
  preorder_time: string | null;
  consumer_name: string | null;
  consumer_comment: string | null;
  /** Minor units. */
  basket_total: Money | null;
  discounts_total: Money | null;
  fees_total: Money | null;
  courier_tip: Money | null;
  cash_to_collect: Money | null;
  /** Unreadable amounts ("basket", "fees", "tip", "cash"), whose null doesn't mean none. */
  unreadable: string[];
  items: {
    row_number: number | null;
    pos_id: string | null;
    sku: string | null;
    gtin: string | null;
    name: string;
    count: number;
    unit_price: Money | null;
    total: Money | null;
    discount: Money | null;
    deposit: TillDeposit | null;
    options: {
      group: string;
      value: string;
      count: number;
      pos_id: string | null;
      value_pos_id: string | null;
      price: Money | null;
      deposit: TillDeposit | null;
    }[];
  }[];
}

interface TillDeposit {
  gross: Money | null;
  net: Money | null;
  vat_percentage: number | null;
}

/** Changes and cancellations of an order the till has. */
export type TillUpdate =
  | { format: 'tillbridge-change-1'; order_id: string; order_number: string; venue_id: string; changed_at: string | null; order: TillOrder }
  | {
      format: 'tillbridge-cancel-1';
      order_id: string;
      order_number: string;
      venue_id: string;
      cancelled_at: string | null;
      by_venue: boolean;
    };

/** Has the whole order, so the till needs no earlier message. */
export function changeOf(order: Order): TillUpdate {
  const { id: order_id, number: order_number, venueId: venue_id, modifiedAt: changed_at } = order;
  return { format: 'tillbridge-change-1', order_id, order_number, venue_id, changed_at, order: tillOrder(order, false) };
}

/** `byVenue`: rejected here; else by the service, the customer or support. */
export function cancelOf(order: Order, byVenue: boolean): TillUpdate {
  const { id: order_id, number: order_number, venueId: venue_id, modifiedAt: cancelled_at } = order;
  return { format: 'tillbridge-cancel-1', order_id, order_number, venue_id, cancelled_at, by_venue: byVenue };
}

/** The booked content as text; the till is notified when it changes. */
export function bookedAs(order: Order): string {
  const { pickup_eta: _eta, preorder_time: _time, ...booked } = tillOrder(order, false);
  // Omitted parts of a long order are compared by key.
  return JSON.stringify(order.left ? [booked, order.left, order.items.map(({ left }) => left?.key)] : booked);
}

export function tillOrder(order: Order, possibleCopy: boolean): TillOrder {
  return {
    format: 'tillbridge-order-1',
    order_id: order.id,
    order_number: order.number,
    venue_id: order.venueId,
    possible_copy: possibleCopy,
    type: order.type,
    delivery_type: order.delivery.type,
    self_delivery: order.delivery.selfDelivery,
    created_at: order.createdAt,
    pickup_eta: order.pickupEta,
    preorder_time: order.preOrder?.time ?? null,
    consumer_name: order.consumer.name,
    consumer_comment: order.consumer.comment,
    basket_total: order.basketTotal,
    discounts_total: order.discountsTotal,
    fees_total: order.feesTotal,
    courier_tip: order.delivery.tip,
    cash_to_collect: order.cash?.collect ?? null,
    unreadable: Object.keys(order.unreadMoney ?? {}),
    items: order.items.map((item) => ({
      row_number: item.rowNumber,
      pos_id: item.posId,
      sku: item.sku,
      gtin: item.gtin,
      name: item.name ?? NAMELESS_ITEM,
      count: item.count,
      unit_price: item.unitPrice,
      total: item.total,
      discount: item.discount ?? null,
      deposit: depositOf(item.deposit),
      options: item.options.map((option) => ({
        group: option.group,
        value: option.value,
        count: option.count,
        pos_id: option.posId,
        value_pos_id: option.valuePosId,
        price: option.price,
        deposit: depositOf(option.deposit),
      })),
    })),
  };
}

function depositOf(of: OrderItem['deposit'] | undefined): TillDeposit | null {
  return of ? { gross: of.gross, net: of.net, vat_percentage: of.vatPercent ?? null } : null;
}
