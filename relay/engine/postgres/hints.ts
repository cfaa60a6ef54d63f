/** Short messages to the other relays by NOTIFY. One may be lost, so what it says is also found by a query every two seconds. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { readJson } from '../../../shared/json/read-json.ts';
import type { Time } from '../../../shared/time/time.ts';
import { type ConnectionOptions, openConnections } from './connection.ts';

/** `news`: venues with notifications. `registry`: counters or settings changed. `joined`: counters that connected. `support`: requests. */
type About = 'news' | 'registry' | 'joined' | 'support';

export interface Hints {
  send(about: About, content: unknown): void;
  on(about: About, hear: (content: unknown) => void): void;
  /** A query on the connection that listens, which opens it again if it was lost. */
  query: ReturnType<typeof openConnections>['query'];
  /** Whether what this relay sent came back: a pooler between them swallows it. */
  areHeard(): boolean;
  close(): void;
}

const CHANNEL = 'relay';
const ANSWER_MS = 5_000;
const HEARD_WITHIN_MS = 10_000;

const Hint = v.object({ from: v.string(), about: v.string(), content: v.unknown() });

export function openHints(options: Omit<ConnectionOptions, 'answerMs'>, time: Time): Hints {
  const heard = new Map<string, ((content: unknown) => void)[]>();
  /** Distinguishes this relay's own hints. */
  const self = randomUUID();
  /** When the first hint was sent that hasn't come back, monotonic. */
  let unheardSince: number | null = null;

  const sending = openConnections(1, { ...options, answerMs: ANSWER_MS });
  const hearing = openConnections(1, {
    ...options,
    answerMs: ANSWER_MS,
    async begin(client) {
      client.on('notification', ({ payload }) => {
        const hint = v.safeParse(Hint, readJson(payload ?? ''));
        if (!hint.success) return;
        const { from, about, content } = hint.output;
        if (from === self) unheardSince = null;
        else for (const hear of heard.get(about) ?? []) hear(content);
      });
      await options.begin(client);
      await client.query(`LISTEN ${CHANNEL}`);
      unheardSince = null;
    },
  });

  return {
    send(about, content) {
      unheardSince ??= time.monotonic();
      sending
        // A hint needn't wait for the standby, which would hold up all others. Only for this transaction: a pooler shares connections.
        .query(`SELECT set_config('synchronous_commit', 'off', true), pg_notify('${CHANNEL}', $1)`, [
          JSON.stringify({ from: self, about, content }),
        ])
        .catch(() => {
          unheardSince = null;
        });
    },
    on: (about, hear) => void heard.set(about, [...(heard.get(about) ?? []), hear]),
    query: hearing.query,
    areHeard: () => unheardSince === null || time.monotonic() - unheardSince < HEARD_WITHIN_MS,
    close() {
      for (const one of [sending, hearing]) one.close();
    },
  };
}
