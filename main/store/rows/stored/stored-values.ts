/** Reads values from rows part by part: a damaged page may have changed them although SQLite finds the file valid. */
import * as v from 'valibot';
import { asRecord } from '../../../orders/text/reading.ts';
import { bodyOf } from '../parsed-orders.ts';

/** The last moment whose ISO text has a year of four digits, epoch ms. */
const LATEST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether this is a moment (epoch ms) that can be written as a date. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= LATEST_TIME;
}

/** What could be read of a value; `isDamaged` where that is not all of it. */
export interface Readable<T> {
  value: T;
  isDamaged: boolean;
}

/**
 * A JSON object, field by field: what is missing is as `otherwise` has it, and so is what cannot be read. Fields without a schema are as
 * they were written.
 */
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

/** A JSON value that is whole, or nothing of it. */
export function readWhole<T>(text: unknown, schema: v.GenericSchema<unknown, T>, otherwise: T): Readable<T> {
  const body = typeof text === 'string' ? bodyOf(text) : null;
  // What is no JSON at all reads as null, and null may be what was written.
  const isJson = body !== null || text === 'null';
  const parsed = isJson ? v.safeParse(schema, body) : null;
  return parsed?.success ? { value: parsed.output, isDamaged: false } : { value: otherwise, isDamaged: true };
}
