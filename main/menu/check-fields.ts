/** Checks of single menu-file fields: each reports mistakes with their path and returns whether the field is present and valid. Pure. */
import { type Message, message } from '../../contract/message.ts';
import { asArray, asRecord, asText, type Fields } from '../orders/text/reading.ts';
import { toMinor } from './amounts.ts';
import { asPercent } from './assumed.ts';

type Needed = 'needed' | undefined;
/** `path`: the path of the object `of`. */
type Check = (of: Fields, path: string, field: string, needed?: Needed) => boolean;

export interface FieldChecks {
  text: Check;
  amount: Check;
  flag: Check;
  count: Check;
  percent: Check;
  time: Check;
  range: Check;
  /** A list of translations; if needed, one is in the primary language. */
  name: Check;
  oneOf(of: Fields, path: string, field: string, allowed: readonly string[], needed?: Needed): boolean;
  /** Every list entry must be one of `allowed`. */
  each(of: Fields, path: string, field: string, allowed: readonly string[]): void;
  /** Returns an empty list if the field isn't one. */
  list(of: Fields, path: string, field: string, needed?: Needed): unknown[];
  record(value: unknown, path: string): Fields | null;
}

export function createFieldChecks(
  report: (path: string, text: Message) => void,
  { digits, primary }: { digits: number; primary: string },
): FieldChecks {
  const at = (path: string, field: string): string => (path === '' ? field : `${path}.${field}`);
  const check =
    (fits: (value: unknown) => boolean, wrong: (field: string) => Message): Check =>
    (of, path, field, needed) => {
      const value = of[field];
      const isThere = value !== undefined && value !== null && value !== '';
      if (!isThere && needed) report(at(path, field), message('menuFile.fieldMissing', { field }));
      if (!isThere) return false;
      if (fits(value)) return true;
      report(at(path, field), wrong(field));
      return false;
    };
  const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

  const list: FieldChecks['list'] = (of, path, field, needed) => {
    check(Array.isArray, (name) => message('menuFile.notList', { field: name }))(of, path, field, needed);
    return asArray(of[field]);
  };
  const oneOf: FieldChecks['oneOf'] = (of, path, field, allowed, needed) =>
    check(
      (value) => allowed.includes(asText(value) ?? ''),
      (name) => message('menuFile.oneOf', { field: name, allowed: allowed.join(', ') }),
    )(of, path, field, needed);

  return {
    text: check(
      (value) => asText(value) !== null,
      (field) => message('menuFile.fieldMissing', { field }),
    ),
    amount: check(
      (value) => (toMinor(value, digits) ?? -1) >= 0,
      (field) => message('menuFile.amount', { field, digits }),
    ),
    flag: check(
      (value) => typeof value === 'boolean',
      (field) => message('menuFile.trueOrFalse', { field }),
    ),
    count: check(isWhole, (field) => message('menuFile.count', { field })),
    percent: check(
      (value) => asPercent(value) !== null,
      (field) => message('menuFile.percent', { field }),
    ),
    time: check(isUtc, (field) => message('menuFile.time', { field })),
    range: check(
      (value) => {
        const range = asRecord(value);
        if (!range || ![range.min, range.max].every((one) => one === undefined || isWhole(one))) return false;
        return range.min === undefined || range.max === undefined || Number(range.min) <= Number(range.max);
      },
      (field) => message('menuFile.range', { field }),
    ),
    name(of, path, field, needed) {
      if (needed && isBlank(of[field])) {
        report(at(path, field), message('menuFile.fieldMissing', { field }));
        return false;
      }
      const areTexts = check(isTexts, (name) => message('menuFile.texts', { field: name }))(of, path, field, needed);
      if (!areTexts || !needed) return areTexts;
      const isInPrimary = asArray(of[field]).some((entry) => asRecord(entry)?.lang === primary);
      if (!isInPrimary) report(at(path, field), message('menuFile.primaryLanguageMissing', { field, language: primary }));
      return isInPrimary;
    },
    oneOf,
    each(of, path, field, allowed) {
      const entries = list(of, path, field);
      if (entries.some((entry) => !allowed.includes(asText(entry) ?? '')))
        report(at(path, field), message('menuFile.oneOf', { field, allowed: allowed.join(', ') }));
    },
    list,
    record(value, path) {
      const of = asRecord(value);
      if (!of) report(path, message('menuFile.notObject'));
      return of;
    },
  };
}

/** No text in any language, as from a table's empty cell. */
function isBlank(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => (asText(asRecord(entry)?.value) ?? '').trim() === '');
}

function isTexts(value: unknown): boolean {
  const entries = asArray(value);
  return (
    entries.length > 0 &&
    entries.every((entry) => /^[a-z]{2,3}$/.test(asText(asRecord(entry)?.lang) ?? '') && asText(asRecord(entry)?.value) !== null)
  );
}

/** ISO 8601 in UTC with Z, as the interface requires. */
export function isUtc(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(value) && Number.isFinite(Date.parse(value));
}
