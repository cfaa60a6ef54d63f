/** Responses to operator calls. */
import * as v from 'valibot';

export interface Answer {
  status: number;
  body?: unknown;
  /** JSON, instead of a body. */
  gzip?: Buffer;
}

export const NOT_FOUND: Answer = { status: 404, body: errorBody('There is nothing of this name.') };

export function errorBody(error: string): { error: string } {
  return { error };
}

export function invalidRequest(issues: readonly v.BaseIssue<unknown>[]): Answer {
  const [first] = issues;
  const place = (first && v.getDotPath(first)) ?? 'the body';
  return { status: 400, body: errorBody(`${place}: ${first?.message ?? 'wrong'}`) };
}

/** Null for an error that isn't the database's. */
export function databaseAway(error: unknown): Answer | null {
  const isDefect = [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind);
  if (isDefect || String((error as { code?: unknown }).code).startsWith('SQLITE_')) return null;
  const why = error instanceof Error ? error.message.replace(/\.$/, '') : String(error);
  return { status: 503, body: errorBody(`The database cannot be used now: ${why}.`) };
}
