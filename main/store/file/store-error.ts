/** A failure to open the database that staff can act on. */
import { english } from '../../../contract/english.ts';
import type { Text } from '../../../contract/message.ts';

export class StoreError extends Error {
  readonly says: Text;
  readonly remedy: Text;
  constructor(says: Text, remedy: Text, cause?: unknown) {
    super(english(says), { cause });
    this.says = says;
    this.remedy = remedy;
  }
}

/** The database is of a version that this Tillbridge does not know. It is not touched. */
export class NewerDatabase extends StoreError {}
