/** A form's errors by field, from a schema check or the surrounding form. */
import { createContext } from 'react';
import type * as v from 'valibot';
import { mistakeIn } from '../../../contract/contract.ts';
import { say } from '../../words.ts';

export type FieldErrors = Record<string, string>;

/** Errors of the surrounding form, for fields that don't get their own. */
export const WrongFields = createContext<FieldErrors>({});

/** First error per field. `depth`: position of the field in the path. `fallback`: texts that replace the schema's messages. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[], fallback: FieldErrors = {}, depth = 0): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = String(issue.path?.[depth]?.key ?? '');
    errors[field] ??= fallback[field] ?? say(mistakeIn(issue));
  }
  return errors;
}
