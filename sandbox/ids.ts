/** IDs in the service's form: opaque, 24 hex characters. */
import { randomBytes } from 'node:crypto';

export function newId(): string {
  return randomBytes(12).toString('hex');
}
