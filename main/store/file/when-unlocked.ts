/** Waits for a database that another program has locked, without blocking this process. */
import type { Time } from '../../../shared/time/time.ts';
import { storageTroubleOf } from './storage-trouble.ts';

const AGAIN_MS = 100;

/** Repeats `work` for up to `limitMs` while the database is locked; locked attempts have no effect. */
export async function whenUnlocked<T>(time: Pick<Time, 'monotonic' | 'wait'>, limitMs: number, work: () => T | Promise<T>): Promise<T> {
  for (const until = time.monotonic() + limitMs; ; await time.wait(AGAIN_MS)) {
    try {
      return await work();
    } catch (error) {
      if (storageTroubleOf(error)?.code !== 'database-locked' || time.monotonic() >= until) throw error;
    }
  }
}
