/** A failure as a person is told it. */
import type { Text } from '../message.ts';

/** A failure that a person can act on. `code` is for programs, `says` for staff, `remedy` for what to do now. */
export interface Problem {
  code: string;
  says: Text;
  remedy?: Text | undefined;
}
