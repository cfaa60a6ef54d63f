/** Order V1 (section 2.4), made from V2. */
import { ASSUMED } from '../assumptions.ts';
import type { OrderV2 } from '../order.ts';
import { type Fields, isFields } from '../wire/exchange.ts';

/** `refunded`: only V1's order_status shows it. */
export function asV1(order: OrderV2, refunded: boolean): Fields {
  const { basket_price, fees, company_name, company_address, group_participants, ...same } = order;
  const amount = (price: unknown) =>
    isFields(price) && isFields(price.total) && typeof price.total.amount === 'number' ? price.total.amount : 0;
  const currency = isFields(basket_price) && isFields(basket_price.total) ? basket_price.total.currency : 'EUR';
  const written = (value: unknown) => (typeof value === 'string' ? value : '');
  return {
    ...same,
    ...(refunded ? { order_status: 'refunded' } : {}),
    price: { amount: amount(basket_price) + amount(fees), currency },
    created_at: written(order.created_at),
    pickup_eta: written(order.pickup_eta),
    attribution_id: written(order.attribution_id),
    consumer_name: written(order.consumer_name),
    modified_at: written(order.modified_at),
    cash_payment: isFields(order.cash_payment) ? order.cash_payment : { cash_amount: { amount: 0, currency } },
    items: Array.isArray(order.items) ? (ASSUMED.flatItemPricesInV1 ? order.items.map(flatPrices) : order.items) : [],
  };
}

function flatPrices(item: unknown): unknown {
  if (!isFields(item) || !isFields(item.item_price)) return item;
  const { item_price, ...same } = item;
  const breakdown = isFields(item_price.price_breakdown) ? item_price.price_breakdown : {};
  return { ...same, total_price: item_price.total, unit_price: item_price.unit_price, base_price: breakdown.base_price_before_discounts };
}
