/** Reads values part by part, since SQLite may not notice damage. */
import * as v from 'valibot';
import { asRecord } from '../../../orders/text/reading.ts';
import { bodyOf } from '../parsed-orders.ts';

/** Last time with a four-digit year. */
const LATEST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether epoch ms can be written as a date. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= LATEST_TIME;
}

export interface Readable<T> {
  value: T;
  isDamaged: boolean;
}

/** Reads a JSON object. `otherwise` replaces missing and unreadable fields; those without a schema stay as written. */
export function readFields<T extends object>(
  text: unknown,
  schemas: Readonly<Partial<Record<keyof T, v.GenericSchema>>>,
  otherwise: T,
): Readable<T> {
  const fields = typeof text === 'string' ? asRecord(bodyOf(text)) : null;
  if (fields === null) return { value: otherwise, isDamaged: true };
  let isDamaged = false;
  const read: Record<string, unknown> = { ...otherwise, ...fields };
  for (const [name, schema] of Object.entries(schemas) as [keyof T & string, v.GenericSchema][]) {
    if (!(name in fields) || v.is(schema, fields[name])) continue;
    isDamaged = true;
    if (name in otherwise) read[name] = otherwise[name];
    else delete read[name];
  }
  return { value: read as T, isDamaged };
}

/** Any damage makes it `otherwise`. */
export function readWhole<T>(text: unknown, schema: v.GenericSchema<unknown, T>, otherwise: T): Readable<T> {
  const body = typeof text === 'string' ? bodyOf(text) : null;
  // `bodyOf` also returns null for invalid JSON.
  const isJson = body !== null || text === 'null';
  const parsed = isJson ? v.safeParse(schema, body) : null;
  return parsed?.success ? { value: parsed.output, isDamaged: false } : { value: otherwise, isDamaged: true };
}
