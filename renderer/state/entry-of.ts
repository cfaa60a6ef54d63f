/** An object's own entry by ID, never an inherited property. */
export function entryOf<V>(record: Record<string, V>, id: string): V | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined;
}
