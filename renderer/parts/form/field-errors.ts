/** A form's errors by field: from a failed schema check, or passed in by the form around them. */
import { createContext } from 'react';
import type * as v from 'valibot';
import { mistakeIn } from '../../../contract/contract.ts';
import { say } from '../../words.ts';

export type FieldErrors = Record<string, string>;

/** What is wrong in the form around a field, for forms that do not tell each of theirs. */
export const WrongFields = createContext<FieldErrors>({});

/**
 * The first message for each field; `depth` is how deep in what was checked the fields lie. A picklist left open has no words of its own:
 * `fallback` names it.
 */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[], fallback: FieldErrors = {}, depth = 0): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = String(issue.path?.[depth]?.key ?? '');
    errors[field] ??= fallback[field] ?? say(mistakeIn(issue));
  }
  return errors;
}
