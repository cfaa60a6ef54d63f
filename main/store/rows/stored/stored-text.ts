/** Messages as they stand in rows: their code and values. What somebody else said stays the sentence it is. */
import { english } from '../../../../contract/english.ts';
import { isMessage, type Text } from '../../../../contract/message.ts';

export const toStored = (text: Text): string => (typeof text === 'string' ? text : JSON.stringify(text));

/**
 * Never throws, and neither does putting its answer into words: a message whose values are not those that it takes here, from another
 * version or off a damaged page, is told by its code, as one that nobody knows is.
 */
export function fromStored(stored: string): Text {
  if (!stored.startsWith('{"code":')) return stored;
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    // A damaged page: what is left of it is shown as it is.
    return stored;
  }
  if (!isMessage(value)) return stored;
  try {
    english(value);
    return value;
  } catch {
    return value.code;
  }
}
