/** Whether what a stranger sent is what was expected of it. */
import { timingSafeEqual } from 'node:crypto';

/** Compares in a time that says nothing of where they differ. */
export function isSame(expected: string, given: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
