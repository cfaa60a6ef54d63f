/** Invitations and registered counters. */
import type Database from 'better-sqlite3';
import type { Time } from '../../shared/time/time.ts';
import { asCounter, type Counter, type CounterRow, type CounterRows, createCounterRows } from './counter-rows.ts';
import { hashOf, hashOfCode, INVITATION_MS, newCode, newKey, REMEMBERED_MS } from './keys.ts';

export type { Counter } from './counter-rows.ts';

const DAY_MS = 24 * 3_600_000;
/** `seenAt` is saved at most this often, as keys expire by days; several together, as each write waits for the disk. */
const SEEN_EVERY_MS = 3_600_000;
const SEEN_WRITTEN_MS = 10_000;

/** The group that manages a counter's settings, and its public key. Sent with the counter's own key; the counter trusts no other. */
export interface Management {
  group: string;
  key: string;
}

export type Redeemed =
  | { ok: true; counter: Counter; key: string; management: Management | null }
  | { ok: false; why: 'unknown' | 'used' | 'expired' };
/** `closing`: another relay may know the key, and the database is away; the counter tries again. */
export type KeyHolder = { ok: true; counter: Counter } | { ok: false; why: 'key' | 'revoked' | 'expired' | 'closing' };

export interface Registry extends Pick<CounterRows, 'counters' | 'sealKeysOf'>, Disposable {
  invite(label: string, venueIds: readonly string[], management: Management | null): Promise<{ code: string; expiresAt: number }>;
  /** Exchanges a code, which works once. `label`: used if the operator gave none. */
  redeem(code: string, label: string | undefined): Promise<Redeemed>;
  holderOf(key: string): Promise<KeyHolder>;
  revoke(id: string): Promise<boolean>;
  /** Hears of those that another relay revokes, too. */
  onRevoked(listener: (id: string) => void): void;
  setSealKey(id: string, sealKey: string | null): Promise<void>;
}

export interface InvitationRow {
  label: string;
  venue_ids: string;
  group_name: string | null;
  settings_key: string | null;
}

/** `keysExpireAfterDays`: counted from the last connection. `onDefect` gets errors of delayed writes. */
export function createRegistry(
  db: Database.Database,
  time: Time,
  keysExpireAfterDays: number,
  onDefect: (error: unknown) => void,
): Registry {
  const sql = {
    invite: db.prepare(
      'INSERT INTO invitations (code_hash, label, venue_ids, expires_at, group_name, settings_key) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    forgetInvitations: db.prepare('DELETE FROM invitations WHERE expires_at < ?'),
    invitation: db.prepare<[Buffer], InvitationRow & { expires_at: number; used_at: number | null }>(
      'SELECT label, venue_ids, expires_at, used_at, group_name, settings_key FROM invitations WHERE code_hash = ?',
    ),
    use: db.prepare('UPDATE invitations SET used_at = ? WHERE code_hash = ?'),
  };
  const rows = createCounterRows(db);
  const listeners: ((id: string) => void)[] = [];

  /** Not written yet, by counter. */
  const seen = new Map<string, number>();
  function keepSeen(): void {
    if (seen.size === 0) return;
    rows.see(seen);
    seen.clear();
  }
  const stop = time.every(SEEN_WRITTEN_MS, keepSeen, onDefect);

  const redeem = db.transaction((code: string, label: string | undefined): Redeemed => {
    const now = time.wall();
    const hash = hashOfCode(code);
    const invitation = sql.invitation.get(hash);
    if (!invitation) return { ok: false, why: 'unknown' };
    if (invitation.used_at !== null) return { ok: false, why: 'used' };
    if (invitation.expires_at <= now) return { ok: false, why: 'expired' };
    const { id, key } = newKey();
    const row: CounterRow = {
      id,
      key_hash: hashOf(key),
      label: invitation.label || (label ?? ''),
      venue_ids: invitation.venue_ids,
      created_at: now,
      seen_at: now,
      revoked_at: null,
      seal_key: null,
      group_name: invitation.group_name,
    };
    sql.use.run(now, hash);
    rows.put(row);
    return { ok: true, counter: asCounter(row), key, management: managementOf(invitation) };
  }).immediate;

  return {
    async invite(label, venueIds, management) {
      const now = time.wall();
      const code = newCode();
      sql.forgetInvitations.run(now - REMEMBERED_MS);
      const ids = JSON.stringify([...new Set(venueIds)]);
      sql.invite.run(hashOfCode(code), label, ids, now + INVITATION_MS, management?.group ?? null, management?.key ?? null);
      return { code, expiresAt: now + INVITATION_MS };
    },
    redeem: async (code, label) => redeem(code, label),
    async holderOf(key) {
      return holderIn(rows.byKey(hashOf(key)), seen, time.wall(), keysExpireAfterDays);
    },
    counters: rows.counters,
    async revoke(id) {
      const row = rows.byId(id);
      if (row === null || row.revoked_at !== null) return false;
      rows.put({ ...row, revoked_at: time.wall() });
      for (const listener of listeners) listener(id);
      return true;
    },
    onRevoked: (listener) => void listeners.push(listener),
    async setSealKey(id, sealKey) {
      const row = rows.byId(id);
      if (row && row.seal_key !== sealKey) rows.put({ ...row, seal_key: sealKey });
    },
    sealKeysOf: rows.sealKeysOf,
    [Symbol.dispose]() {
      stop();
      try {
        keepSeen();
      } catch (error) {
        onDefect(error);
      }
    },
  };
}

/** Whether this key may connect. `seen`: added until written. */
export function holderIn(row: CounterRow | null, seen: Map<string, number>, now: number, keysExpireAfterDays: number): KeyHolder {
  if (row === null) return { ok: false, why: 'key' };
  if (row.revoked_at !== null) return { ok: false, why: 'revoked' };
  const seenAt = seen.get(row.id) ?? row.seen_at;
  if (now - seenAt > keysExpireAfterDays * DAY_MS) return { ok: false, why: 'expired' };
  if (now - seenAt > SEEN_EVERY_MS) seen.set(row.id, now);
  return { ok: true, counter: asCounter({ ...row, seen_at: seenAt }) };
}

export function managementOf({ group_name, settings_key }: InvitationRow): Management | null {
  return group_name === null || settings_key === null ? null : { group: group_name, key: settings_key };
}
