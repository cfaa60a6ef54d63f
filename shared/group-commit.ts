/** Writes all waiting items in one transaction with one fsync. */

export interface GroupCommit<Item, Result> {
  /** Resolves once the item is durable. Rejects if its group wasn't written. */
  write(item: Item): Promise<Result>;
  flush(): void;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** A group is written after this many turns of the event loop, or with this many items. */
const MOST_TURNS = 32;
const MOST_ITEMS = 512;

/**
 * `commit` writes a whole group durably, or throws and writes none. It runs in the event loop's first turn without new items: a single item
 * waits microseconds, a burst shares one sync.
 */
export function createGroupCommit<Item, Result>(commit: (items: readonly Item[]) => Result[]): GroupCommit<Item, Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let isDue = false;

  function look(before: number, turns: number): void {
    const isGrowing = waiting.length > before && waiting.length < MOST_ITEMS && turns < MOST_TURNS;
    if (isGrowing) setImmediate(look, waiting.length, turns + 1);
    else flush();
  }

  function flush(): void {
    isDue = false;
    const group = waiting;
    waiting = [];
    if (group.length === 0) return;
    try {
      const results = commit(group.map(({ item }) => item));
      for (const [at, { resolve }] of group.entries()) resolve(results[at] as Result);
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  return {
    write: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (isDue) return;
        isDue = true;
        setImmediate(look, 0, 0);
      }),
    flush,
  };
}
