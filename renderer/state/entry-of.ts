/** The entry of an id, which may be any word at all: what every object inherits is none. */
export function entryOf<V>(record: Record<string, V>, id: string): V | undefined {
  return Object.hasOwn(record, id) ? record[id] : undefined;
}
