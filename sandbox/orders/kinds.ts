/** Makes customers' orders of each kind from the menu, with matching sums. */
import { ASSUMED } from '../assumptions.ts';
import type { Chance } from '../chance.ts';
import { newId } from '../ids.ts';
import { type BasketLine, COMMENTS, CUSTOMERS, type Dish, type DishOption } from '../menu/dishes.ts';
import type { OrderV2 } from '../order.ts';
import type { Venue } from '../venue/venues.ts';
import { type Fields, isFields, Refusal } from '../wire/exchange.ts';
import { type GroupShape, inShape } from './group.ts';

export const KINDS = ['instant', 'takeaway', 'preorder', 'self-delivery', 'group', 'retail', 'pharmacy'] as const;
export type Kind = (typeof KINDS)[number];

const MINUTE_MS = 60_000;

export interface Making {
  orderNumber: string;
  now: number;
  chance: Chance;
  wishes: Fields;
  groupShape?: GroupShape;
  dishes: readonly Dish[];
  lines?: BasketLine[];
}

export function makeOrder(venue: Venue, kind: Kind, making: Making): OrderV2 {
  const { orderNumber, now, chance, wishes, dishes, groupShape = 'rows' } = making;
  const at = (minutes: number) => new Date(now + minutes * MINUTE_MS).toISOString();
  const wholeMinute = (minutes: number) => new Date(Math.ceil((now + minutes * MINUTE_MS) / MINUTE_MS) * MINUTE_MS).toISOString();
  const group = kind === 'group' ? inShape(groupShape, chance.some(CUSTOMERS, 3), chance, dishes) : null;
  const lines = group?.lines ?? making.lines ?? linesFor(chance.between(1, 4), chance, dishes);
  const items = lines.map((line, index) => itemOf(line, index + 1, venue.currency, chance));
  const basket = items.reduce((sum, item) => sum + item.total, 0);
  const price = (amount: number) => ({ amount, currency: venue.currency });
  const takeaway = kind === 'takeaway';
  const selfDelivery = kind === 'self-delivery';
  const preorder = kind === 'preorder';
  const fees = takeaway ? [part('type_service_fee', 49)] : [part('type_base_delivery', 290), part('type_service_fee', 149)];
  const feeTotal = fees.reduce((sum, fee) => sum + fee.amount, 0);
  const preorderTime = wholeMinute(75);
  const order: OrderV2 = {
    id: newId(),
    venue: { id: venue.id, name: venue.name, external_venue_id: null },
    basket_price: { total: price(basket), price_breakdown: { total_before_discounts: price(basket), total_discounts: price(0) } },
    delivery: {
      status: takeaway || selfDelivery ? 'none' : 'estimated',
      type: takeaway ? 'takeaway' : 'homedelivery',
      time: preorder ? preorderTime : takeaway ? null : wholeMinute(venue.preparationMinutes + 20),
      location: selfDelivery ? ADDRESS : null,
      self_delivery: selfDelivery,
      courier_tip: selfDelivery ? price(200) : null,
    },
    fees: {
      total: price(feeTotal),
      price_breakdown: {
        total_before_discounts: price(feeTotal),
        total_discounts: price(0),
        liability: price(selfDelivery ? feeTotal : 0),
      },
      parts: fees.map((fee) => ({ type: fee.type, total: price(fee.amount) })),
    },
    items:
      kind === 'retail'
        ? items.map((item, index) => asRetail(item.body, lines[index]?.dish, index, venue.currency))
        : items.map((item, index) => ({ ...item.body, ...group?.linkOf(index) })),
    created_at: at(0),
    consumer_comment: chance.below(3) === 0 || kind === 'group' ? chance.pick(COMMENTS) : null,
    consumer_name: group?.host ?? chance.pick(CUSTOMERS),
    consumer_phone_number: selfDelivery ? '+358000000001' : null,
    pickup_eta: null,
    attribution_id: null,
    type: preorder ? 'preorder' : 'instant',
    pre_order: preorder ? { preorder_time: preorderTime, pre_order_status: 'waiting' } : null,
    order_number: orderNumber,
    order_status: 'received',
    modified_at: at(0),
    company_tax_id: null,
    company_name: null,
    company_address: null,
    loyalty_card_number: null,
    is_service_plus: chance.below(2) === 0,
    is_no_contact_delivery: selfDelivery ? chance.below(2) === 0 : null,
    cash_payment: null,
    group_participants: group?.participants ?? null,
    order_handling: {},
    in_store_operations: kind === 'pharmacy' ? { [ASSUMED.pharmacy.rowsIn]: [1] } : null,
    campaigns_applied: [],
  };
  return merged(order, wishes);
}

const ADDRESS = {
  street_address: 'Koekatu 12',
  apartment: 'B 7',
  city: 'Testikylä',
  country: 'FIN',
  formatted_address: 'Koekatu 12 B 7, 00100 Testikylä',
  coordinates: { lat: 60.1699, lon: 24.9384 },
};

function linesFor(number: number, chance: Chance, dishes: readonly Dish[]): BasketLine[] {
  return chance.some(dishes, number).map((dish) => ({ dish, count: chance.below(4) === 0 ? 2 : 1 }));
}

function itemOf(line: BasketLine, rowNumber: number, currency: string, chance: Chance): { total: number; body: Fields } {
  const { dish, count } = line;
  const price = (amount: number) => ({ amount, currency });
  const chosen = line.chosen ?? chosenBy(chance, dish.options);
  const unit = dish.price + chosen.reduce((sum, { value }) => sum + value.price, 0);
  const total = unit * count;
  const body = {
    item_type: 'order-item',
    id: dish.id,
    row_number: rowNumber,
    name: dish.name,
    count,
    pos_id: dish.posId,
    sku: null,
    gtin: null,
    category: dish.category,
    is_bundle_offer: false,
    options: chosen.map(({ option, value }) => ({
      id: option.id,
      name: option.group,
      value: value.name,
      price: price(value.price),
      pos_id: option.posId,
      count: 1,
      value_pos_id: value.posId,
      deposit: null,
    })),
    item_price: {
      unit_price: price(unit),
      total: price(total),
      price_breakdown: {
        total_before_discounts: price(total),
        total_discounts: price(0),
        base_price_before_discounts: price(dish.price),
        unit_price_before_discounts: price(unit),
        subtotal_item_discounts: price(0),
        subtotal_basket_discounts: price(0),
        subtotal_options_item_discounts: price(0),
        subtotal_options_basket_discounts: price(0),
      },
    },
    deposit: null,
    substitution_settings: { is_allowed: true },
    weight_details: null,
  };
  return { total, body };
}

/** Random values, with those of the options that they open. */
function chosenBy(chance: Chance, options: readonly DishOption[]): NonNullable<BasketLine['chosen']> {
  return options.flatMap((option) =>
    chance.some(option.values, chance.below(option.most + 1)).flatMap((value) => [{ option, value }, ...chosenBy(chance, value.options)]),
  );
}

/** Retail items have barcodes, weights and deposits (section 2.3, items). */
function asRetail(body: Fields, dish: Dish | undefined, index: number, currency: string): Fields {
  return {
    ...body,
    item_type: 'order-retail-item',
    gtin: dish?.barcode ?? null,
    sku: dish?.sku ?? null,
    weight_details: index === 0 ? { weight_in_grams: 450, requested_amount: 3, extra_weight_percentage: 10 } : null,
    deposit: index === 1 ? { gross_price: { amount: 15, currency }, net_price: { amount: 12, currency }, vat_percentage: 25.5 } : null,
  };
}

/** Merges nested objects: overriding `delivery.type` keeps the rest of `delivery`. */
function merged(order: OrderV2, wishes: Fields): OrderV2 {
  if (wishes.id !== undefined && typeof wishes.id !== 'string') throw new Refusal(400, { reason: '"id" must be a text.' });
  const result: OrderV2 = { ...order };
  for (const [key, wish] of Object.entries(wishes)) {
    const made = order[key];
    result[key] = isFields(made) && isFields(wish) ? { ...made, ...wish } : wish;
  }
  return {
    ...result,
    delivery: isFields(result.delivery) ? result.delivery : {},
    pre_order: isFields(result.pre_order) ? result.pre_order : null,
  };
}

function part(type: string, amount: number): { type: string; amount: number } {
  return { type, amount };
}
