/** Messages as they stand in rows: their code and values. Sentences that an earlier version wrote stay the sentences they are. */
import { isMessage, type Text } from '../../../contract/message.ts';

export const toStored = (text: Text): string => (typeof text === 'string' ? text : JSON.stringify(text));

export function fromStored(stored: string): Text {
  if (!stored.startsWith('{"code":')) return stored;
  try {
    const value: unknown = JSON.parse(stored);
    return isMessage(value) ? value : stored;
  } catch {
    // A damaged page: what is left of it is shown as it is.
    return stored;
  }
}
