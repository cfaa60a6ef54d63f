/** Messages in rows: code and values. Text by others is stored as it is. */
import { english } from '../../../../contract/english.ts';
import { isMessage, type Text } from '../../../../contract/message.ts';

export const toStored = (text: Text): string => JSON.stringify(text);

/** Never throws. */
export function fromStored(stored: string): Text {
  try {
    return textOf(JSON.parse(stored));
  } catch {
    // A damaged page: what is left of it is shown as it is.
    return stored;
  }
}

/**
 * Never throws, and neither does putting its answer into words: a message whose values are not those that it takes here, from another
 * version or off a damaged page, is told by its code, as one that nobody knows is.
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
