/** Parses an operation's form. Errors are kept by field, and nothing is sent then. */
import { asTyped, exampleAmount, minorUnits } from '../../parts/amounts.ts';
import type { FieldErrors } from '../../parts/form/field-errors.ts';
import { t } from '../../words.ts';

export interface Typed {
  /** What is wrong, by field. */
  wrong: FieldErrors;
  /** Nothing typed is ''. */
  text(field: string): string;
  /** In minor units; 0 where it is none. */
  amount(field: string): number;
  /** Of pieces, grams or minutes, none of which is less than nothing; 0 where it is none. */
  whole(field: string): number;
  /** With decimals, as of a percentage or a place on the earth; 0 where it is none. */
  number(field: string): number;
}

/** `digits`: of the order's currency; null where no one knows them. */
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
