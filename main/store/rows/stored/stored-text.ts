import { english } from '../../../../contract/english.ts';
import { isMessage, type Text } from '../../../../contract/message.ts';

export const toStored = (text: Text): string => JSON.stringify(text);

/** Never throws. */
export function fromStored(stored: string): Text {
  try {
    return textOf(JSON.parse(stored));
  } catch {
    // Damaged text is shown as it is.
    return stored;
  }
}

/** Never throws. A message with wrong values becomes its code. */
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
