/** Reads the service's Order V2 body (section 2.3) tolerantly: nothing nested is required, unknown keys and values pass. */

import { participantsOf } from '../group/participants.ts';
import { moneyOf, moneyOfItem, moneyOfOption, shortWord as word } from '../money/order-money.ts';
import type { ItemOption, Order, OrderItem } from '../order.ts';
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
  const progress = word(delivery.status);
  const { tip, ...money } = moneyOf(raw);
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
        tip,
        ...(progress === null ? {} : { status: progress }),
      },
      preOrder: preOrder && {
        time: asTime(preOrder.preorder_time) ?? asTime(preOrder.time),
        status: asText(preOrder.pre_order_status) ?? asText(preOrder.status),
      },
      items,
      participants: participantsOf(raw, items),
      ...money,
      consumer: { name: asText(raw.consumer_name), phone: asText(raw.consumer_phone_number), comment: asText(raw.consumer_comment) },
      noContact: raw.is_no_contact_delivery === true,
      company: { taxId: asText(raw.company_tax_id), name: asText(raw.company_name), address: asText(raw.company_address) },
      createdAt: asTime(raw.created_at),
      modifiedAt: asTime(raw.modified_at),
      pickupEta: asTime(raw.pickup_eta),
      readable: isWhole(raw) && money.unreadMoney === undefined ? 'all' : 'part',
      batchRows: asArray(asRecord(raw.in_store_operations)?.otc_row_numbers).flatMap((row) => asCount(row) ?? []),
    },
  };
}

function parseItem(body: unknown): OrderItem {
  const raw = asRecord(body) ?? {};
  return {
    rowNumber: asCount(raw.row_number),
    id: asText(raw.id),
    name: asText(raw.name),
    count: asQuantity(raw.count) ?? 1,
    options: optionsIn(raw, 0).options.map(optionOf),
    ...moneyOfItem(raw),
    posId: asText(raw.pos_id),
    sku: asText(raw.sku),
    gtin: asText(raw.gtin),
    category: asText(asRecord(raw.category)?.name),
    weightGrams: asCount(asRecord(raw.weight_details)?.weight_in_grams),
  };
}

/** Keys of an option that hold further choices; the interface shows none, and menus nest (section 2.3, payloads of menus). */
const OF_CHOICES = /^((sub|child|nested)_?)?(options?|choices?|modifiers?|values)$/i;
const DEEPEST = 4;

/**
 * The options of a line, each followed by those that were chosen within it: a choice within a choice may be an allergy. `isAll` is
 * false where there are more, or some in a form that nobody can read.
 */
function optionsIn(line: Fields, level: number): { options: (Fields | null)[]; isAll: boolean } {
  const found: (Fields | null)[] = [];
  let isAll = true;
  for (const [key, list] of Object.entries(line)) {
    const isList = level === 0 ? key === 'options' : OF_CHOICES.test(key) && typeof list === 'object';
    if (!isList || list === null || list === undefined) continue;
    if (!Array.isArray(list) || level === DEEPEST) {
      isAll = false;
      continue;
    }
    for (const entry of list.slice(0, MOST_OPTIONS + 1)) {
      const text = level === 0 ? null : asText(entry);
      const option = text === null ? asRecord(entry) : { value: text };
      found.push(option);
      const inner = option ? optionsIn(option, level + 1) : { options: [], isAll: true };
      found.push(...inner.options);
      isAll &&= inner.isAll;
      if (found.length > MOST_OPTIONS) break;
    }
  }
  return { options: found.slice(0, MOST_OPTIONS), isAll: isAll && found.length <= MOST_OPTIONS };
}

function optionOf(entry: Fields | null): ItemOption {
  const option = entry ?? {};
  return {
    group: asText(option.name) ?? '',
    value: asText(option.value) ?? '',
    count: asQuantity(option.count) ?? 1,
    ...moneyOfOption(option),
    posId: asText(option.pos_id),
    valuePosId: asText(option.value_pos_id),
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
    lines.every((line) => isWholeLine(asRecord(line)))
  );
}

/** A count that is not there at all is one; one that is there and cannot be read is anybody's guess. The same with options. */
function isWholeLine(line: Fields | null): boolean {
  if (line === null || asText(line.name) === null || !isCounted(line)) return false;
  const { options, isAll } = optionsIn(line, 0);
  return isAll && options.every((option) => option !== null && (asText(option.value) ?? asText(option.name)) !== null && isCounted(option));
}

const isCounted = ({ count }: Fields): boolean => count == null || asQuantity(count) !== null;

function addressOf(location: Fields | null): string | null {
  if (!location) return null;
  const written = asText(location.formatted_address);
  if (written) return written;
  const street = [asText(location.street_address), asText(location.apartment)].filter(Boolean).join(' ');
  return [street, asText(location.city)].filter(Boolean).join(', ') || null;
}
