/** Everything that waits to be written is written together: one transaction, one fsync, and then each is told. */

export interface GroupCommit<Item, Result> {
  /** Resolves once it is durable. Rejects where nothing of its group was written. */
  write(item: Item): Promise<Result>;
  /** Writes what waits, now. */
  flush(): void;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** A group is not waited for any longer than this many turns, nor made larger. */
const MOST_TURNS = 32;
const MOST_ITEMS = 512;

/**
 * `commit` writes all of a group durably, or throws and has written none. It runs in the first turn of the event loop that brings nothing more:
 * who comes alone waits for microseconds, and of many that come one behind the other all wait for one sync.
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
