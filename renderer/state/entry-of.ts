/** The own entry of an ID in an object: an inherited property is not one. */
export function entryOf<V>(record: Record<string, V>, id: string): V | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined;
}
