/** IDs in the service's form: 24 hex characters, opaque. */
import { randomBytes } from 'node:crypto';

export function newId(): string {
  return randomBytes(12).toString('hex');
}
