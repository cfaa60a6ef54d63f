/** A failure to open the database that staff can act on. */
export class StoreError extends Error {
  readonly says: string;
  readonly remedy: string;
  constructor(says: string, remedy: string, cause?: unknown) {
    super(says, { cause });
    this.says = says;
    this.remedy = remedy;
  }
}
