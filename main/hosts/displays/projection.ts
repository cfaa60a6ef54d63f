/** The part of the app's feed for one kind of paired screen: fewer entries, with fewer fields, under the feed's numbers. */
import type { AppState, EntryOf, PageKind, PageStates, Snapshot, StatePush, Topic } from '../../../contract/contract.ts';
import type { Watching } from '../../app/app.ts';

/** Topics that the screen is sent; `as` returns null for an entry that it isn't shown. */
export type Shown<K extends PageKind> = {
  [T in Topic & keyof PageStates[K]]: (value: AppState[T][string]) => EntryOf<PageStates[K][T]> | null;
};

export interface Projection<K extends PageKind> {
  watch(onPush: (push: StatePush<K>) => void): Watching;
  /** As this screen is shown it; null if it isn't. */
  get<T extends keyof PageStates[K]>(topic: T, id: string): EntryOf<PageStates[K][T]> | null;
  stop(): void;
}

export type IdOf = (topic: Topic, id: string, isShown: boolean, isHeld: (id: string) => boolean) => string | null;

/**
 * `idOf`: the ID that screens get instead of an order's; null for an order that was never shown and isn't now. `isHeld`: whether an ID
 * is on the screens. `onUnwatched`: the last screen left. Entries that are shown as before aren't sent, and each push is one object for all screens, so it's serialized once.
 */
export function project<K extends PageKind>(
  of: K,
  watchFeed: (onPush: (push: StatePush) => void) => Watching,
  shown: Shown<K>,
  idOf: IdOf = (_, id) => id,
  onUnwatched: () => void = () => undefined,
): Projection<K> {
  const topics = Object.keys(shown) as (Topic & keyof PageStates[K])[];
  const entries = new Map(topics.map((topic) => [topic, new Map<string, { text: string; value: unknown }>()]));
  const watchers = new Set<(push: StatePush<K>) => void>();
  let seq = 0;

  /** Applies these entries; returns those that the screen sees changed. */
  function changes(given: { topic: Topic; id: string; value: unknown }[]) {
    return given.flatMap(({ topic, id, value }) => {
      const held = entries.get(topic as Topic & keyof PageStates[K]);
      if (held === undefined) return [];
      const as = shown[topic as Topic & keyof PageStates[K]] as (value: unknown) => unknown;
      const next = value === null ? null : as(value);
      const key = idOf(topic, id, next !== null, (one) => held.has(one));
      if (key === null) return [];
      const text = JSON.stringify(next);
      if ((held.get(key)?.text ?? 'null') === text) return [];
      if (next === null) held.delete(key);
      else held.set(key, { text, value: next });
      return [{ topic, id: key, value: next }];
    });
  }

  function follow(push: StatePush): void {
    const after = seq;
    seq = push.seq;
    if (push.push === 'patch') {
      const sent = changes(push.changes);
      if (sent.length === 0) seq = after;
      else for (const watcher of watchers) watcher({ push: 'patch', after, seq, changes: sent as never });
      return;
    }
    for (const held of entries.values()) held.clear();
    changes(topics.flatMap((topic) => Object.entries(push.state[topic]).map(([id, value]) => ({ topic, id, value }))));
    const again = snapshot();
    for (const watcher of watchers) watcher(again);
  }

  function snapshot(): Snapshot<K> {
    const state = topics.map((topic) => [topic, Object.fromEntries([...(entries.get(topic) ?? [])].map(([id, { value }]) => [id, value]))]);
    return { push: 'snapshot', of, seq, state: Object.fromEntries(state) } as Snapshot<K>;
  }

  const watching = watchFeed(follow);
  return {
    watch(onPush) {
      watchers.add(onPush);
      onPush(snapshot());
      return {
        snapshot: () => onPush(snapshot()),
        leave() {
          if (watchers.delete(onPush) && watchers.size === 0) onUnwatched();
        },
      };
    },
    get: (topic, id) =>
      (entries.get(topic as Topic & keyof PageStates[K])?.get(id)?.value as EntryOf<PageStates[K][typeof topic]> | undefined) ?? null,
    stop: () => watching.leave(),
  };
}
