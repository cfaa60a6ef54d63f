/** Messages in tests: codes in a value, and the English text of a code for tests that read a screen. */
import { english } from '../../contract/english.ts';
import { isMessage, type MessageCode } from '../../contract/message.ts';
import { type Translate, translateWith } from '../../contract/words.ts';

export const t: Translate = translateWith(english);

/** The codes of all messages in a value, outermost first. */
export function codesIn(value: unknown): MessageCode[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(isMessage(value) ? [value.code] : []), ...Object.values(value).flatMap(codesIn)];
}
