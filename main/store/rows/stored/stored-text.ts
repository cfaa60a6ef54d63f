/** Messages in rows: code and values. Text from others is stored unchanged. */
import { english } from '../../../../contract/english.ts';
import { isMessage, type Text } from '../../../../contract/message.ts';

export const toStored = (text: Text): string => JSON.stringify(text);

/** Never throws. */
export function fromStored(stored: string): Text {
  try {
    return textOf(JSON.parse(stored));
  } catch {
    // A damaged page: its rest is shown as it is.
    return stored;
  }
}

/**
 * Never throws, and its result can always be worded: a message with wrong values, from another version or a damaged page, becomes its
 * code, like an unknown one.
 */
export function textOf(kept: unknown): Text {
  if (typeof kept === 'string') return kept;
  if (!isMessage(kept)) return JSON.stringify(kept);
  try {
    english(kept);
    return kept;
  } catch {
    return kept.code;
  }
}
