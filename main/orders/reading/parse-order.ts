/** Tolerant parser of Order V2 (section 2.3): nothing nested is required; unknown keys and values pass. */

import { participantsOf } from '../group/participants.ts';
import { textKey } from '../kitchen/line-keys.ts';
import { moneyOf, moneyOfItem, moneyOfOption, shortWord as word } from '../money/order-money.ts';
import { type ItemOption, type Order, type OrderItem, type Participant, UNASSIGNED } from '../order.ts';
import { asArray, asCount, asQuantity, asRecord, asText, asTime, type Fields } from '../text/reading.ts';
import { type MemoryLimit, MOST, memoryLimit } from './memory-limits.ts';

export type ParsedOrder = { ok: true; order: Order } | { ok: false; why: string };

/**
 * Requires `id` and `venue.id` (section 2.3). `knownId` (requested or stored) replaces the ID; `knownVenueId` (from the notification) is
 * the fallback. With both, any object parses.
 */
export function parseOrder(
  body: unknown,
  knownVenueId: string | null = null,
  knownId: string | null = null,
  room: MemoryLimit = memoryLimit(),
): ParsedOrder {
  const raw = asRecord(body);
  if (!raw) return { ok: false, why: 'the order is not a JSON object' };
  const id = knownId ?? asText(raw.id);
  if (!id) return { ok: false, why: 'the order has no id' };
  const venue = asRecord(raw.venue) ?? {};
  const venueId = asText(venue.id) ?? knownVenueId;
  if (!venueId) return { ok: false, why: 'the order names no venue' };

  const delivery = asRecord(raw.delivery) ?? {};
  const preOrder = asRecord(raw.pre_order);
  const progress = listed(delivery.status);
  const { tip, ...money } = moneyOf(raw);
  // Read before the lists, which could use up the memory limit.
  const consumer = {
    name: room.text(asText(raw.consumer_name), 'name'),
    phone: room.text(asText(raw.consumer_phone_number), 'word'),
    comment: room.text(asText(raw.consumer_comment), 'comment'),
  };
  const address = room.text(addressOf(asRecord(delivery.location)), 'address');
  const company = {
    taxId: room.text(asText(raw.company_tax_id), 'word'),
    name: room.text(asText(raw.company_name), 'company'),
    address: room.text(asText(raw.company_address), 'company'),
  };
  const { most } = room;
  const lines = asArray(raw.items);
  const items = lines.slice(0, most.items).map((line) => parseItem(line, room));
  const people = participantsOf(raw, items);
  const participants = keptPeople(people, room);
  const left = {
    items: lines.length - items.length,
    pieces: lines.slice(most.items).reduce<number>((sum, line) => sum + countOf(asRecord(line) ?? {}), 0),
    people: people.length - participants.length,
    fees: Math.max(0, money.fees.length - most.fees),
  };
  const isCut = items.some((item) => item.left) || Object.values(left).some((count) => count > 0);
  return {
    ok: true,
    order: {
      id,
      venueId,
      venueName: word(venue.name),
      number: word(raw.order_number) ?? id.slice(-4),
      type: listed(raw.type) ?? (preOrder ? 'preorder' : 'instant'),
      status: listed(raw.order_status) ?? 'other',
      delivery: {
        type: listed(delivery.type) ?? 'other',
        selfDelivery: delivery.self_delivery === true,
        time: asTime(delivery.time),
        address,
        tip,
        ...(progress === null ? {} : { status: progress }),
      },
      preOrder: preOrder && {
        time: asTime(preOrder.preorder_time) ?? asTime(preOrder.time),
        status: listed(preOrder.pre_order_status) ?? listed(preOrder.status),
      },
      items,
      participants,
      ...money,
      fees: money.fees.slice(0, most.fees),
      consumer,
      noContact: raw.is_no_contact_delivery === true,
      company,
      createdAt: asTime(raw.created_at),
      modifiedAt: asTime(raw.modified_at),
      pickupEta: asTime(raw.pickup_eta),
      readable: !isCut && !room.isOver() && isWhole(raw) && money.unreadMoney === undefined ? 'all' : 'part',
      batchRows: rowsIn(asRecord(raw.in_store_operations)?.otc_row_numbers),
      ...(isCut || room.isShort() ? { left } : {}),
    },
  };
}

/** Statuses in lowercase: the service sends both cases. */
const listed = (value: unknown): string | null => word(value)?.toLowerCase() ?? null;

function parseItem(body: unknown, room: MemoryLimit): OrderItem {
  const raw = asRecord(body) ?? {};
  const { options, left } = optionsIn(raw, 0, room.most.optionsOfItem);
  const kept = room.options(options.length);
  const out = options.slice(kept);
  const notKept = out.length + left;
  return {
    rowNumber: asCount(raw.row_number),
    id: room.text(asText(raw.id), 'word'),
    name: room.text(asText(raw.name), 'name'),
    count: countOf(raw),
    options: options.slice(0, kept).map((option) => optionOf(option, room)),
    ...moneyOfItem(raw),
    posId: room.text(asText(raw.pos_id), 'word'),
    sku: room.text(asText(raw.sku), 'word'),
    gtin: room.text(asText(raw.gtin), 'word'),
    category: room.text(asText(asRecord(raw.category)?.name), 'name'),
    weightGrams: asCount(asRecord(raw.weight_details)?.weight_in_grams),
    ...(notKept > 0 ? { left: { options: notKept, key: textKey(JSON.stringify([notKept, out])) } } : {}),
  };
}

const countOf = ({ count }: Fields): number => asQuantity(count) ?? 1;

/** Cuts the list but keeps unassigned lines, which are last. */
function keptPeople(people: readonly Participant[], room: MemoryLimit): Participant[] {
  const last = people.at(-1);
  const { people: most } = room.most;
  const isCut = people.length > most && last?.name === UNASSIGNED;
  const kept = isCut ? [...people.slice(0, most - 1), last] : people.slice(0, most);
  return kept.map(({ name, lines }) => ({ name: room.text(name, 'name'), lines }));
}

function rowsIn(rows: unknown): number[] {
  return [...new Set(asArray(rows).flatMap((row) => asCount(row) ?? []))].slice(0, MOST.items);
}

/** Keys of nested options: the interface's orders have none, but its menus nest (section 2.3, payloads of menus). */
const OF_CHOICES = /^((sub|child|nested)_?)?(options?|choices?|modifiers?|values)$/i;
const DEEPEST = 4;

/** A line's options with nested ones, which may name an allergy. `left`: number omitted; `isAll`: none omitted or unreadable. */
function optionsIn(line: Fields, level: number, most = MOST.optionsOfItem): { options: (Fields | null)[]; left: number; isAll: boolean } {
  const found: (Fields | null)[] = [];
  let left = 0;
  let isAll = true;
  for (const [key, list] of Object.entries(line)) {
    const isList = level === 0 ? key === 'options' : OF_CHOICES.test(key) && typeof list === 'object';
    if (!isList || list === null || list === undefined) continue;
    if (!Array.isArray(list) || level === DEEPEST) {
      isAll = false;
      continue;
    }
    for (const entry of list) {
      if (found.length >= most) {
        left += 1;
        continue;
      }
      const text = level === 0 ? null : asText(entry);
      const option = text === null ? asRecord(entry) : { value: text };
      found.push(option);
      const inner = option ? optionsIn(option, level + 1, most) : { options: [], left: 0, isAll: true };
      found.push(...inner.options);
      left += inner.left;
      isAll &&= inner.isAll;
    }
  }
  left += Math.max(0, found.length - most);
  return { options: found.slice(0, most), left, isAll: isAll && left === 0 };
}

function optionOf(entry: Fields | null, room: MemoryLimit): ItemOption {
  const option = entry ?? {};
  return {
    group: room.text(asText(option.name) ?? '', 'name'),
    value: room.text(asText(option.value) ?? '', 'name'),
    count: countOf(option),
    ...moneyOfOption(option),
    posId: room.text(asText(option.pos_id), 'word'),
    valuePosId: room.text(asText(option.value_pos_id), 'word'),
  };
}

/** Whether everything that must not be guessed is readable. */
function isWhole(raw: Fields): boolean {
  const lines = asArray(raw.items);
  return (
    asText(raw.order_status) !== null &&
    asText(asRecord(raw.delivery)?.type) !== null &&
    lines.length > 0 &&
    lines.every((line) => isWholeLine(asRecord(line)))
  );
}

/** A missing count means one; a line with an unreadable count isn't whole. */
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
