/** Turns a failed check of a schema into words by field. */
import type * as v from 'valibot';
import { checkIn } from '../../../contract/contract.ts';
import { spoken } from '../../words.ts';

export type FieldErrors = Record<string, string>;

/** The first message for each top-level field. A picklist left open has no words of its own: `fallback` names it. */
export function fieldErrors(issues: readonly v.BaseIssue<unknown>[], fallback: FieldErrors = {}): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const field = String(issue.path?.[0]?.key ?? '');
    errors[field] ??= fallback[field] ?? checkIn(spoken(), issue.message);
  }
  return errors;
}
