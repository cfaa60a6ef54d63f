/** A failure as shown to people. */
import type { Text } from '../message.ts';

/** `code` is for programs, `text` for staff, `hint` for the next step. */
export interface Problem {
  code: string;
  text: Text;
  hint?: Text | undefined;
  field?: string | undefined;
  /** Ms after the answer when the problem no longer applies; for hints such as "try again later". */
  waitMs?: number | undefined;
}
