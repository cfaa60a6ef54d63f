import type { IncomingMessage } from 'node:http';

/** What takes JSON refuses with 415 what is not called so. */
export function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/json\b/.test(headers['content-type'] ?? '');
}
