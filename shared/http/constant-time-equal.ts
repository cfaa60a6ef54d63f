/** Comparison of secrets with untrusted input. */
import { timingSafeEqual } from 'node:crypto';

export function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
