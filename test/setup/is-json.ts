import type { IncomingMessage } from 'node:http';

/** JSON endpoints refuse other content types with 415. */
export function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/json\b/.test(headers['content-type'] ?? '');
}
