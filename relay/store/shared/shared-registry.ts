/** The registry in Postgres, for several relays. Who may connect is read from this relay's copy. */
import type { Time } from '../../../shared/time/time.ts';
import type { PostgresDatabase } from '../../engine/postgres/database.ts';
import { asCounter, type CounterRows } from '../counter-rows.ts';
import { hashOf, hashOfCode, INVITATION_MS, newCode, newKey, REMEMBERED_MS } from '../keys.ts';
import { holderIn, type InvitationRow, managementOf, type Registry } from '../registry.ts';
import type { Copy } from './copy.ts';

/** Delay before connections and public keys are written, ms; and pause after a failure. */
const WRITTEN_AFTER_MS = 1_000;

export function createSharedRegistry(options: {
  postgres: Pick<PostgresDatabase, 'database'>;
  counters: CounterRows;
  copy: Copy;
  onRevoked: Registry['onRevoked'];
  time: Time;
  keysExpireAfterDays: number;
  onDefect: (error: unknown) => void;
}): Registry & Disposable {
  const { counters, copy, time, keysExpireAfterDays } = options;
  const { database } = options.postgres;
  /** Not written yet, by counter. */
  const seen = new Map<string, number>();
  const sealKeys = new Map<string, string | null>();

  async function writeRemembered(): Promise<void> {
    if (seen.size + sealKeys.size === 0) return;
    const written = { seen: [...seen], sealKeys: [...sealKeys] };
    await copy.change(
      `WITH next AS MATERIALIZED (SELECT next_version($5) AS version), given AS (
         SELECT id, max(seen_at) AS seen_at, bool_or(has_key) AS has_key, max(seal_key) AS seal_key FROM (
           SELECT id, seen_at, false AS has_key, NULL AS seal_key FROM unnest($1::text[], $2::bigint[]) AS s(id, seen_at)
           UNION ALL SELECT id, NULL, true, seal_key FROM unnest($3::text[], $4::text[]) AS k(id, seal_key)
         ) AS changes GROUP BY id
       )
       UPDATE counter SET seen_at = greatest(counter.seen_at, given.seen_at), version = next.version,
         seal_key = CASE WHEN given.has_key THEN given.seal_key ELSE counter.seal_key END
       FROM given, next WHERE counter.id = given.id`,
      [
        written.seen.map(([id]) => id),
        written.seen.map(([, at]) => at),
        written.sealKeys.map(([id]) => id),
        written.sealKeys.map(([, key]) => key),
        time.wall(),
      ],
    );
    for (const [id, at] of written.seen) if (seen.get(id) === at) seen.delete(id);
    for (const [id, key] of written.sealKeys) if (sealKeys.get(id) === key) sealKeys.delete(id);
  }

  const stop = time.every(WRITTEN_AFTER_MS, writeRemembered, options.onDefect);
  return {
    async invite(label, venueIds, management) {
      const now = time.wall();
      const code = newCode();
      const expiresAt = now + INVITATION_MS;
      await database.query('DELETE FROM invitation WHERE expires_at < $1', [now - REMEMBERED_MS]);
      await database.query('INSERT INTO invitation VALUES ($1, $2, $3, $4, NULL, $5, $6)', [
        hashOfCode(code),
        label,
        JSON.stringify([...new Set(venueIds)]),
        expiresAt,
        management?.group ?? null,
        management?.key ?? null,
      ]);
      return { code, expiresAt };
    },
    async redeem(code, label) {
      const { id, key } = newKey();
      const now = time.wall();
      const [found] = await copy.change<InvitationRow & { why: 'unknown' | 'used' | 'expired' | null }>(
        'SELECT why, label, venue_ids, group_name, settings_key FROM redeem_invitation($1, $2, $3, $4, $5)',
        [hashOfCode(code), id, hashOf(key), label ?? '', now],
      );
      if (!found || found.why !== null) return { ok: false, why: found?.why ?? 'unknown' };
      const { label: given, venue_ids, group_name } = found;
      const row = { id, key_hash: hashOf(key), label: given, venue_ids, created_at: now, seen_at: now, revoked_at: null, seal_key: null };
      counters.put({ ...row, group_name });
      return { ok: true, counter: asCounter({ ...row, group_name }), key, management: managementOf(found) };
    },
    async holderOf(key) {
      const here = () => holderIn(counters.byKey(hashOf(key)), seen, time.wall(), keysExpireAfterDays);
      const known = here();
      if (known.ok) return known;
      // Another relay may have registered it, or seen it later.
      try {
        await copy.renew();
      } catch {
        return { ok: false, why: 'closing' };
      }
      return here();
    },
    counters: counters.counters,
    async revoke(id) {
      const rows = await copy.change(
        `UPDATE counter SET revoked_at = $2, version = (SELECT next_version($2)) WHERE id = $1 AND revoked_at IS NULL RETURNING id`,
        [id, time.wall()],
      );
      await copy.renew();
      return rows.length > 0;
    },
    onRevoked: options.onRevoked,
    async setSealKey(id, sealKey) {
      const row = counters.byId(id);
      if (row === null || row.seal_key === sealKey) return;
      counters.put({ ...row, seal_key: sealKey });
      sealKeys.set(id, sealKey);
    },
    sealKeysOf: counters.sealKeysOf,
    [Symbol.dispose]: stop,
  };
}
