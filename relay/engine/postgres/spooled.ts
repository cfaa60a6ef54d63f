/** Spools what the database doesn't take within a second, and gives it to it in order once it's back. */
import type { Time } from '../../../shared/time/time.ts';
import type { Appended, Engine, ServiceRequest } from '../engine.ts';
import { isUnstorable } from './connection.ts';
import type { Spool } from './spool.ts';

/** The service waits longer for its 200, ms. */
const PATIENCE_MS = 1_000;
const FORWARD_EVERY_MS = 1_000;
const MOST_AT_ONCE = 256;
const MOST_REFERENCES = 10_000;

export function createSpooledEngine(engine: Engine, spool: Spool, time: Time, onDefect: (error: unknown) => void): Engine {
  /** Venues of each reader whose change the database hasn't taken yet; null to remove the reader. */
  const readers = new Map<string, readonly string[] | null>();
  let isEmpty = spool.backlog().waiting === 0;
  /** Not in the spool's count yet. */
  let adding = 0;
  let isForwarding = false;
  const listeners = new Set<(venueId: string) => void>();
  /** Why the database is away; reads then fail at once. */
  let away: { why: unknown } | null = null;
  /** Venues not read meanwhile. */
  const missed = new Set<string>();
  /** Venues of the latest references. */
  const referred = new Map<string, string>();

  function inTime<Result>(work: Promise<Result>): Promise<Result> {
    const late = Promise.withResolvers<never>();
    const cancel = time.after(PATIENCE_MS, () => late.reject(new Error('The database takes too long.')));
    return Promise.race([work, late.promise]).finally(cancel);
  }

  async function keepHere(taken: ServiceRequest): Promise<Appended> {
    isEmpty = false;
    const venueId = taken.venueId ?? venueHere(taken.references);
    adding += 1;
    await spool.add(taken, venueId).finally(() => {
      adding -= 1;
    });
    if (venueId !== null) tell([venueId]);
    return { kept: 'spooled' };
  }

  function tell(venueIds: readonly string[]): void {
    queueMicrotask(() => {
      for (const venueId of venueIds) for (const listener of listeners) listener(venueId);
    });
  }

  function remember({ venueId, references }: ServiceRequest): void {
    if (venueId === null) return;
    for (const reference of references) {
      referred.delete(reference);
      referred.set(reference, venueId);
    }
    for (const oldest of referred.keys()) {
      if (referred.size <= MOST_REFERENCES) return;
      referred.delete(oldest);
    }
  }

  function venueHere(references: readonly string[]): string | null {
    return references.map((one) => referred.get(one)).find((found) => found !== undefined) ?? null;
  }

  async function reading<Result>(venueId: string, read: () => Promise<Result>): Promise<Result> {
    try {
      if (away !== null) throw away.why;
      return await read();
    } catch (error) {
      away = { why: error };
      missed.add(venueId);
      throw error;
    }
  }

  let isLooking = false;
  async function lookAgain(): Promise<void> {
    if (away === null || isLooking) return;
    isLooking = true;
    try {
      await engine.venue('');
      away = null;
      tell([...missed]);
      missed.clear();
    } finally {
      isLooking = false;
    }
  }

  /** One that the database can't store fails its whole batch. It's found in halves, and waits for the operator without its venue. */
  async function give(batch: readonly ServiceRequest[]): Promise<void> {
    try {
      await Promise.all(batch.map(engine.append));
    } catch (error) {
      const [one] = batch;
      if (!isUnstorable(error) || !one) throw error;
      if (batch.length === 1) {
        onDefect(error);
        return void (await engine.append({ ...one, venueId: null, references: [] }));
      }
      const half = Math.ceil(batch.length / 2);
      await give(batch.slice(0, half));
      await give(batch.slice(half));
    }
  }

  /** Repeats are harmless: they're recognized. */
  async function forward(): Promise<void> {
    if (isForwarding || (isEmpty && readers.size === 0)) return;
    isForwarding = true;
    try {
      for (const [reader, venueIds] of readers) {
        await (venueIds === null ? engine.removeReader(reader) : engine.setReader(reader, venueIds));
        if (readers.get(reader) === venueIds) readers.delete(reader);
      }
      for (let batch = spool.oldest(MOST_AT_ONCE); batch.length > 0; batch = spool.oldest(MOST_AT_ONCE)) {
        await give(batch.map(({ taken }) => taken));
        spool.remove(batch.at(-1)?.id ?? 0);
      }
      isEmpty = adding === 0 && spool.backlog().waiting === 0;
    } finally {
      isForwarding = false;
    }
  }

  async function changeReader(reader: string, venueIds: readonly string[] | null): Promise<void> {
    readers.set(reader, venueIds);
    // A database that is away gets the change later.
    await inTime(forward()).catch(onDefect);
  }

  const stops = [time.every(FORWARD_EVERY_MS, forward, onDefect), time.every(FORWARD_EVERY_MS, lookAgain, onDefect)];
  return {
    ...engine,
    async append(taken) {
      remember(taken);
      // Later ones wait behind earlier ones, unless this relay's disk is full.
      if (!isEmpty) return keepHere(taken).catch(() => inTime(engine.append(taken)));
      try {
        return await inTime(engine.append(taken));
      } catch (error) {
        onDefect(error);
        return keepHere(taken);
      }
    },
    onNews(listener) {
      listeners.add(listener);
      const stop = engine.onNews(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    venue: (venueId) => reading(venueId, () => inTime(engine.venue(venueId))).catch(() => null),
    readAfter: (venueId, after, most) => reading(venueId, () => engine.readAfter(venueId, after, most)),
    early: (venueId, after, most) => (isEmpty ? [] : spool.early(venueId, after, most)),
    setReader: changeReader,
    removeReader: (reader) => changeReader(reader, null),
    async venueOf(references) {
      const found = away ? null : await inTime(engine.venueOf(references)).catch(() => null);
      return found ?? venueHere(references);
    },
    spooled: spool.backlog,
    canWrite: async (bytes) => spool.canWrite(bytes) || engine.canWrite(bytes),
    async [Symbol.asyncDispose]() {
      for (const stop of stops) stop();
      await engine[Symbol.asyncDispose]();
    },
  };
}
