/** Open alerts and unsent messages in Postgres. One relay at a time, which has the lease, adds and sends them. */
import type { PostgresDatabase } from '../../engine/postgres/database.ts';
import type { AlertRows, Message } from '../alert-rows.ts';

const LEASE = 'alerts';
/** Longer than the pause between two renewals, ms. */
const LEASE_MS = 15_000;

export function createSharedAlertRows({ database }: Pick<PostgresDatabase, 'database'>, relayName: string): AlertRows {
  let epoch: number | null = null;

  return {
    async isMine() {
      const [found] = await database.query<{ epoch: number }>('SELECT epoch FROM take_lease($1, $2, $3) AS epoch', [
        LEASE,
        relayName,
        LEASE_MS,
      ]);
      epoch = found?.epoch ?? null;
      return epoch !== null;
    },
    async open() {
      const rows = await database.query<{ key: string; alert: string }>('SELECT key, alert FROM open_alert ORDER BY key');
      return new Map(rows.map(({ key, alert }) => [key, alert]));
    },
    async keep(began, ended, message) {
      await database.query('SELECT keep_alerts($1, $2::text[], $3::text[], $4::text[], $5)', [
        epoch,
        [...began.keys()],
        [...began.values()],
        ended,
        message,
      ]);
    },
    async next() {
      const [found] = await database.query<Message>('SELECT id, body FROM alert_message ORDER BY id LIMIT 1');
      return found ?? null;
    },
    async sent({ id }) {
      await database.query('DELETE FROM alert_message WHERE id <= $1', [id]);
    },
  };
}
