/** Brings this relay's own store to what the log that all relays share says, message by message, each once. */
import type { JsMsg } from '@nats-io/jetstream';
import { type LogEntry, readEntry, writeEntry } from '../entry.ts';
import type { Local } from '../local.ts';
import type { NewsStore } from '../news/news-store.ts';
import type { Outcome, ReadBack } from './read-back.ts';
import { cameAt, microseconds } from './streams.ts';

export interface LogReader {
  /** Of the log that was made at `created`: some of its messages, in order. Throws where the disk does not take them, and then none of them counts. */
  apply(created: string, messages: readonly JsMsg[]): void;
  /** The log is another one, or has lost its end: what waits here is to be given to it again, and everything is read from its start. */
  startOver(created: string): void;
}

export function createLogReader(options: {
  log: string;
  store: NewsStore;
  local: Local;
  readBack: ReadBack;
  onDefect: (error: unknown) => void;
}): LogReader {
  const { log, store, local, readBack, onDefect } = options;

  function entryOf(message: JsMsg): LogEntry | null {
    try {
      return readEntry(message.data);
    } catch (error) {
      onDefect(new Error(`Message ${message.seq} of ${log} is none of a relay.`, { cause: error }));
      return null;
    }
  }

  function applyOne(entry: LogEntry, least: number, told: Set<string>): Outcome {
    if (entry.what === 'route') return store.route(entry.seq, entry.venueId, least, told);
    if (entry.what === 'expire') return store.expire(entry.before);
    local.remove(entry.hash);
    return store.keep(entry, least, told);
  }

  return {
    apply(created, messages) {
      const last = messages.at(-1);
      if (!last) return;
      const outcomes = store.write((told) => {
        const all: [key: string, outcome: Outcome][] = [];
        for (const message of messages) {
          const entry = entryOf(message);
          if (entry) all.push([keyOf(entry), applyOne(entry, microseconds(message), told)]);
        }
        for (const venueId of told) store.dropFetched(venueId);
        local.setPosition(log, { created, seq: last.seq, at: cameAt(last) });
        return all;
      });
      for (const [key, outcome] of outcomes) readBack.came(key, outcome);
    },
    startOver(created) {
      store.write(() => {
        for (const entry of store.emptyOut()) local.add({ hash: entry.hash, venueId: entry.venueId, entry: writeEntry(entry) });
        local.setPosition(log, { created, seq: 0, at: 0 });
      });
    },
  };
}

/** By which it is waited for: something taken by its hash, a decision by its id. */
function keyOf(entry: LogEntry): string {
  return entry.what === 'taken' ? entry.hash.toString('hex') : entry.id;
}
