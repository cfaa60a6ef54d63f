/** The state of screens by topic and ID: a snapshot on joining, then patches numbered without gaps. */
import { type AppState, type Change, nothingShown, type StatePush, type Topic } from '../../contract/contract.ts';

export interface Watching {
  snapshot(): void;
  leave(): void;
}

export interface Feed {
  /** Sets or removes (null) an entry; equal values send nothing. One turn of the event loop makes one patch. */
  set<T extends Topic>(topic: T, id: string, value: AppState[T][string] | null): void;
  ids(topic: Topic): string[];
  get<T extends Topic>(topic: T, id: string): AppState[T][string] | null;
  /** Delivers a snapshot at once, then patches. */
  watch(onPush: (push: StatePush) => void): Watching;
  isWatched(): boolean;
}

export function createFeed(): Feed {
  const state = nothingShown();
  /** JSON of each entry, to detect equal values. */
  const written = new Map<string, string>();
  const watchers = new Set<(push: StatePush) => void>();
  let seq = 0;
  let unsent: Change[] = [];

  function flush(): void {
    if (unsent.length === 0) return;
    seq += 1;
    const push: StatePush = { push: 'patch', seq, after: seq - 1, changes: unsent };
    unsent = [];
    for (const watcher of watchers) watcher(push);
  }

  const snapshot = (): StatePush => ({ push: 'snapshot', of: 'counter', seq, state: structuredClone(state) });

  return {
    set(topic, id, value) {
      const entries: Record<string, unknown> = state[topic];
      const key = `${topic}/${id}`;
      const text = value === null ? undefined : JSON.stringify(value);
      if (written.get(key) === text) return;
      if (text === undefined) {
        delete entries[id];
        written.delete(key);
      } else {
        entries[id] = value;
        written.set(key, text);
      }
      if (unsent.length === 0) setImmediate(flush);
      unsent.push({ topic, id, value } as Change);
    },
    ids: (topic) => Object.keys(state[topic]),
    get: (topic, id) => (Object.hasOwn(state[topic], id) ? ((state[topic] as Record<string, never>)[id] ?? null) : null),
    watch(onPush) {
      flush();
      watchers.add(onPush);
      onPush(snapshot());
      return {
        snapshot() {
          flush();
          if (watchers.has(onPush)) onPush(snapshot());
        },
        leave: () => void watchers.delete(onPush),
      };
    },
    isWatched: () => watchers.size > 0,
  };
}
