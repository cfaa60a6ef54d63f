/** Responses to operator calls. */
import * as v from 'valibot';
import type { PostgresSettings } from '../settings/settings.ts';

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
export function databaseAway(error: unknown, { urls }: PostgresSettings): Answer | null {
  const isDefect = [TypeError, RangeError, ReferenceError].some((kind) => error instanceof kind);
  if (isDefect || String((error as { code?: unknown }).code).startsWith('SQLITE_')) return null;
  const places = urls.map((url) => {
    // Not its user and password.
    const { hostname, port, pathname } = new URL(url);
    return `${hostname}:${port || 5_432}${pathname}`;
  });
  return { status: 503, body: errorBody(`The database at ${places.join(' or ')} cannot be used now.`) };
}
