/** The one loop that carries out queued jobs: claims what is due, runs it under its lease, records its end in one transaction. */

import { message, type Text } from '../../../contract/message.ts';
import { backoffMs } from '../../time/back-off.ts';
import { inTime } from '../../time/in-time.ts';
import type { Cancel, Time } from '../../time/time.ts';
import { storageTroubleOf } from '../file/storage-trouble.ts';
import type { Store } from '../store.ts';
import type { JobKind } from './job-kind.ts';
import type { JobOutcome } from './job-progress.ts';
import type { ClaimedJob, KindInPool, Retry } from './queue.ts';

/** What became of one attempt. `also` runs in the transaction that records it: what follows from the end cannot be lost with it. */
export type Outcome = (
  | { end: 'done'; outcome?: JobOutcome; result?: unknown }
  | ({ end: 'retry'; afterMs: number } & Retry)
  | { end: 'failed'; error: Text; outcome?: JobOutcome }
) & { also?: () => void };

/** A kind of job: how to do it. Whether an error is worth retrying is its own to say, by the outcome. */
export interface Kind {
  kind: string;
  /** How many jobs of one pool are under way at a time. */
  atOnce: number;
  /** Longest time an attempt may take, ms; then its signal aborts and another attempt may begin. */
  leaseMs: number;
  run(job: ClaimedJob, signal: AbortSignal): Promise<Outcome>;
}

/** A kind whose jobs carry something: parsed when a job is claimed. One that cannot be read is parked among the failed ones, where staff see it. */
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
  /** Looks for due jobs now instead of at the next wake-up. */
  nudge(): void;
  /** Takes no new jobs and waits for those in hand; those that do not end in time count as interrupted at the next start. */
  stop(graceMs?: number): Promise<void>;
}

/** Where polling is the net under the nudges. */
const LONGEST_SLEEP_MS = 1_000;
const RECORD_AGAIN_MS = 300;
/** As many are taken in one transaction; others have their turn before the next. */
const MOST_TAKEN = 32;
/** An attempt whose lease is over ends by itself within this time. */
const AFTER_LEASE_MS = 10_000;

export function startWorker(options: {
  store: Store;
  kinds: Kind[];
  time: Time;
  /** A defect in a kind: reported, and the job tried again later. The job is null where none could be taken. */
  onDefect: (error: unknown, job: ClaimedJob | null) => void;
}): Worker {
  const { store, time } = options;
  const kinds = new Map(options.kinds.map((kind) => [kind.kind, kind]));
  const leases = Object.fromEntries(options.kinds.map(({ kind, leaseMs }) => [kind, leaseMs]));
  /** The attempts under way: one whose lease ran out is one until it ends. */
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
    // Without storage no job can be taken: the store says so on the screen, and the look is repeated.
    let sleep = LONGEST_SLEEP_MS;
    const at = time.monotonic();
    try {
      takeWhatIsDue();
      // What is due and was not taken waits for one in hand, whose end nudges, or for one ahead of it that is not due yet.
      sleep = Math.min(LONGEST_SLEEP_MS, (store.queue.nextDueAfter(at) ?? Number.POSITIVE_INFINITY) - time.monotonic());
    } catch (error) {
      options.onDefect(error, null);
    }
    nextLook = time.after(Math.max(20, sleep), lookForWork);
  }

  /** In one transaction, however many they are and of whatever kinds. */
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
      // What does not end with its lease either would keep its pool from every other job.
      outcome = await inTime(time, null, kind.leaseMs + AFTER_LEASE_MS, () => kind.run(job, lease.signal));
    } catch (error) {
      options.onDefect(error, job);
      outcome = {
        end: 'retry',
        error: message('job.unexpectedRetrying'),
        afterMs: backoffMs(job.attempts),
        mayHaveHappened: true,
      };
    } finally {
      endNoLease();
    }
    await record(job, outcome);
  }

  /** What has happened is not forgotten because the disk was full just then: it is written as soon as the storage takes it. */
  async function record(job: ClaimedJob, outcome: Outcome): Promise<void> {
    for (;;) {
      try {
        return store.write(() => {
          const recorded =
            outcome.end === 'done'
              ? store.queue.complete(job, outcome)
              : outcome.end === 'failed'
                ? store.queue.fail(job, outcome)
                : store.queue.retry(job, { ...outcome, notBefore: Math.ceil(time.monotonic() + outcome.afterMs) });
          if (recorded) outcome.also?.();
        });
      } catch (error) {
        // Without its end on record the job counts as interrupted, and what became of it is found out.
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

/** Of which kind which pools have as many under way as they may. */
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
