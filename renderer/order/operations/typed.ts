/** Parses an operation's form. Errors are kept by field; a form with errors isn't sent. */
import { asTyped, exampleAmount, minorUnits } from '../../parts/amounts.ts';
import type { FieldErrors } from '../../parts/form/field-errors.ts';
import { t } from '../../words.ts';

export interface Typed {
  wrong: FieldErrors;
  /** Empty if nothing was typed. */
  text(field: string): string;
  /** Minor units; 0 if invalid. */
  amount(field: string): number;
  /** Non-negative pieces, grams or minutes; 0 if invalid. */
  whole(field: string): number;
  /** Decimal, such as a percentage or coordinate; 0 if invalid. */
  number(field: string): number;
}

/** `digits`: decimals of the order's currency; null if unknown. */
export function typedIn(fields: FormData, digits: number | null): Typed {
  const wrong: FieldErrors = {};
  const text = (field: string): string => {
    const value = fields.get(field);
    return typeof value === 'string' ? value.trim() : '';
  };
  const number = (field: string, form: RegExp, example: number): number => {
    const written = text(field).replace(',', '.');
    if (form.test(written)) return Number(written);
    wrong[field] = t('more.badNumber', { example: asTyped(example) });
    return 0;
  };
  return {
    wrong,
    text,
    amount(field) {
      const amount = minorUnits(text(field), digits);
      if (amount === null) wrong[field] = t('more.badAmount', { example: exampleAmount(digits) });
      return amount ?? 0;
    },
    whole: (field) => number(field, /^\d{1,9}$/, 2),
    number: (field) => number(field, /^-?\d{1,9}(\.\d+)?$/, 13.5),
  };
}
