/** Each result is recorded in one transaction. */

import { message, type Text } from '../../contract/message.ts';
import type { Cancel, Time } from '../../shared/time/time.ts';
import { backoffMs } from '../time/back-off.ts';
import { inTime } from '../time/time-limit.ts';
import { storageTroubleOf } from './file/storage-trouble.ts';
import type { JobKind } from './queue/job-kind.ts';
import type { JobOutcome } from './queue/job-progress.ts';
import type { ClaimedJob, KindInPool, Retry } from './queue/queue.ts';
import type { Store } from './store.ts';

/** `also` runs in the transaction that records the result, so that its effects can't be lost. */
export type Outcome = (
  | { end: 'done'; outcome?: JobOutcome; result?: unknown }
  | ({ end: 'retry'; afterMs: number } & Retry)
  | { end: 'failed'; error: Text; outcome?: JobOutcome }
) & { also?: () => void };

export interface Kind {
  kind: string;
  /** Most running jobs per pool. */
  atOnce: number;
  /** Ms per attempt; then `signal` aborts and another attempt may begin. */
  leaseMs: number;
  run(job: ClaimedJob, signal: AbortSignal): Promise<Outcome>;
}

/** Jobs with unreadable payloads fail, so that staff see them. */
export function kindOf<Payload>(
  of: JobKind<Payload>,
  how: Pick<Kind, 'atOnce' | 'leaseMs'> & { run(job: ClaimedJob, payload: Payload, signal: AbortSignal): Promise<Outcome> },
): Kind {
  return {
    kind: of.kind,
    atOnce: how.atOnce,
    leaseMs: how.leaseMs,
    async run(job, signal) {
      const payload = of.read(job);
      return payload === null ? { end: 'failed', error: NOT_READABLE } : how.run(job, payload, signal);
    },
  };
}

const NOT_READABLE = message('job.unreadable');

export interface Worker {
  nudge(): void;
  /** Waits for running jobs; the outcome of those that don't end in time is unknown. */
  stop(graceMs?: number): Promise<void>;
}

/** Polls at least this often, in case a nudge was missed. */
const LONGEST_SLEEP_MS = 1_000;
const RECORD_AGAIN_MS = 300;
/** Most claims per transaction, so that other work gets its turn. */
const MOST_TAKEN = 32;
/** How long an attempt may go on after its lease ended. */
const AFTER_LEASE_MS = 10_000;

export function startWorker(options: {
  store: Store;
  kinds: Kind[];
  time: Time;
  /** `job` will be retried; null if none could be claimed. */
  onDefect: (error: unknown, job: ClaimedJob | null) => void;
}): Worker {
  const { store, time } = options;
  const kinds = new Map(options.kinds.map((kind) => [kind.kind, kind]));
  const leases = Object.fromEntries(options.kinds.map(({ kind, leaseMs }) => [kind, leaseMs]));
  /** Includes attempts with expired leases. */
  const running = new Map<Promise<void>, ClaimedJob>();
  let stopped = false;
  let nextLook: Cancel | undefined;
  let nudged = false;

  const unsubscribe = store.onCommit((touched) => {
    if (touched.lanes.size > 0) nudge();
  });

  function nudge(): void {
    if (nudged || stopped) return;
    nudged = true;
    setImmediate(() => {
      nudged = false;
      lookForWork();
    });
  }

  function lookForWork(): void {
    if (stopped) return;
    nextLook?.();
    // The store reports missing storage; this loop then retries.
    let sleep = LONGEST_SLEEP_MS;
    const at = time.monotonic();
    try {
      takeWhatIsDue();
      // Unclaimed due jobs wait for a running one, whose end nudges, or one ahead in their lane.
      sleep = Math.min(LONGEST_SLEEP_MS, (store.queue.nextDueAfter(at) ?? Number.POSITIVE_INFINITY) - time.monotonic());
    } catch (error) {
      options.onDefect(error, null);
    }
    nextLook = time.after(Math.max(20, sleep), lookForWork);
  }

  function takeWhatIsDue(): void {
    if (!store.queue.isAnyDue(leases, fullPools(kinds, running.values()))) return;
    const taken: ClaimedJob[] = [];
    store.write(() => {
      store.queue.reclaimExpired();
      while (taken.length < MOST_TAKEN) {
        const job = store.queue.claim(leases, fullPools(kinds, [...running.values(), ...taken]));
        if (!job) break;
        taken.push(job);
      }
    });
    for (const job of taken) {
      const kind = kinds.get(job.kind);
      if (kind) begin(kind, job);
    }
  }

  function begin(kind: Kind, job: ClaimedJob): void {
    const attempt: Promise<void> = runJob(kind, job).finally(() => {
      running.delete(attempt);
      nudge();
    });
    running.set(attempt, job);
  }

  async function runJob(kind: Kind, job: ClaimedJob): Promise<void> {
    const lease = new AbortController();
    const endNoLease = time.after(kind.leaseMs, () => lease.abort(new Error('the lease ran out')));
    let outcome: Outcome;
    try {
      // An attempt that ignores its signal must not block its pool.
      outcome = await inTime(time, null, kind.leaseMs + AFTER_LEASE_MS, () => kind.run(job, lease.signal));
    } catch (error) {
      options.onDefect(error, job);
      outcome = {
        end: 'retry',
        error: message('job.unexpectedRetrying'),
        afterMs: backoffMs(job.attempts),
        outcome: 'unknown',
      };
    } finally {
      endNoLease();
    }
    await record(job, outcome);
  }

  /** Retries until storage accepts the result. */
  async function record(job: ClaimedJob, outcome: Outcome): Promise<void> {
    for (;;) {
      try {
        return store.write(() => {
          // Rounded so that a pause of 0 is over at once.
          const notBefore = (afterMs: number): number => Math.floor(time.monotonic()) + Math.ceil(afterMs);
          const recorded =
            outcome.end === 'done'
              ? store.queue.complete(job, outcome)
              : outcome.end === 'failed'
                ? store.queue.fail(job, outcome)
                : store.queue.retry(job, { ...outcome, notBefore: notBefore(outcome.afterMs) });
          if (recorded) outcome.also?.();
        });
      } catch (error) {
        // Without a recorded result, the next attempt finds out what happened.
        if (stopped || !storageTroubleOf(error)) return options.onDefect(error, job);
        await time.wait(RECORD_AGAIN_MS);
      }
    }
  }

  try {
    store.write(() => store.queue.parkOtherThan([...kinds.keys()], NOT_READABLE));
  } catch (error) {
    options.onDefect(error, null);
  }
  nudge();
  return {
    nudge,
    async stop(graceMs = 5_000) {
      stopped = true;
      unsubscribe();
      nextLook?.();
      if (running.size === 0) return;
      let noGrace: Cancel | undefined;
      await Promise.race([Promise.all(running.keys()), new Promise<void>((resolve) => (noGrace = time.after(graceMs, resolve)))]);
      noGrace?.();
    },
  };
}

function fullPools(kinds: ReadonlyMap<string, Kind>, jobs: Iterable<ClaimedJob>): KindInPool[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { kind, pool } of jobs) {
    const ofKind = counts.get(kind) ?? new Map<string, number>();
    counts.set(kind, ofKind.set(pool, (ofKind.get(pool) ?? 0) + 1));
  }
  return [...counts].flatMap(([kind, pools]) =>
    [...pools].flatMap(([pool, count]): KindInPool[] => (count >= (kinds.get(kind)?.atOnce ?? 0) ? [[kind, pool]] : [])),
  );
}
