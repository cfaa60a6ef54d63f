/**
 * Who ordered what in a group order. The interface names `group_participants` but not their shape, so this reads every
 * plausible link between a person and a line, and never drops a line because its person is unknown.
 */

import { type OrderItem, type Participant, UNASSIGNED } from './order.ts';
import { asArray, asCount, asRecord, asText, type Fields } from './reading.ts';

/** Participants with their lines; lines nobody claims stand under UNASSIGNED. Empty when this is no group order. */
export function participantsOf(order: Fields, items: OrderItem[]): Participant[] {
  const entries = asArray(order.group_participants).map((entry) => asRecord(entry) ?? {});
  if (entries.length === 0) return [];
  const left = items.map((item) => item.count);
  const lines = linesOf(items);
  const owned = itemsByOwner(asArray(order.items).map((item) => asRecord(item) ?? {}));

  const people = entries.map((entry, position): Participant => {
    const theirs: Participant['lines'] = [];
    for (const claim of [...claimsOf(entry, lines), ...claimsByItem(entry, owned)]) {
      const free = left[claim.item] ?? 0;
      const count = Math.min(claim.count ?? free, free);
      if (count === 0) continue;
      left[claim.item] = free - count;
      theirs.push({ item: claim.item, count });
    }
    return { name: nameOf(entry) ?? `Guest ${position + 1}`, lines: theirs };
  });

  const unclaimed = left.flatMap((count, item) => (count > 0 ? [{ item, count }] : []));
  return unclaimed.length > 0 ? [...people, { name: UNASSIGNED, lines: unclaimed }] : people;
}

type Claim = { item: number; count: number | null };

/** Where each line stands, by its row number and by its id; the first of several counts. Made once: orders of hundreds of people have hundreds of lines. */
interface Lines {
  byRow: Map<number, number>;
  byId: Map<string, number>;
}

function linesOf(items: readonly OrderItem[]): Lines {
  const lines: Lines = { byRow: new Map(), byId: new Map() };
  items.forEach(({ rowNumber, id }, index) => {
    if (rowNumber !== null && !lines.byRow.has(rowNumber)) lines.byRow.set(rowNumber, index);
    if (id !== null && !lines.byId.has(id)) lines.byId.set(id, index);
  });
  return lines;
}

/** The entry lists its lines: `items` (objects or ids), `item_ids`, or `row_numbers`. */
function claimsOf(entry: Fields, lines: Lines): Claim[] {
  const listed = [...asArray(entry.items), ...asArray(entry.item_ids), ...asArray(entry.row_numbers)];
  return listed.flatMap((reference): Claim[] => {
    const fields = asRecord(reference);
    const item = fields
      ? indexOfLine(lines, asCount(fields.row_number), asText(fields.id) ?? asText(fields.item_id))
      : indexOfLine(lines, asCount(reference), asText(reference));
    return item === null ? [] : [{ item, count: fields ? asCount(fields.count) : null }];
  });
}

/** The items that name their person, by a key whose name speaks of a participant: places by what they say of whom. */
function itemsByOwner(rawItems: readonly Fields[]): Map<string, number[]> {
  const owned = new Map<string, number[]>();
  rawItems.forEach((item, index) => {
    const owner = item.participant_id ?? item.group_participant_id ?? item.participant ?? item.group_participant;
    const fields = asRecord(owner);
    const says = fields ? (asText(fields.id) ?? nameOf(fields)) : asText(owner);
    if (says === null) return;
    const theirs = owned.get(says) ?? [];
    theirs.push(index);
    owned.set(says, theirs);
  });
  return owned;
}

function claimsByItem(entry: Fields, owned: Map<string, number[]>): Claim[] {
  const id = asText(entry.id) ?? asText(entry.participant_id);
  const called = new Set([id, nameOf(entry)]);
  const items = [...called].flatMap((word) => (word === null ? [] : (owned.get(word) ?? [])));
  // All of each: nothing is left of them for somebody of the same name.
  for (const word of called) if (word !== null) owned.delete(word);
  return items.sort((a, b) => a - b).map((item) => ({ item, count: null }));
}

function indexOfLine({ byRow, byId }: Lines, rowNumber: number | null, id: string | null): number | null {
  const row = rowNumber === null ? undefined : byRow.get(rowNumber);
  return row ?? (id === null ? undefined : byId.get(id)) ?? null;
}

function nameOf(entry: Fields): string | null {
  return asText(entry.name) ?? asText(entry.first_name) ?? asText(entry.consumer_name) ?? asText(entry.display_name);
}
