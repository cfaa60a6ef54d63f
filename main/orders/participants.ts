/**
 * Who ordered what in a group order. The interface names `group_participants` but not their shape, so this reads every
 * plausible link between a person and a line, and never drops a line because its person is unknown.
 */

import { type OrderItem, type Participant, UNASSIGNED } from './order.ts';
import { asArray, asCount, asRecord, asText, type Fields } from './reading.ts';

/** More people, and more lines of one of them, are no group order. */
const MOST_PEOPLE = 200;
const MOST_CLAIMS = 1_000;

/** Participants with their lines; lines nobody claims stand under UNASSIGNED. Empty when this is no group order. */
export function participantsOf(order: Fields, items: OrderItem[]): Participant[] {
  const entries = asArray(order.group_participants)
    .slice(0, MOST_PEOPLE)
    .map((entry) => asRecord(entry) ?? {});
  if (entries.length === 0) return [];
  const left = items.map((item) => item.count);
  const rawItems = asArray(order.items)
    .slice(0, items.length)
    .map((item) => asRecord(item) ?? {});

  const people = entries.map((entry, position): Participant => {
    const lines: Participant['lines'] = [];
    for (const claim of [...claimsOf(entry, items), ...claimsByItem(entry, rawItems)]) {
      const free = left[claim.item] ?? 0;
      const count = Math.min(claim.count ?? free, free);
      if (count === 0) continue;
      left[claim.item] = free - count;
      lines.push({ item: claim.item, count });
    }
    return { name: nameOf(entry) ?? `Guest ${position + 1}`, lines };
  });

  const unclaimed = left.flatMap((count, item) => (count > 0 ? [{ item, count }] : []));
  return unclaimed.length > 0 ? [...people, { name: UNASSIGNED, lines: unclaimed }] : people;
}

type Claim = { item: number; count: number | null };

/** The entry lists its lines: `items` (objects or ids), `item_ids`, or `row_numbers`. */
function claimsOf(entry: Fields, items: OrderItem[]): Claim[] {
  const listed = [...asArray(entry.items), ...asArray(entry.item_ids), ...asArray(entry.row_numbers)];
  return listed.slice(0, MOST_CLAIMS).flatMap((reference): Claim[] => {
    const fields = asRecord(reference);
    const item = fields
      ? indexOfLine(items, asCount(fields.row_number), asText(fields.id) ?? asText(fields.item_id))
      : indexOfLine(items, asCount(reference), asText(reference));
    return item < 0 ? [] : [{ item, count: fields ? asCount(fields.count) : null }];
  });
}

/** The item names its person: by a key whose name speaks of a participant. */
function claimsByItem(entry: Fields, rawItems: Fields[]): Claim[] {
  const id = asText(entry.id) ?? asText(entry.participant_id);
  const name = nameOf(entry);
  return rawItems.flatMap((item, index): Claim[] => {
    const owner = item.participant_id ?? item.group_participant_id ?? item.participant ?? item.group_participant;
    const fields = asRecord(owner);
    const says = fields ? (asText(fields.id) ?? nameOf(fields)) : asText(owner);
    return says !== null && (says === id || says === name) ? [{ item: index, count: null }] : [];
  });
}

function indexOfLine(items: OrderItem[], rowNumber: number | null, id: string | null): number {
  if (rowNumber !== null) {
    const byRow = items.findIndex((item) => item.rowNumber === rowNumber);
    if (byRow >= 0) return byRow;
  }
  return id === null ? -1 : items.findIndex((item) => item.id === id);
}

function nameOf(entry: Fields): string | null {
  return asText(entry.name) ?? asText(entry.first_name) ?? asText(entry.consumer_name) ?? asText(entry.display_name);
}
