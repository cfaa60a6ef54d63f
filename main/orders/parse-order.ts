/** Reads the service's Order V2 body (section 2.3) tolerantly: nothing nested is required, unknown keys and values pass. */

import type { Money, Order, OrderItem } from './order.ts';
import { participantsOf } from './participants.ts';
import { asArray, asCount, asQuantity, asRecord, asText, asTime, type Fields } from './reading.ts';

export type ParsedOrder = { ok: true; order: Order } | { ok: false; why: string };

/** What a body may hold of each; more is no order that anybody could cook. */
const MOST_ITEMS = 1_000;
const MOST_OPTIONS = 100;

/**
 * Section 2.3. Only `id` and `venue.id` must be there: without them the order could not be addressed. `knownVenueId` (from the
 * notification) and `knownId` (what was asked for, or stored) stand in where the body names none; with both of them every object is
 * an order, as far as it can be read.
 */
export function parseOrder(body: unknown, knownVenueId: string | null = null, knownId: string | null = null): ParsedOrder {
  const raw = asRecord(body);
  if (!raw) return { ok: false, why: 'the order is not a JSON object' };
  const id = knownId ?? asText(raw.id);
  if (!id) return { ok: false, why: 'the order has no id' };
  const venue = asRecord(raw.venue) ?? {};
  const venueId = asText(venue.id) ?? knownVenueId;
  if (!venueId) return { ok: false, why: 'the order names no venue' };

  const delivery = asRecord(raw.delivery) ?? {};
  const preOrder = asRecord(raw.pre_order);
  const cash = asRecord(raw.cash_payment);
  const collect = cash ? asMoney(cash.cash_amount) : null;
  const items = asArray(raw.items).slice(0, MOST_ITEMS).map(parseItem);
  return {
    ok: true,
    order: {
      id,
      venueId,
      venueName: word(venue.name),
      number: word(raw.order_number) ?? id.slice(-4),
      type: word(raw.type) ?? (preOrder ? 'preorder' : 'instant'),
      status: word(raw.order_status) ?? 'other',
      delivery: {
        type: word(delivery.type) ?? 'other',
        selfDelivery: delivery.self_delivery === true,
        time: asTime(delivery.time),
        address: addressOf(asRecord(delivery.location)),
        tip: asMoney(delivery.courier_tip),
      },
      preOrder: preOrder && {
        time: asTime(preOrder.preorder_time) ?? asTime(preOrder.time),
        status: asText(preOrder.pre_order_status) ?? asText(preOrder.status),
      },
      items,
      participants: participantsOf(raw, items),
      basketTotal: asMoney(asRecord(raw.basket_price)?.total) ?? asMoney(raw.price),
      discountsTotal: asMoney(asRecord(asRecord(raw.basket_price)?.price_breakdown)?.total_discounts),
      feesTotal: asMoney(asRecord(raw.fees)?.total),
      before: beforeDiscounts(raw),
      fees: asArray(asRecord(raw.fees)?.parts).flatMap((part) => {
        const type = word(asRecord(part)?.type);
        return type === null ? [] : [{ type, total: asMoney(asRecord(part)?.total) }];
      }),
      cash: collect && { collect, expect: asMoney(cash?.cash_to_expect) ?? asMoney(cash?.cash_to_expected) },
      consumer: { name: asText(raw.consumer_name), phone: asText(raw.consumer_phone_number), comment: asText(raw.consumer_comment) },
      noContact: raw.is_no_contact_delivery === true,
      company: { taxId: asText(raw.company_tax_id), name: asText(raw.company_name), address: asText(raw.company_address) },
      createdAt: asTime(raw.created_at),
      modifiedAt: asTime(raw.modified_at),
      pickupEta: asTime(raw.pickup_eta),
      readable: isWhole(raw) ? 'all' : 'part',
      batchRows: asArray(asRecord(raw.in_store_operations)?.otc_row_numbers).flatMap((row) => asCount(row) ?? []),
    },
  };
}

/** Numbers, names of venues, and the service's own words, known or not: what is longer than any of them ends in an ellipsis. */
function word(value: unknown): string | null {
  const text = asText(value);
  return text !== null && text.length > LONGEST_WORD ? `${text.slice(0, LONGEST_WORD)}…` : text;
}

const LONGEST_WORD = 120;

function parseItem(body: unknown): OrderItem {
  const raw = asRecord(body) ?? {};
  const price = asRecord(raw.item_price) ?? {};
  const deposit = asRecord(raw.deposit);
  return {
    rowNumber: asCount(raw.row_number),
    id: asText(raw.id),
    name: asText(raw.name) ?? 'Item without a name',
    count: asQuantity(raw.count) ?? 1,
    options: asArray(raw.options)
      .slice(0, MOST_OPTIONS)
      .map((entry) => {
        const option = asRecord(entry) ?? {};
        return {
          group: asText(option.name) ?? '',
          value: asText(option.value) ?? '',
          count: asQuantity(option.count) ?? 1,
          price: asMoney(option.price),
          posId: asText(option.pos_id),
          valuePosId: asText(option.value_pos_id),
        };
      }),
    total: asMoney(price.total) ?? asMoney(raw.total_price),
    unitPrice: asMoney(price.unit_price) ?? asMoney(raw.unit_price),
    posId: asText(raw.pos_id),
    sku: asText(raw.sku),
    gtin: asText(raw.gtin),
    category: asText(asRecord(raw.category)?.name),
    deposit: deposit && {
      gross: asMoney(deposit.gross_price),
      net: asMoney(deposit.net_price),
      ...(isPercent(deposit.vat_percentage) ? { vatPercent: deposit.vat_percentage } : {}),
    },
    discount: asMoney(asRecord(price.price_breakdown)?.total_discounts),
    weightGrams: asCount(asRecord(raw.weight_details)?.weight_in_grams),
  };
}

/** Whether everything that must not be guessed can be read: the state, the way out of the house, and each line with how many of it. */
function isWhole(raw: Fields): boolean {
  const lines = asArray(raw.items);
  return (
    asText(raw.order_status) !== null &&
    asText(asRecord(raw.delivery)?.type) !== null &&
    lines.length > 0 &&
    lines.length <= MOST_ITEMS &&
    // Cash that cannot be read is cash all the same: nobody may take the order for paid.
    (raw.cash_payment == null || asMoney(asRecord(raw.cash_payment)?.cash_amount) !== null) &&
    lines.every((line) => isWholeLine(asRecord(line)))
  );
}

/** A count that is not there at all is one; one that is there and cannot be read is anybody's guess. The same with options. */
function isWholeLine(line: Fields | null): boolean {
  if (line === null || asText(line.name) === null || !isCounted(line)) return false;
  const options = asArray(line.options);
  if (options.length > MOST_OPTIONS || (line.options != null && !Array.isArray(line.options))) return false;
  return options.every((entry) => {
    const option = asRecord(entry);
    return option !== null && (asText(option.value) ?? asText(option.name)) !== null && isCounted(option);
  });
}

const isCounted = ({ count }: Fields): boolean => count == null || asQuantity(count) !== null;

/**
 * A price is `{amount, currency}` with an integer in minor units. An amount of another form is kept as it came: it is shown with a
 * word, for money that is owed must never be passed over in silence.
 */
export function asMoney(value: unknown): Money | null {
  const raw = asRecord(value);
  const amount = typeof raw?.amount === 'string' && /^-?\d+(\.\d+)?$/.test(raw.amount) ? Number(raw.amount) : raw?.amount;
  return typeof amount === 'number' && Number.isFinite(amount) ? { amount, currency: word(raw?.currency) ?? '' } : null;
}

function beforeDiscounts(raw: Fields): NonNullable<Order['before']> {
  const basket = asRecord(asRecord(raw.basket_price)?.price_breakdown);
  const fees = asRecord(asRecord(raw.fees)?.price_breakdown);
  return {
    basket: asMoney(basket?.total_before_discounts),
    fees: asMoney(fees?.total_before_discounts),
    feesDiscounts: asMoney(fees?.total_discounts),
  };
}

function isPercent(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= 100;
}

function addressOf(location: Fields | null): string | null {
  if (!location) return null;
  const written = asText(location.formatted_address);
  if (written) return written;
  const street = [asText(location.street_address), asText(location.apartment)].filter(Boolean).join(' ');
  return [street, asText(location.city)].filter(Boolean).join(', ') || null;
}
