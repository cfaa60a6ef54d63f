/** What relays keep together, in two key-value buckets of NATS: who may listen and what was acknowledged in one, what passes in the other. */
import { JetStreamApiError } from '@nats-io/jetstream';
import { type KV, Kvm } from '@nats-io/kv';
import type { SharedTable } from '../../store/shared-state.ts';
import type { Time } from '../../time.ts';
import { EngineAway, type Lease } from '../engine.ts';
import { type Held, nextHeld } from '../lease.ts';
import type { NatsSettings, Session } from './connection.ts';
import type { Names } from './streams.ts';

export const AWAY = 'The engine that relays share does not answer.';
/** Longer than any invitation is told apart from one that never was. */
const PASSING_MS = 31 * 24 * 3_600_000;
/** A bucket is a stream of this name before its own. */
export const BUCKET_STREAM = 'KV_';
const CHANGED_MEANWHILE = new Set([10071, 10164]);

export interface Buckets {
  lasting: KV;
  passing: KV;
}

export async function openBuckets(session: Session, names: Names, { replicas }: NatsSettings): Promise<Buckets> {
  const kvm = new Kvm(session.jetstream);
  // Asked of the leader: another server may still have what was before.
  const how = { replicas, history: 1, allow_direct: false };
  return { lasting: await kvm.create(names.state, how), passing: await kvm.create(names.passing, { ...how, ttl: PASSING_MS }) };
}

/** `bucket`: of the connection of the moment; null while there is none. */
export function sharedTable(bucket: () => KV | null): SharedTable {
  async function ask<Answer>(work: (kv: KV) => Promise<Answer>): Promise<Answer> {
    const kv = bucket();
    if (kv === null) throw new EngineAway(AWAY);
    return work(kv).catch((error: unknown) => {
      throw new EngineAway(AWAY, { cause: error });
    });
  }

  /** Whether it was written: somebody else may have been first. */
  async function isWritten(work: Promise<unknown>): Promise<boolean> {
    try {
      await work;
      return true;
    } catch (error) {
      if (error instanceof JetStreamApiError && CHANGED_MEANWHILE.has(error.code)) return false;
      throw error;
    }
  }

  return {
    get: (key) =>
      ask(async (kv) => {
        const found = await kv.get(key);
        return found?.operation === 'PUT' ? { value: found.string(), revision: found.revision } : null;
      }),
    create: (key, value) => ask((kv) => isWritten(kv.create(key, value))),
    replace: (key, value, revision) => ask((kv) => isWritten(kv.update(key, value, revision))),
  };
}

/** As Engine.lease. While the engine is away nobody has any. */
export async function takeLease(table: SharedTable, time: Time, key: string, holder: string, ms: number): Promise<Lease | null> {
  try {
    const found = await table.get(key);
    const next = nextHeld(found ? (JSON.parse(found.value) as Held) : null, holder, time.wall(), ms);
    if (next === null) return null;
    const value = JSON.stringify(next);
    const isOurs = found ? await table.replace(key, value, found.revision) : await table.create(key, value);
    return isOurs ? { epoch: next.epoch } : null;
  } catch (error) {
    if (error instanceof EngineAway) return null;
    throw error;
  }
}
