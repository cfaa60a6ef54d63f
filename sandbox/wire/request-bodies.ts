/** Validates partners' bodies (section 4.2): a 400 names the property. */
import { orderErrorBody } from '../assumptions.ts';
import { type Fields, isFields, Refusal } from './exchange.ts';

function wrong(reason: string): Refusal {
  return new Refusal(400, orderErrorBody('INVALID_REQUEST', reason));
}

export function fieldsOf(body: string): Fields {
  if (body.trim() === '') return {};
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw wrong('The body is not JSON.');
  }
  if (!isFields(parsed)) throw wrong('The body must be a JSON object.');
  return parsed;
}

export function requiredText(fields: Fields, key: string): string {
  const value = fields[key];
  if (typeof value !== 'string' || value.trim() === '') throw wrong(`${key} is required and must be a string.`);
  return value;
}

export function requiredBoolean(fields: Fields, key: string): boolean {
  const value = fields[key];
  if (typeof value !== 'boolean') throw wrong(`${key} is required and must be a boolean.`);
  return value;
}

export function oneOf(fields: Fields, key: string, allowed: readonly string[], otherwise: string): string {
  const value = fields[key] ?? otherwise;
  if (typeof value !== 'string' || !allowed.includes(value)) throw wrong(`${key} must be one of ${allowed.join(', ')}.`);
  return value;
}

const UTC = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/** By the document's conventions, times in requests are UTC with Z. Epoch ms, or null if absent. */
export function optionalTime(fields: Fields, key: string): number | null {
  const value = fields[key];
  if (value === undefined || value === null) return null;
  const time = typeof value === 'string' && UTC.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isFinite(time)) throw wrong(`${key} must be ISO 8601 in UTC with a Z, like 2026-03-14T11:40:00Z.`);
  return time;
}

export function requiredTime(fields: Fields, key: string): string {
  if (optionalTime(fields, key) === null) throw wrong(`${key} is required.`);
  return String(fields[key]);
}

export function invalid(reason: string): Refusal {
  return wrong(reason);
}

export function requiredInteger(fields: Fields, key: string, least: number): number {
  const value = fields[key];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least)
    throw wrong(`${key} is required and must be an integer, at least ${least}.`);
  return value;
}

export function numberIn(fields: Fields, key: string, least: number, most: number): number {
  const value = fields[key];
  if (typeof value !== 'number' || !(value >= least && value <= most)) throw wrong(`${key} must be a number from ${least} to ${most}.`);
  return value;
}

export function positive(fields: Fields, key: string): number {
  const value = fields[key];
  if (typeof value !== 'number' || !(value > 0)) throw wrong(`${key} must be a number above 0.`);
  return value;
}

export function optionalText(fields: Fields, key: string): string | null {
  const value = fields[key];
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw wrong(`${key} must be a string.`);
  return value;
}

export function optionalBoolean(fields: Fields, key: string, otherwise: boolean): boolean {
  const value = fields[key];
  if (value === undefined || value === null) return otherwise;
  if (typeof value !== 'boolean') throw wrong(`${key} must be a boolean.`);
  return value;
}

export function arrayOf(fields: Fields, key: string, required: boolean): Fields[] {
  const value = fields[key];
  if (value === undefined || value === null) {
    if (required) throw wrong(`${key} is required and must be an array.`);
    return [];
  }
  if (!Array.isArray(value) || !value.every(isFields)) throw wrong(`${key} must be an array of objects.`);
  return value;
}

export function priceIn(fields: Fields, key: string): { amount: number; currency: string } | null {
  const value = fields[key];
  if (value === undefined || value === null) return null;
  if (!isFields(value) || typeof value.amount !== 'number' || value.amount < 0 || typeof value.currency !== 'string') {
    throw wrong(`${key} must be {amount, currency}.`);
  }
  return { amount: value.amount, currency: value.currency };
}
