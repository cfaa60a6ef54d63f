/** Follows what relays tell each other to keep: up to where counters have acknowledged, and who may listen. */
import type { JsMsg } from '@nats-io/jetstream';
import type { Local } from '../local.ts';
import type { NewsStore } from '../news/news-store.ts';
import { readCursor } from './cursors.ts';
import { BUCKET_STREAM } from './shared.ts';
import { cameAt, type Names } from './streams.ts';

export interface StateReader {
  /** The stream of the bucket. */
  stream: string;
  /** Of the stream that was made at `created`: some of its messages, in order. Throws where the disk does not take them. */
  apply(created: string, messages: readonly JsMsg[]): void;
}

/** `changed`: what stands under a key of the bucket that is no cursor; called within the transaction. */
export function createStateReader(options: {
  names: Names;
  store: NewsStore;
  local: Local;
  changed: (key: string, value: string) => void;
}): StateReader {
  const { names, store, local, changed } = options;
  const stream = BUCKET_STREAM + names.state;
  const before = `$KV.${names.state}.`;
  return {
    stream,
    apply(created, messages) {
      const last = messages.at(-1);
      if (!last) return;
      store.write(() => {
        for (const { subject, data, headers } of messages) {
          if (headers?.has('KV-Operation')) continue;
          const key = subject.slice(before.length);
          const value = Buffer.from(data).toString('utf8');
          const cursor = readCursor(key, value);
          if (cursor) store.acknowledgedElsewhere(cursor.reader, cursor.venueId, cursor.seq);
          else changed(key, value);
        }
        local.setPosition(stream, { created, seq: last.seq, at: cameAt(last) });
      });
    },
  };
}
