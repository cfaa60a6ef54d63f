/** An engine whose database may be away: what it doesn't take within a second is spooled, and given to it in order once it's back. */
import type { Time } from '../../../shared/time/time.ts';
import type { Appended, Engine, ServiceRequest } from '../engine.ts';
import type { Spool } from './spool.ts';

/** The service waits longer for its 200, ms. */
const PATIENCE_MS = 1_000;
const FORWARD_EVERY_MS = 1_000;
const MOST_AT_ONCE = 256;

export function createSpooledEngine(engine: Engine, spool: Spool, time: Time, onDefect: (error: unknown) => void): Engine {
  /** Venues of each reader whose change the database hasn't taken yet; null to remove the reader. */
  const readers = new Map<string, readonly string[] | null>();
  let isEmpty = spool.backlog().waiting === 0;
  let isForwarding = false;

  function inTime<Result>(work: Promise<Result>): Promise<Result> {
    const late = Promise.withResolvers<never>();
    const cancel = time.after(PATIENCE_MS, () => late.reject(new Error('The database takes too long.')));
    return Promise.race([work, late.promise]).finally(cancel);
  }

  async function keepHere(taken: ServiceRequest): Promise<Appended> {
    isEmpty = false;
    await spool.add(taken);
    return { kept: 'spooled' };
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
        await Promise.all(batch.map(({ taken }) => engine.append(taken)));
        spool.remove(batch.at(-1)?.id ?? 0);
      }
      isEmpty = spool.backlog().waiting === 0;
    } finally {
      isForwarding = false;
    }
  }

  async function changeReader(reader: string, venueIds: readonly string[] | null): Promise<void> {
    readers.set(reader, venueIds);
    // A database that is away gets the change later.
    await inTime(forward()).catch(onDefect);
  }

  const stop = time.every(FORWARD_EVERY_MS, forward, onDefect);
  return {
    ...engine,
    async append(taken) {
      // Later ones wait behind earlier ones, unless this relay's disk is full.
      if (!isEmpty) return keepHere(taken).catch(() => inTime(engine.append(taken)));
      try {
        return await inTime(engine.append(taken));
      } catch (error) {
        onDefect(error);
        return keepHere(taken);
      }
    },
    setReader: changeReader,
    removeReader: (reader) => changeReader(reader, null),
    venueOf: (references) => inTime(engine.venueOf(references)).catch(() => null),
    spooled: spool.backlog,
    canWrite: async (bytes) => spool.canWrite(bytes) || engine.canWrite(bytes),
    async [Symbol.asyncDispose]() {
      stop();
      await engine[Symbol.asyncDispose]();
    },
  };
}
