/** A failure to open the database that staff can act on. */
import { english } from '../../../contract/english.ts';
import type { Text } from '../../../contract/message.ts';

export class StoreError extends Error {
  readonly text: Text;
  readonly hint: Text;
  constructor(text: Text, hint: Text, cause?: unknown) {
    super(english(text), { cause });
    this.text = text;
    this.hint = hint;
  }
}

export class NewerDatabase extends StoreError {}
