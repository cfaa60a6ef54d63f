/** The durable queue: everything that must happen is a row until it has happened. Each order or printer has a lane. */
import type Database from 'better-sqlite3';
import type { Text } from '../../../contract/message.ts';
import { fromStored, toStored } from '../rows/stored/stored-text.ts';
import { type JobOutcome, type JobPhase, outcomeOf, phaseOf, type WaitsFor, waitsForOf } from './job-progress.ts';

export interface NewJob {
  kind: string;
  /** Unique within its kind. */
  key: string;
  /** A lane's jobs run one at a time, in order. */
  lane: string;
  /** Venue or printer whose jobs share a limit. A hanging pool delays no other. */
  pool: string;
  orderId?: string;
  payload: unknown;
  /** Epoch ms on the monotonic clock; default: now. */
  notBefore?: number;
  /** Deadline, epoch ms: the most urgent job runs first. */
  dueBy?: number;
}

export interface Job {
  id: number;
  kind: string;
  key: string;
  lane: string;
  pool: string;
  orderId: string | null;
  /** Undefined if damaged; parsed by its kind (job-kind.ts). */
  payload: unknown;
  state: 'waiting' | 'leased' | 'done' | 'failed' | 'given-up';
  /** Attempts begun, with the current one, without blameless ones. */
  attempts: number;
  notBefore: number;
  /** Epoch ms. */
  dueBy: number | null;
  /** An earlier attempt may have taken effect. */
  outcomeUnknown: boolean;
  /** Last failure, or why it was given up. */
  error: Text | null;
  phase: JobPhase | null;
  waitsFor: WaitsFor;
  /** Null while unfinished, or if the state says it. */
  outcome: JobOutcome | null;
  /** Data that its kind stored. */
  result: unknown;
  createdAt: number;
  finishedAt: number | null;
  /** Last manual retry, epoch ms. */
  askedAgainAt: number | null;
}

/** `claim` numbers the attempt: an expired one can't overwrite a later one. */
export interface ClaimedJob extends Job {
  claim: number;
  leaseUntil: number;
}

export type Leases = Readonly<Record<string, number>>;
export type KindInPool = readonly [kind: string, pool: string];

/** `blameless` attempts (rate limit, printer off) aren't counted. `outcome`: 'unknown' if it may have taken effect. */
export interface Retry {
  error: Text;
  blameless?: boolean;
  outcome?: 'unknown' | undefined;
  phase?: JobPhase;
  waitsFor?: WaitsFor;
}

export type Added = 'added' | 'kept' | 'revived';

export interface Queue {
  /** Adds a job once per key. Revives a failed or given-up job with the new payload; a done one stays done. */
  add(job: NewJob): Added;
  /** Like `add`, but also revives a done job. */
  addOnceMore(job: NewJob): Added;
  /** For repeatable jobs such as readings: a running job runs again afterwards. */
  addAgain(job: NewJob): void;
  /** The most urgent runnable job, then the oldest. `leases`: ms, by kind. `full`: pools at their limit. */
  claim(leases: Leases, full?: readonly KindInPool[]): ClaimedJob | null;
  /** Whether `claim` would find a job, or a lease expired. Only reads. */
  isAnyDue(leases: Leases, full?: readonly KindInPool[]): boolean;
  /** False, without changes, if the lease was lost. */
  complete(job: ClaimedJob, how?: { outcome?: JobOutcome; result?: unknown }): boolean;
  retry(job: ClaimedJob, how: Retry & { notBefore: number }): boolean;
  fail(job: ClaimedJob, how: { error: Text; outcome?: JobOutcome }): boolean;
  /** At start: running jobs get an unknown outcome, and start times from a wrong clock are corrected. */
  recoverLeases(): number;
  /** At start: fails jobs of unknown kinds, which would block their lanes. */
  parkOtherThan(kinds: readonly string[], error: Text): number;
  /** Requeues expired leases. Returns how many. */
  reclaimExpired(): number;
  nextDueAfter(at: number): number | null;
  /** Retries a failed job or runs a waiting one; null if it's neither. */
  tryNow(id: number): Job | null;
  /** Gives up a failed or waiting job; null if it's neither. */
  giveUp(id: number, error: Text): Job | null;
  retryNow(lane: string): void;
  /** Retries all waiting jobs, after sleep or a reconnection. Pauses the service asked for and undo times stay. */
  retryAll(): void;
  /** Runs jobs that waited for contact. Returns how many. */
  contactReturned(): number;
  get(kind: string, key: string): Job | null;
  ofOrder(orderId: string): Job[];
  rewritePayloads(orderId: string, rewrite: (payload: unknown) => unknown): void;
  ofLane(lane: string): { waiting: number; working: number; lastError: Text | null };
  list(state: 'failed' | 'unfinished', limit: number): Job[];
  countFailed(): number;
}

type Row = Omit<Job, 'payload' | 'result' | 'outcomeUnknown' | 'error' | 'phase' | 'waitsFor' | 'outcome'> & {
  payload: string;
  phase: string | null;
  waitsFor: string | null;
  outcome: string | null;
  result: string | null;
  error: string | null;
  outcomeUnknown: number;
  claim: number;
  leaseUntil: number;
};

const COLUMNS = `id, kind, key, lane, pool, order_id AS orderId, payload, state, attempts, not_before AS notBefore, due_by AS dueBy, outcome_unknown AS outcomeUnknown, error,
  phase, waits_for AS waitsFor, outcome, result, created_at AS createdAt, finished_at AS finishedAt, asked_again_at AS askedAgainAt, claim, lease_until AS leaseUntil`;

interface ClaimParams {
  now: number;
  leases: string;
  full: string;
}

/**
 * A job that is waiting and due, first of its lane, in a pool that isn't full. `+kind` forces the index of waiting jobs; by kind it would
 * scan all.
 */
const CLAIMABLE = `job AS candidate
  WHERE state = 'waiting' AND not_before <= @now AND +kind IN (SELECT key FROM json_each(@leases))
    AND (kind, pool) NOT IN (SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]') FROM json_each(@full))
    AND NOT EXISTS (SELECT 1 FROM job AS ahead WHERE ahead.lane = candidate.lane AND ahead.state IN ('waiting', 'leased')
      AND (ahead.id < candidate.id OR ahead.state = 'leased'))`;

/** Longer waits, from a wrong clock or of rare readings, are shortened at a start. */
const LONGEST_WAIT_MS = 10 * 60_000;

/** `now` and `monotonic`: epoch ms. Users can set `now`, so waiting uses `monotonic`. */
export function createQueue(
  db: Database.Database,
  { now, monotonic }: { now: () => number; monotonic: () => number },
  touch: (job: { lane: string; orderId: string | null }) => void,
): Queue {
  const insert = db.prepare<[string, string, string, string, string | null, string, number, number, number | null]>(`
    INSERT INTO job (kind, key, lane, pool, order_id, payload, state, not_before, created_at, due_by)
    VALUES (?, ?, ?, ?, ?, ?, 'waiting', ?, ?, ?)
    ON CONFLICT (kind, key) DO NOTHING`);
  const reviving = (states: string) =>
    db.prepare(`
      UPDATE job SET state = 'waiting', attempts = 0, outcome_unknown = 0, payload = ?, not_before = ?, error = NULL, phase = NULL, waits_for = NULL, outcome = NULL,
        result = NULL, created_at = ?, due_by = ?
      WHERE kind = ? AND key = ? AND state IN (${states})`);
  const revive = reviving(`'failed', 'given-up'`);
  const reviveDone = reviving(`'failed', 'given-up', 'done'`);
  const repeat = db.prepare(`
    UPDATE job SET
      again = CASE WHEN state = 'leased' THEN 1 ELSE again END,
      not_before = CASE WHEN state = 'leased' THEN not_before WHEN state = 'waiting' THEN min(not_before, ?) ELSE ? END,
      attempts = CASE WHEN state IN ('done', 'failed', 'given-up') THEN 0 ELSE attempts END,
      error = CASE WHEN state IN ('done', 'failed', 'given-up') THEN NULL ELSE error END,
      outcome = NULL,
      payload = ?,
      state = CASE WHEN state = 'leased' THEN 'leased' ELSE 'waiting' END
    WHERE kind = ? AND key = ?`);
  const claimNext = db.prepare<[ClaimParams], Row>(`
    UPDATE job SET state = 'leased', attempts = attempts + 1, claim = claim + 1,
      lease_until = @now + (SELECT value FROM json_each(@leases) WHERE json_each.key = job.kind)
    WHERE id = (SELECT id FROM ${CLAIMABLE} ORDER BY due_by IS NULL, due_by, not_before, id LIMIT 1)
    RETURNING ${COLUMNS}`);
  const anyDue = db
    .prepare<[ClaimParams], number>(`
      SELECT EXISTS (SELECT 1 FROM ${CLAIMABLE}) OR EXISTS (SELECT 1 FROM job WHERE state = 'leased' AND lease_until < @now)`)
    .pluck();
  const finish = db.prepare(`
    UPDATE job SET state = CASE WHEN again = 1 THEN 'waiting' ELSE ? END, again = 0, attempts = CASE WHEN again = 1 THEN 0 ELSE attempts END,
      not_before = CASE WHEN again = 1 THEN ? ELSE not_before END, outcome_unknown = 0, phase = NULL, waits_for = NULL,
      outcome = CASE WHEN again = 1 THEN NULL ELSE ? END, result = ?, error = ?, finished_at = ?
    WHERE id = ? AND state = 'leased' AND claim = ?`);
  const putBack = db.prepare(`
    UPDATE job SET state = 'waiting', not_before = ?, attempts = attempts - ?, outcome_unknown = outcome_unknown OR ?, again = 0, error = ?,
      phase = ?, waits_for = ?
    WHERE id = ? AND state = 'leased' AND claim = ?`);
  const reclaim = db.prepare<[number], { lane: string; orderId: string | null }>(
    `UPDATE job SET state = 'waiting', outcome_unknown = 1, again = 0, waits_for = NULL WHERE state = 'leased' AND lease_until < ? RETURNING lane, order_id AS orderId`,
  );
  const park = db.prepare<[string, number, string], { lane: string; orderId: string | null }>(`
    UPDATE job SET state = 'failed', phase = NULL, error = ?, finished_at = ?
    WHERE state IN ('waiting', 'leased') AND kind NOT IN (SELECT value FROM json_each(?)) RETURNING lane, order_id AS orderId`);
  const shorten = db.prepare(`UPDATE job SET not_before = ? WHERE state = 'waiting' AND not_before > ?`);
  const due = db.prepare<[number], number | null>(`SELECT min(not_before) FROM job WHERE state = 'waiting' AND not_before > ?`).pluck();
  const again = db.prepare<[number, number, number], Row>(
    `UPDATE job SET state = 'waiting', attempts = 0, not_before = ?, asked_again_at = ?, error = NULL, phase = NULL, waits_for = NULL, outcome = NULL WHERE id = ? AND state IN ('failed', 'waiting') RETURNING ${COLUMNS}`,
  );
  const drop = db.prepare<[string, number, number], Row>(
    `UPDATE job SET state = 'given-up', phase = NULL, error = ?, finished_at = ? WHERE id = ? AND state IN ('failed', 'waiting') RETURNING ${COLUMNS}`,
  );
  const retryLane = db.prepare(`UPDATE job SET not_before = ? WHERE lane = ? AND state = 'waiting' AND not_before > ?`);
  const hurried = db.prepare<[{ now: number }], { lane: string; orderId: string | null }>(`
    UPDATE job SET not_before = @now WHERE state = 'waiting' AND not_before > @now AND attempts > 0 AND waits_for IS NOT 'asked'
    RETURNING lane, order_id AS orderId`);
  const returnedContact = db.prepare<[{ now: number }], { lane: string; orderId: string | null }>(`
    UPDATE job SET not_before = @now WHERE state = 'waiting' AND not_before > @now AND waits_for = 'contact'
    RETURNING lane, order_id AS orderId`);
  const byKey = db.prepare<[string, string], Row>(`SELECT ${COLUMNS} FROM job WHERE kind = ? AND key = ?`);
  const byOrder = db.prepare<[string], Row>(`SELECT ${COLUMNS} FROM job WHERE order_id = ? ORDER BY id`);
  const writePayload = db.prepare(`UPDATE job SET payload = ? WHERE id = ?`);
  const laneCounts = db.prepare<[{ lane: string }], { waiting: number; working: number; lastError: string | null }>(`
    SELECT count(*) FILTER (WHERE state = 'waiting') AS waiting, count(*) FILTER (WHERE state = 'leased') AS working,
      (SELECT error FROM job WHERE lane = @lane AND state IN ('waiting', 'leased') ORDER BY id LIMIT 1) AS lastError
    FROM job WHERE lane = @lane AND state IN ('waiting', 'leased')`);
  const failed = db.prepare<[number], Row>(`SELECT ${COLUMNS} FROM job WHERE state = 'failed' ORDER BY id DESC LIMIT ?`);
  const unfinished = db.prepare<[number], Row>(`SELECT ${COLUMNS} FROM job WHERE state IN ('waiting', 'leased') ORDER BY id LIMIT ?`);
  const failedCount = db.prepare<[], { count: number }>(`SELECT count(*) AS count FROM job WHERE state = 'failed'`);

  const tryInsert = (job: NewJob): boolean =>
    insert.run(
      job.kind,
      job.key,
      job.lane,
      job.pool,
      job.orderId ?? null,
      JSON.stringify(job.payload),
      job.notBefore ?? monotonic(),
      now(),
      job.dueBy ?? null,
    ).changes === 1;
  const touched = (job: { lane: string; orderId: string | null }, changes: number): boolean => {
    if (changes > 0) touch(job);
    return changes > 0;
  };
  const end = (
    job: ClaimedJob,
    state: 'done' | 'failed',
    { outcome, result, error }: { outcome?: JobOutcome; result?: unknown; error?: Text },
  ): boolean => {
    const text = error === undefined ? null : toStored(error);
    const { changes } = finish.run(state, monotonic(), outcome ?? null, JSON.stringify(result ?? null), text, now(), job.id, job.claim);
    return touched(job, changes);
  };
  const moved = (row: Row | undefined): Job | null => {
    if (!row) return null;
    touch(row);
    return toJob(row);
  };
  const claimOf = (leases: Leases, full: readonly KindInPool[]): ClaimParams => ({
    now: monotonic(),
    leases: JSON.stringify(leases),
    full: JSON.stringify(full),
  });
  const touchAll = (rows: { lane: string; orderId: string | null }[]): number => {
    for (const row of rows) touch(row);
    return rows.length;
  };
  const reclaimUntil = (until: number): number => touchAll(reclaim.all(until));

  function add(job: NewJob, revival: typeof revive): Added {
    const moved = { lane: job.lane, orderId: job.orderId ?? null };
    if (tryInsert(job)) {
      touch(moved);
      return 'added';
    }
    const { changes } = revival.run(JSON.stringify(job.payload), job.notBefore ?? monotonic(), now(), job.dueBy ?? null, job.kind, job.key);
    return touched(moved, changes) ? 'revived' : 'kept';
  }

  function retryNow(lane: string): void {
    touched({ lane, orderId: null }, retryLane.run(monotonic(), lane, monotonic()).changes);
  }

  return {
    add: (job) => add(job, revive),
    addOnceMore: (job) => add(job, reviveDone),
    addAgain(job) {
      const at = job.notBefore ?? monotonic();
      if (!tryInsert(job)) repeat.run(at, at, JSON.stringify(job.payload), job.kind, job.key);
      touch({ lane: job.lane, orderId: job.orderId ?? null });
    },
    claim(leases, full = []) {
      const row = claimNext.get(claimOf(leases, full));
      if (!row) return null;
      touch(row);
      return { ...toJob(row), claim: row.claim, leaseUntil: row.leaseUntil };
    },
    complete: (job, how = {}) => end(job, 'done', how),
    retry: (job, how) =>
      touched(
        job,
        putBack.run(
          how.notBefore,
          how.blameless ? 1 : 0,
          how.outcome === 'unknown' ? 1 : 0,
          toStored(how.error),
          how.phase ?? null,
          how.waitsFor ?? null,
          job.id,
          job.claim,
        ).changes,
      ),
    fail: (job, how) => end(job, 'failed', how),
    recoverLeases() {
      shorten.run(monotonic(), monotonic() + LONGEST_WAIT_MS);
      returnedContact.all({ now: monotonic() });
      return reclaimUntil(Number.MAX_SAFE_INTEGER);
    },
    parkOtherThan: (kinds, error) => touchAll(park.all(toStored(error), now(), JSON.stringify(kinds))),
    reclaimExpired: () => reclaimUntil(monotonic()),
    isAnyDue: (leases, full = []) => anyDue.get(claimOf(leases, full)) === 1,
    nextDueAfter: (at) => due.get(at) ?? null,
    tryNow: (id) => moved(again.get(monotonic(), now(), id)),
    giveUp: (id, error) => moved(drop.get(toStored(error), now(), id)),
    retryNow,
    retryAll: () => void touchAll(hurried.all({ now: monotonic() })),
    contactReturned: () => touchAll(returnedContact.all({ now: monotonic() })),
    get(kind, key) {
      const row = byKey.get(kind, key);
      return row ? toJob(row) : null;
    },
    ofOrder: (orderId) => byOrder.all(orderId).map(toJob),
    rewritePayloads(orderId, rewrite) {
      for (const { id, payload } of byOrder.all(orderId)) {
        // Unreadable payloads may contain personal data.
        const next = JSON.stringify(rewrite(parsed(payload) ?? {}));
        if (next !== payload) writePayload.run(next, id);
      }
    },
    ofLane(lane) {
      const { waiting = 0, working = 0, lastError = null } = laneCounts.get({ lane }) ?? {};
      return { waiting, working, lastError: lastError === null ? null : fromStored(lastError) };
    },
    list: (state, limit) => (state === 'failed' ? failed : unfinished).all(limit).map(toJob),
    countFailed: () => failedCount.get()?.count ?? 0,
  };
}

/** Undefined if damaged: one row must not make the others unreadable. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toJob(row: Row): Job {
  return {
    ...row,
    payload: parsed(row.payload),
    result: row.result === null ? null : (parsed(row.result) ?? null),
    // A damaged value counts as true.
    outcomeUnknown: row.outcomeUnknown !== 0,
    phase: phaseOf(row.phase),
    waitsFor: waitsForOf(row.waitsFor),
    outcome: outcomeOf(row.outcome),
    error: row.error === null ? null : fromStored(row.error),
  };
}
