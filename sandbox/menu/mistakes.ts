/** Errors in a partner's request with their paths, reported in one 400. */
import { orderErrorBody } from '../assumptions.ts';
import { type Fields, isFields, Refusal } from '../wire/exchange.ts';

const MOST = 50;

export interface Mistakes {
  add(where: string, problem: string): void;
  /** Throws the 400 of section 7.3 if there are any, with details in the body. */
  refuse(): void;
}

export function createMistakes(): Mistakes {
  const found: { path: string; problem: string }[] = [];
  return {
    add: (path, problem) => void (found.length < MOST && found.push({ path, problem })),
    refuse() {
      const first = found[0];
      if (first) throw new Refusal(400, orderErrorBody('INVALID_REQUEST', `${first.path}: ${first.problem}`, found));
    },
  };
}

export type Check = readonly [must: string, isRight: (value: unknown) => boolean];

export const A_TEXT: Check = ['must be a text', (value) => typeof value === 'string' && value !== ''];
export const A_BOOLEAN: Check = ['must be true or false', (value) => typeof value === 'boolean'];
export const A_NUMBER: Check = ['must be a number', (value) => typeof value === 'number' && Number.isFinite(value)];
export const A_COUNT: Check = ['must be a whole number, 0 or more', (value) => Number.isInteger(value) && Number(value) >= 0];
export const A_RATE: Check = ['must be a number from 0 to 100', (value) => typeof value === 'number' && value >= 0 && value <= 100];
/** By the document's conventions, UTC with Z. */
export const A_TIME: Check = [
  'must be ISO 8601 in UTC with a Z, like 2026-03-14T11:40:00Z',
  (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value) && Number.isFinite(Date.parse(value)),
];
export const A_RANGE: Check = [
  'must be {min, max}, whole numbers, min not above max',
  (value) => isFields(value) && A_COUNT[1](value.min) && A_COUNT[1](value.max) && Number(value.min) <= Number(value.max),
];
export const TRANSLATIONS: Check = [
  'must be a list of {lang, value}',
  (value) => Array.isArray(value) && value.every((one) => isFields(one) && /^[a-z]{2}$/.test(String(one.lang)) && A_TEXT[1](one.value)),
];
export const A_GTIN: Check = ['must be a valid GTIN-13', (value) => typeof value === 'string' && isGtin(value)];

export function oneOf(...allowed: string[]): Check {
  return [`must be one of ${allowed.join(', ')}`, (value) => allowed.includes(String(value))];
}

export function listOf(...allowed: string[]): Check {
  return [`must be a list of ${allowed.join(', ')}`, (value) => Array.isArray(value) && value.every((one) => allowed.includes(one))];
}

function isGtin(text: string): boolean {
  if (!/^\d{13}$/.test(text)) return false;
  const sum = [...text].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

export type Shape = Record<string, readonly [check: Check, how?: 'required' | 'nullable']>;

/** Reports missing, wrong and unknown fields, except `others`. */
export function checkFields(fields: Fields, shape: Shape, others: readonly string[], where: string, mistakes: Mistakes): void {
  const at = (key: string) => (where === '' ? key : `${where}.${key}`);
  for (const [key, [[must, isRight], how]] of Object.entries(shape)) {
    const value = fields[key];
    if (value === undefined) {
      if (how === 'required') mistakes.add(at(key), 'is required');
    } else if (!(value === null && how === 'nullable') && !isRight(value)) mistakes.add(at(key), must);
  }
  for (const key of Object.keys(fields)) if (!(key in shape) && !others.includes(key)) mistakes.add(at(key), 'is not a property here');
}

/** The objects in a list, with their paths; reports entries that aren't objects. */
export function objectsIn(value: unknown, where: string, mistakes: Mistakes): [fields: Fields, where: string][] {
  if (!Array.isArray(value)) {
    mistakes.add(where, 'must be a list');
    return [];
  }
  return value.flatMap((one, at): [Fields, string][] => {
    if (isFields(one)) return [[one, `${where}[${at}]`]];
    mistakes.add(`${where}[${at}]`, 'must be an object');
    return [];
  });
}
