/** A failure as shown to people. */
import type { Text } from '../message.ts';

/** `code` is for programs, `text` for staff, `hint` for the next step. */
export interface Problem {
  code: string;
  text: Text;
  hint?: Text | undefined;
  field?: string | undefined;
  /** For "try again later" hints: ms from the answer after which the problem no longer applies. */
  waitMs?: number | undefined;
}
