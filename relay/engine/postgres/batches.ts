/** Sends all waiting items as one batch, one batch at a time. */

export interface Batches<Item, Result> {
  /** Rejects if its batch failed. */
  add(item: Item): Promise<Result>;
  /** Resolves once nothing waits. */
  settled(): Promise<void>;
}

export function createBatches<Item, Result>(most: number, send: (batch: readonly Item[]) => Promise<Result[]>): Batches<Item, Result> {
  const waiting: (PromiseWithResolvers<Result> & { item: Item })[] = [];
  let sending: Promise<void> | null = null;

  async function sendAll(): Promise<void> {
    // Requests that arrive in the same turn of the event loop share the first batch.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      try {
        const results = await send(batch.map(({ item }) => item));
        for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    sending = null;
  }

  return {
    add(item) {
      const one = { ...Promise.withResolvers<Result>(), item };
      waiting.push(one);
      sending ??= sendAll();
      return one.promise;
    },
    settled: async () => sending ?? undefined,
  };
}
