/** Reads untrusted JSON; null or an empty list for another type. */
import { asText as textIn } from '../../../shared/json/values.ts';
import { isSeen } from './shown-text.ts';

export { asRecord, type Fields } from '../../../shared/json/values.ts';

/** A plausible maximum; sums of such counts stay exact. */
const LARGEST_COUNT = 1_000_000_000;

export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Visible text, also from a number, as in IDs. Always well-formed. */
export function asText(value: unknown): string | null {
  const text = textIn(value);
  return text !== null && isSeen(text) ? text : null;
}

/** A copy: a slice would keep the whole original in memory. */
export function copyString(text: string): string {
  return structuredClone(text);
}

export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= LARGEST_COUNT ? value : null;
}

export function asQuantity(value: unknown): number | null {
  return asCount(typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : value);
}

/** ISO 8601 from 2000 to 2199: day, optional time, optional zone. */
const MOMENT = /^(2[01]\d{2}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?([Zz]|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/;

/** ISO 8601 in UTC. Without a zone, UTC as in the interface. Null for another format: a guessed time would be worse. */
export function asTime(value: unknown): string | null {
  const [, day, clock, zone] = (typeof value === 'string' && MOMENT.exec(value)) || [];
  if (day === undefined) return null;
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone ?? '') ?? [];
  const text = `${day}T${clock ?? '00:00:00'}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`;
  const moment = Date.parse(text);
  if (Number.isNaN(moment)) return null;
  return hours === undefined ? text : new Date(moment).toISOString();
}

const DEEPEST = 4;
const MOST_CHARACTERS = 2_000;

/** JSON limited in depth and length. */
export function inShort(value: unknown): string {
  const text = JSON.stringify(limitedDepth(value, DEEPEST)) ?? '';
  return text.length <= MOST_CHARACTERS ? text : copyString(`${text.slice(0, MOST_CHARACTERS)}…`);
}

/** Cuts deep nesting, which can be parsed but overflows the stack in recursion. */
export function limitedDepth(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '…';
  if (Array.isArray(value)) return value.map((entry) => limitedDepth(entry, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, limitedDepth(entry, levels - 1)]));
}
