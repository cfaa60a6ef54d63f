/** A failure as a person is told it. */
import type { Text } from '../message.ts';

/** A failure that a person can act on. `code` is for programs, `text` for staff, `hint` for what to do now. */
export interface Problem {
  code: string;
  text: Text;
  hint?: Text | undefined;
  /** Which field of what was given is wrong, where it is one. */
  field?: string | undefined;
  /** Of what may be tried again after a while, which the remedy says: so long from the answer on, ms. Then nothing of it is true any more. */
  waitMs?: number | undefined;
}
