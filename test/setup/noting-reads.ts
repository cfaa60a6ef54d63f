/** A list that records reads of its entries. */
export function notingReads(entries: readonly string[]): { list: string[]; read: string[] } {
  const read: string[] = [];
  const list = new Proxy([...entries], {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (typeof value === 'string') read.push(value);
      return value;
    },
  });
  return { list, read };
}
