/** Reads untrusted JSON: each function returns null (or an empty list) if the value has another type. */
import { asText as textIn } from '../../../shared/json/values.ts';
import { isSeen } from './shown-text.ts';

export { asRecord, type Fields } from '../../../shared/json/values.ts';

/** Beyond this nothing is counted in a kitchen or a till; and sums of such numbers stay exact. */
const LARGEST_COUNT = 1_000_000_000;

export function asArray(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Text that says something: strings in which there is anything to be seen, and numbers (ids are sometimes sent as numbers). Always well-formed. */
export function asText(value: unknown): string | null {
  const text = textIn(value);
  return text !== null && isSeen(text) ? text : null;
}

/** The same text with memory of its own: a part that was taken of a long one would keep the whole of it there. */
export function ofItsOwn(text: string): string {
  return structuredClone(text);
}

/** A whole number that is not negative. */
export function asCount(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= LARGEST_COUNT ? value : null;
}

/** How many, also where it was sent as text: "2". */
export function asQuantity(value: unknown): number | null {
  return asCount(typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : value);
}

/** ISO 8601 from 2000 to 2199: the day, the time of day, and the zone where one is written. */
const MOMENT = /^(2[01]\d{2}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?([Zz]|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * A moment as ISO 8601 in UTC. The interface's times are UTC, so one without a zone is UTC too, whatever the zone of this computer. Whatever
 * else was written says nothing: a guessed time would be worse.
 */
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

/** A value of unknown shape as a person can look at it: its JSON, without what lies too deep, and not endlessly. */
export function inShort(value: unknown): string {
  const text = JSON.stringify(pruned(value, DEEPEST)) ?? '';
  return text.length <= MOST_CHARACTERS ? text : ofItsOwn(`${text.slice(0, MOST_CHARACTERS)}…`);
}

/** The same value without what lies deeper than `levels`: JSON nested without end can be read, but nothing can walk through it. */
export function pruned(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (levels === 0) return '…';
  if (Array.isArray(value)) return value.map((entry) => pruned(entry, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, pruned(entry, levels - 1)]));
}
