/** Invitations and registered counters. Codes and keys are unguessable and stored as hashes. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type Database from 'better-sqlite3';
import { CODE_LENGTH, CODE_LETTERS, plainCode } from '../../contract/relay/settings-document.ts';
import type { Time } from '../../shared/time/time.ts';

const INVITATION_MS = 24 * 3_600_000;
/** How long used or expired codes are distinguished from unknown ones. */
const REMEMBERED_MS = 30 * 24 * 3_600_000;
const DAY_MS = 24 * 3_600_000;
/** `seenAt` is saved at most this often, as keys expire by days; several together, as each write waits for the disk. */
const SEEN_EVERY_MS = 3_600_000;
const SEEN_WRITTEN_MS = 10_000;

export interface Counter {
  id: string;
  label: string;
  venueIds: string[];
  /** Epoch ms. */
  createdAt: number;
  /** Last connection or creation, epoch ms, to the hour. */
  seenAt: number;
  /** Public key that encrypts delivery notifications for this counter; null for none. */
  sealKey: string | null;
  group: string | null;
}

/** The group that manages a counter's settings, and its public key. Sent with the counter's own key; the counter trusts no other. */
export interface Management {
  group: string;
  key: string;
}

export type Redeemed =
  | { ok: true; counter: Counter; key: string; management: Management | null }
  | { ok: false; why: 'unknown' | 'used' | 'expired' };
export type KeyHolder = { ok: true; counter: Counter } | { ok: false; why: 'key' | 'revoked' | 'expired' };

export interface Registry extends Disposable {
  invite(label: string, venueIds: readonly string[], management: Management | null): Promise<{ code: string; expiresAt: number }>;
  /** Exchanges a code, which works once. `label`: used if the operator gave none. */
  redeem(code: string, label: string | undefined): Promise<Redeemed>;
  holderOf(key: string): Promise<KeyHolder>;
  /** All counters except revoked ones, oldest first. */
  counters(): Counter[];
  revoke(id: string): Promise<boolean>;
  setSealKey(id: string, sealKey: string | null): Promise<void>;
  /** The key of each counter that reads this venue; null for one without a key. */
  sealKeysOf(venueId: string): readonly (string | null)[];
}

interface CounterRow {
  id: string;
  key_hash: Buffer;
  label: string;
  venue_ids: string;
  created_at: number;
  seen_at: number;
  revoked_at: number | null;
  seal_key: string | null;
  group_name: string | null;
}

interface InvitationRow {
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
    add: db.prepare(
      'INSERT INTO counters (id, key_hash, label, venue_ids, created_at, seen_at, revoked_at, seal_key, group_name) VALUES (@id, @key_hash, @label, @venue_ids, @created_at, @seen_at, @revoked_at, @seal_key, @group_name)',
    ),
    byKey: db.prepare<[Buffer], CounterRow>('SELECT * FROM counters WHERE key_hash = ?'),
    see: db.prepare('UPDATE counters SET seen_at = ? WHERE id = ?'),
    all: db.prepare<[], CounterRow>('SELECT * FROM counters WHERE revoked_at IS NULL ORDER BY created_at, id'),
    revoke: db.prepare('UPDATE counters SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL'),
    setSealKey: db.prepare('UPDATE counters SET seal_key = ? WHERE id = ? AND seal_key IS NOT ?'),
  };
  /** Cached by venue for delivery notifications. Null after changes. */
  let sealKeys: Map<string, (string | null)[]> | null = null;

  /** Not written yet, by counter. */
  const seen = new Map<string, number>();
  const writeSeen = db.transaction(() => {
    for (const [id, at] of seen) sql.see.run(at, id);
  }).immediate;
  function keepSeen(): void {
    if (seen.size === 0) return;
    writeSeen();
    seen.clear();
  }
  const stop = time.every(SEEN_WRITTEN_MS, keepSeen, onDefect);

  const redeem = db.transaction((code: string, label: string | undefined): Redeemed => {
    const now = time.wall();
    const hash = hashOf(plainCode(code));
    const invitation = sql.invitation.get(hash);
    if (!invitation) return { ok: false, why: 'unknown' };
    if (invitation.used_at !== null) return { ok: false, why: 'used' };
    if (invitation.expires_at <= now) return { ok: false, why: 'expired' };
    const { row, key } = newCounter(invitation, label, now);
    sql.use.run(now, hash);
    sealKeys = null;
    sql.add.run(row);
    return { ok: true, counter: asCounter(row), key, management: managementOf(invitation) };
  }).immediate;

  return {
    async invite(label, venueIds, management) {
      const now = time.wall();
      const code = newCode();
      sql.forgetInvitations.run(now - REMEMBERED_MS);
      const ids = JSON.stringify([...new Set(venueIds)]);
      sql.invite.run(hashOf(plainCode(code)), label, ids, now + INVITATION_MS, management?.group ?? null, management?.key ?? null);
      return { code, expiresAt: now + INVITATION_MS };
    },
    redeem: async (code, label) => redeem(code, label),
    async holderOf(key) {
      const row = sql.byKey.get(hashOf(key));
      if (!row) return { ok: false, why: 'key' };
      if (row.revoked_at !== null) return { ok: false, why: 'revoked' };
      const now = time.wall();
      const seenAt = seen.get(row.id) ?? row.seen_at;
      if (now - seenAt > keysExpireAfterDays * DAY_MS) return { ok: false, why: 'expired' };
      if (now - seenAt > SEEN_EVERY_MS) seen.set(row.id, now);
      return { ok: true, counter: asCounter(row) };
    },
    counters: () => sql.all.all().map(asCounter),
    async revoke(id) {
      sealKeys = null;
      return sql.revoke.run(time.wall(), id).changes > 0;
    },
    async setSealKey(id, sealKey) {
      if (sql.setSealKey.run(sealKey, id, sealKey).changes > 0) sealKeys = null;
    },
    sealKeysOf(venueId) {
      if (sealKeys === null) {
        sealKeys = new Map();
        for (const { venue_ids, seal_key } of sql.all.all())
          for (const id of JSON.parse(venue_ids) as string[]) sealKeys.set(id, [...(sealKeys.get(id) ?? []), seal_key]);
      }
      return sealKeys.get(venueId) ?? [];
    },
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

function newCounter(invitation: InvitationRow, label: string | undefined, now: number): { row: CounterRow; key: string } {
  const key = randomBytes(32).toString('base64url');
  const row = {
    id: randomUUID(),
    key_hash: hashOf(key),
    label: invitation.label || (label ?? ''),
    venue_ids: invitation.venue_ids,
    created_at: now,
    seen_at: now,
    revoked_at: null,
    seal_key: null,
    group_name: invitation.group_name,
  };
  return { row, key };
}

function managementOf({ group_name, settings_key }: InvitationRow): Management | null {
  return group_name === null || settings_key === null ? null : { group: group_name, key: settings_key };
}

function asCounter({ id, label, venue_ids, created_at, seen_at, seal_key, group_name }: CounterRow): Counter {
  const venueIds = JSON.parse(venue_ids) as string[];
  return { id, label, venueIds, createdAt: created_at, seenAt: seen_at, sealKey: seal_key, group: group_name };
}

/** Five groups of five, such as `7K2QD-...`. */
function newCode(): string {
  const letters = Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('');
  return letters.replace(/.{5}(?=.)/g, '$&-');
}

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
