/** Who may listen, of several relays: a counter that was invited at one joins at another, and one that is revoked at one is let in by none. */
import * as v from 'valibot';
import { plainCode } from '../../contract/relay/settings-document.ts';
import { EngineAway } from '../engine/engine.ts';
import { readJson } from '../take/read-json.ts';
import type { Time } from '../time.ts';
import {
  asCounter,
  type Counter,
  type CounterRow,
  hashOf,
  INVITATION_MS,
  type LocalRegistry,
  managementOf,
  newCode,
  newCounter,
  type Registry,
} from './registry.ts';
import type { SharedState } from './shared-state.ts';

const COUNTER = 'counter.';
const INVITATION = 'invitation.';
/** Keys that this relay does not know and is asking for, at once: whoever tries keys gets no more than this out of the engine. */
const MOST_ASKED = 32;
const GIVEN_AT_ONCE = 64;
const TRIES = 8;

const Hash = v.pipe(
  v.string(),
  v.transform((text) => Buffer.from(text, 'base64url')),
);
const SharedRow = v.object({
  id: v.string(),
  key_hash: Hash,
  label: v.string(),
  venue_ids: v.string(),
  created_at: v.number(),
  seen_at: v.number(),
  revoked_at: v.nullable(v.number()),
  seal_key: v.optional(v.nullable(v.string()), null),
  group_name: v.optional(v.nullable(v.string()), null),
});
const Invitation = v.object({
  label: v.string(),
  venue_ids: v.string(),
  expires_at: v.number(),
  used_at: v.nullable(v.number()),
  group_name: v.optional(v.nullable(v.string()), null),
  settings_key: v.optional(v.nullable(v.string()), null),
});
type Invitation = v.InferOutput<typeof Invitation>;

export interface RegistryWatch {
  /** Any relay let it in. */
  joined(counter: Counter): void;
  /** Any relay took its key away. */
  revoked(id: string): void;
}

/** `watch`: told of what this relay and the others do, within a write of the store. */
export function createSharedRegistry(
  local: LocalRegistry,
  shared: SharedState,
  time: Time,
  watch: RegistryWatch,
  onDefect: (error: unknown) => void,
): Registry {
  const { lasting, passing } = shared;
  let asked = 0;

  shared.onChange((key, value) => {
    if (!key.startsWith(COUNTER)) return;
    const row = v.safeParse(SharedRow, readJson(value));
    if (row.success) know(row.output);
    else onDefect(new Error(`${key} is none of a relay.`));
  });
  shared.onAnew(giveAll);

  function know(row: CounterRow): void {
    const here = local.row(row.id);
    local.put(here ? { ...merged(here, row), seal_key: row.seal_key } : row);
    if (row.revoked_at === null) watch.joined(asCounter(row));
    else watch.revoked(row.id);
  }

  /** What was shared before, or before there were several relays, is this one's alone now. */
  async function giveAll(): Promise<void> {
    const rows = local.rows();
    for (let at = 0; at < rows.length; at += GIVEN_AT_ONCE) await Promise.all(rows.slice(at, at + GIVEN_AT_ONCE).map(give));
  }

  async function give(row: CounterRow): Promise<void> {
    if (!(await lasting.create(keyOf(row), writeRow(row)))) await change(row, (there) => merged(there, row));
  }

  /** Whatever others do to it meanwhile stays done. */
  async function change(row: CounterRow, how: (there: CounterRow) => CounterRow): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const found = await lasting.get(keyOf(row));
      const value = writeRow(found ? how(readRow(found.value)) : how(row));
      if (found?.value === value) return;
      if (found ? await lasting.replace(keyOf(row), value, found.revision) : await lasting.create(keyOf(row), value)) return;
    }
    throw new EngineAway('Other relays change the same counter.');
  }

  /** A key that was made at another relay a moment ago. */
  async function askFor(key: string): Promise<void> {
    if (asked >= MOST_ASKED) throw new EngineAway('Too many keys are asked for.');
    asked += 1;
    try {
      const found = await lasting.get(COUNTER + hashOf(key).toString('base64url'));
      if (found) know(readRow(found.value));
    } finally {
      asked -= 1;
    }
  }

  async function use(key: string, revision: number, invitation: Invitation): Promise<boolean> {
    return passing.replace(key, JSON.stringify(invitation), revision);
  }

  return {
    async invite(label, venueIds, management) {
      const code = newCode();
      const expiresAt = time.wall() + INVITATION_MS;
      const managed = { group_name: management?.group ?? null, settings_key: management?.key ?? null };
      const invitation = { label, venue_ids: JSON.stringify([...new Set(venueIds)]), expires_at: expiresAt, used_at: null, ...managed };
      await passing.create(invitationKey(code), JSON.stringify(invitation satisfies Invitation));
      return { code, expiresAt };
    },
    async redeem(code, label) {
      const key = invitationKey(code);
      const found = await passing.get(key);
      if (!found) return { ok: false, why: 'unknown' };
      const invitation = v.parse(Invitation, JSON.parse(found.value));
      const now = time.wall();
      if (invitation.used_at !== null) return { ok: false, why: 'used' };
      if (invitation.expires_at <= now) return { ok: false, why: 'expired' };
      const made = newCounter(invitation, label, now);
      if (!(await use(key, found.revision, { ...invitation, used_at: now }))) return { ok: false, why: 'used' };
      try {
        await lasting.create(keyOf(made.row), writeRow(made.row));
      } catch (error) {
        // Nobody has got the key: the code may be tried again, if that can still be said.
        await passing
          .get(key)
          .then((spent) => spent && use(key, spent.revision, invitation))
          .catch(() => undefined);
        throw error;
      }
      know(made.row);
      return { ok: true, counter: asCounter(made.row), key: made.key, management: managementOf(invitation) };
    },
    async holderOf(key) {
      try {
        if (!local.knows(key)) await askFor(key);
      } catch (error) {
        if (error instanceof EngineAway) return { ok: false, why: 'closing' };
        throw error;
      }
      const holder = await local.holderOf(key);
      const row = holder.ok ? local.row(holder.counter.id) : null;
      // Not waited for: the next connection says it again.
      if (row && holder.ok && row.seen_at !== holder.counter.seenAt) {
        change(row, (there) => merged(there, row)).catch((error: unknown) => {
          if (!(error instanceof EngineAway)) onDefect(error);
        });
      }
      return holder;
    },
    counters: local.counters,
    sealKeysOf: local.sealKeysOf,
    async revoke(id) {
      const row = local.row(id);
      if (!row) return false;
      const revoked = { ...row, revoked_at: row.revoked_at ?? time.wall() };
      // Here at once; whoever is told that the others do not know yet asks again.
      know(revoked);
      await change(revoked, (there) => merged(there, revoked));
      return true;
    },
    async setSealKey(id, sealKey) {
      const row = local.row(id);
      if (!row) return;
      const given = { ...row, seal_key: sealKey };
      // Here only once the others know: a counter that comes again says it again.
      await change(given, (there) => ({ ...there, seal_key: sealKey }));
      local.put(given);
    },
  };
}

/** What one of two relays has seen both have seen: a key that was taken away stays so; for what a counter opens the first one knows better. */
function merged(one: CounterRow, other: CounterRow): CounterRow {
  return {
    ...one,
    ...other,
    seal_key: one.seal_key ?? other.seal_key,
    // A relay of the version before writes the row without it.
    group_name: one.group_name ?? other.group_name,
    seen_at: Math.max(one.seen_at, other.seen_at),
    revoked_at: one.revoked_at ?? other.revoked_at,
  };
}

function keyOf({ key_hash }: CounterRow): string {
  return COUNTER + key_hash.toString('base64url');
}

function invitationKey(code: string): string {
  return INVITATION + hashOf(plainCode(code)).toString('base64url');
}

function writeRow(row: CounterRow): string {
  return JSON.stringify({ ...row, key_hash: row.key_hash.toString('base64url') });
}

function readRow(value: string): CounterRow {
  return v.parse(SharedRow, JSON.parse(value));
}
