/** Who ordered which lines of a group order, from every known form of its body. */
import type { OrderItem } from '../order.ts';
import { asArray, asCount, asRecord, asText, type Fields } from '../text/reading.ts';

export interface PersonEntry {
  name: string | null;
  /** IDs and names that refer to this person only. */
  handles: ReadonlySet<string>;
  entry: Fields;
}

/** Lines of one person. `lines`: indexes of the items that may be meant. `count`: null if not stated. */
export interface ParticipantItems {
  person: number;
  lines: readonly number[];
  count: number | null;
}

/** Includes people named only by an item. */
export function peopleIn(order: Fields): PersonEntry[] {
  const listed = asArray(order.group_participants).map(
    (entry): Fields => asRecord(entry) ?? (typeof entry === 'number' ? { id: entry } : { name: entry }),
  );
  if (listed.length === 0) return [];
  const known = new Set(listed.flatMap(handlesOf));
  for (const item of asArray(order.items))
    for (const owner of ownersIn(asRecord(item) ?? {})) {
      // Adds people not listed, such as the host, if an item names them; a bare ID is ignored.
      if (owner.name === null || owner.handles.some((handle) => known.has(handle))) continue;
      listed.push({ id: owner.handles[0], name: owner.name });
      for (const handle of owner.handles) known.add(handle);
    }
  const times = new Map<string, number>();
  for (const handle of listed.flatMap((entry) => [...new Set(handlesOf(entry))])) times.set(handle, (times.get(handle) ?? 0) + 1);
  return listed.map((entry) => ({
    name: nameOf(entry),
    handles: new Set(handlesOf(entry).filter((handle) => times.get(handle) === 1)),
    entry,
  }));
}

/** Lines beyond this limit are unassigned, not lost. */
const MOST_CLAIMS = 1_000;

export function participantItemsOf(people: readonly PersonEntry[], order: Fields, items: readonly OrderItem[]): ParticipantItems[] {
  const linesOf = indexOf(items);
  const personOf = new Map(people.flatMap(({ handles }, person) => [...handles].map((handle) => [handle, person] as const)));
  const byEntry = people
    .flatMap(({ entry }, person) =>
      referencesIn(entry).flatMap((what): ParticipantItems[] => {
        const lines = linesOf(what);
        return lines.length === 0 || what.count === 0 ? [] : [{ person, lines, count: what.count }];
      }),
    )
    .slice(0, MOST_CLAIMS);
  const byItem = asArray(order.items).flatMap((item, line) =>
    ownersIn(asRecord(item) ?? {}).flatMap(({ handles, count }): ParticipantItems[] => {
      const person = personOf.get(handles.find((handle) => personOf.has(handle)) ?? '');
      return person === undefined || line >= items.length || count === 0 ? [] : [{ person, lines: [line], count }];
    }),
  );
  // People's references come first if each means one line or items have none; else items'.
  const isExact = byEntry.every(({ lines }) => lines.length === 1);
  const [first, second] = byEntry.length > 0 && (isExact || byItem.length === 0) ? [byEntry, byItem] : [byItem, byEntry];
  const claimed = new Set<number>();
  for (const { lines } of first) for (const line of lines) claimed.add(line);
  return [...first, ...second.filter(({ lines }) => !lines.some((line) => claimed.has(line)))].slice(0, MOST_CLAIMS);
}

interface Reference {
  row: number | null;
  id: string | null;
  name: string | null;
  count: number | null;
}

export const OF_LINES = /item|row|line|product|dish/i;

/** Lines named in `items` (objects, IDs or rows), `item_ids`, `row_numbers`, or similar keys. */
function referencesIn(entry: Fields): Reference[] {
  return Object.entries(entry).flatMap(([key, list]) => {
    if (!Array.isArray(list) || !OF_LINES.test(key)) return [];
    return list.flatMap((one): Reference[] => {
      const fields = asRecord(one);
      if (!fields) {
        const text = asText(one);
        if (text === null) return [];
        return [{ row: /ids?$/i.test(key) ? null : rowIn(one), id: /rows?|numbers?$/i.test(key) ? null : text, name: null, count: null }];
      }
      return [
        {
          row: rowIn(fields.row_number ?? fields.item_row_number ?? fields.row),
          id: asText(fields.id) ?? asText(fields.item_id) ?? asText(fields.menu_item_id),
          name: asText(fields.name),
          count: asCount(fields.count) ?? asCount(fields.quantity) ?? asCount(fields.unit_count),
        },
      ];
    });
  });
}

function rowIn(value: unknown): number | null {
  return asCount(typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value);
}

/** Finds lines by row, then menu item ID (not always unique), then name. */
function indexOf(items: readonly OrderItem[]): (what: Reference) => readonly number[] {
  // Without row numbers, a row is the item's position, counted from 1.
  const hasRows = items.some(({ rowNumber }) => rowNumber !== null);
  const lines = items.map((item, at) => ({ ...item, rowNumber: hasRows ? item.rowNumber : at + 1, at }));
  const by = <K>(key: (line: (typeof lines)[number]) => K) =>
    new Map([...Map.groupBy(lines, key)].map(([value, same]) => [value, same.map(({ at }) => at)]));
  const [rows, ids, names] = [by(({ rowNumber }) => rowNumber), by(({ id }) => id), by(({ name }) => name)];
  return ({ row, id, name }) =>
    (row === null ? null : rows.get(row)) ?? (id === null ? null : ids.get(id)) ?? (name === null ? null : names.get(name)) ?? [];
}

interface Owner {
  handles: string[];
  name: string | null;
  count: number | null;
}

export const PERSON_KEY =
  /^(group_|order_)?(participants?|guests?|persons?|people|members?|owners?|users?|consumers?)(_ids?|_names?)?$|^(ordered|added|chosen)_by(_id|_name)?$/i;

/** People named by an ID, a name, an object with both, or a list. */
function ownersIn(item: Fields): Owner[] {
  return Object.entries(item).flatMap(([key, value]) =>
    (PERSON_KEY.test(key) ? (Array.isArray(value) ? value : [value]) : []).flatMap(ownerOf),
  );
}

function ownerOf(value: unknown): Owner[] {
  const fields = asRecord(value);
  const text = asText(value);
  if (!fields) return text === null ? [] : [{ handles: [text], name: null, count: null }];
  const handles = handlesOf(fields);
  return handles.length === 0 ? [] : [{ handles, name: nameOf(fields), count: asCount(fields.count) ?? asCount(fields.quantity) }];
}

function handlesOf(entry: Fields): string[] {
  const ids = ['id', 'participant_id', 'group_participant_id', 'guest_id', 'user_id', 'consumer_id'].map((key) => asText(entry[key]));
  return [...ids, nameOf(entry)].filter((handle) => handle !== null);
}

function nameOf(entry: Fields): string | null {
  for (const fields of [entry, asRecord(entry.consumer), asRecord(entry.user), asRecord(entry.participant)]) {
    if (!fields) continue;
    const first = asText(fields.first_name);
    const whole = asText(fields.name) ?? asText(fields.consumer_name) ?? asText(fields.display_name) ?? asText(fields.nickname);
    const name = whole ?? (first === null ? null : [first, asText(fields.last_name)].filter(Boolean).join(' '));
    if (name !== null) return name;
  }
  return null;
}
