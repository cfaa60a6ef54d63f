/** What is wrong with the fields of a form, in words by field: from a failed check of a schema, or told to the fields by the form around them. */
import { createContext } from 'react';
import type * as v from 'valibot';
import { checkIn } from '../../../contract/contract.ts';
import { spoken, words } from '../../words.ts';

export type FieldErrors = Record<string, string>;

/** What is wrong in the form around a field, for forms that do not tell each of theirs. */
export const WrongFields = createContext<FieldErrors>({});

/** The first message for each top-level field. A picklist left open has no words of its own: `fallback` names it. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[], fallback: FieldErrors = {}): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = String(issue.path?.[0]?.key ?? '');
    errors[field] ??= fallback[field] ?? inWords(issue.message);
  }
  return errors;
}

/** A check names what belongs there, in the words of the settings file's errors; at a field that is made a sentence. */
function inWords(message: string): string {
  const said = checkIn(spoken(), message);
  return /^[a-z"]/.test(message) ? words.form.expected(said) : said;
}
