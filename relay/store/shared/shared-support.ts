/** Support requests and files in Postgres: any relay asks, the one with the counter's connection passes it on. */
import { randomUUID } from 'node:crypto';
import type { Time } from '../../../shared/time/time.ts';
import { createBatches } from '../../engine/postgres/batches.ts';
import type { PostgresDatabase } from '../../engine/postgres/database.ts';
import { SUPPORT_KEPT_MS, type SupportRequestRow, type SupportRequests } from '../support-requests.ts';

const EVERY_MS = 10_000;
const MOST_FOUND = 1_000;
const SHOWN = 'id, reason, state, asked_at AS "askedAt", answered_at AS "answeredAt"';

export function createSharedSupport(options: {
  postgres: Pick<PostgresDatabase, 'database' | 'hints'>;
  time: Time;
  onDefect: (error: unknown) => void;
}): SupportRequests & Disposable {
  const { time, onDefect } = options;
  const { database, hints } = options.postgres;
  const listeners: ((counterId: string) => void)[] = [];
  /** Ids of open requests by counter. */
  let open = new Map<string, string>();
  const oldest = (): number => time.wall() - SUPPORT_KEPT_MS;

  // One lookup for each counter that connects.
  const found = createBatches<string, SupportRequestRow | null>(MOST_FOUND, async (counterIds) => {
    const rows = await database.query<SupportRequestRow & { counterId: string }>(
      `SELECT counter_id AS "counterId", ${SHOWN} FROM support_request WHERE counter_id = ANY ($1) AND coalesce(answered_at, asked_at) > $2`,
      [counterIds, oldest()],
    );
    const known = new Map(rows.map(({ counterId, ...row }) => [counterId, row]));
    return counterIds.map((counterId) => known.get(counterId) ?? null);
  });

  async function follow(): Promise<void> {
    const rows = await database.query<{ counterId: string; id: string }>(
      `SELECT counter_id AS "counterId", id FROM support_request WHERE state = 'asked' AND asked_at > $1`,
      [oldest()],
    );
    const before = open;
    open = new Map(rows.map(({ counterId, id }) => [counterId, id]));
    for (const counterId of new Set([...before.keys(), ...open.keys()]))
      if (before.get(counterId) !== open.get(counterId)) for (const listener of listeners) listener(counterId);
  }

  async function changed(): Promise<void> {
    hints.send('support', null);
    await follow();
  }

  hints.on('support', () => void follow().catch(onDefect));
  const stop = time.every(EVERY_MS, follow, onDefect);
  return {
    async ask(counterId, reason) {
      const [made] = await database.query<SupportRequestRow>(
        `INSERT INTO support_request AS r VALUES ($1, $2, $3, 'asked', $4, NULL, NULL)
         ON CONFLICT (counter_id) DO UPDATE SET id = excluded.id, reason = excluded.reason, state = excluded.state,
           asked_at = excluded.asked_at, answered_at = NULL, file = NULL
         WHERE r.state <> 'asked' OR r.asked_at <= $5 RETURNING ${SHOWN}`,
        [counterId, randomUUID(), reason, time.wall(), oldest()],
      );
      if (made) await changed();
      return made ?? null;
    },
    of: (counterId) => found.add(counterId),
    async answer(counterId, id, file) {
      const state: SupportRequestRow['state'] = file === null ? 'refused' : 'sent';
      const rows = await database.query(
        `UPDATE support_request SET state = $3, answered_at = coalesce(answered_at, $4), file = coalesce(file, $5)
         WHERE counter_id = $1 AND id = $2 AND state IN ('asked', $3) AND coalesce(answered_at, asked_at) > $6 RETURNING id`,
        [counterId, id, state, time.wall(), file, oldest()],
      );
      return rows.length > 0;
    },
    async file(counterId) {
      const [found] = await database.query<{ file: Buffer | null }>(
        'SELECT file FROM support_request WHERE counter_id = $1 AND answered_at > $2',
        [counterId, oldest()],
      );
      return found?.file ?? null;
    },
    async withdraw(counterId) {
      const rows = await database.query('DELETE FROM support_request WHERE counter_id = $1 RETURNING id', [counterId]);
      await changed();
      return rows.length > 0;
    },
    async deleteOld() {
      await database.query('DELETE FROM support_request WHERE coalesce(answered_at, asked_at) <= $1', [oldest()]);
    },
    onChange: (listener) => void listeners.push(listener),
    [Symbol.dispose]: stop,
  };
}
