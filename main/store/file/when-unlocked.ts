import type { Time } from '../../../shared/time/time.ts';
import { storageTroubleOf } from './storage-trouble.ts';

const AGAIN_MS = 100;

/** Retries while another program locks the database. */
export async function whenUnlocked<T>(time: Pick<Time, 'monotonic' | 'wait'>, limitMs: number, work: () => T | Promise<T>): Promise<T> {
  for (const until = time.monotonic() + limitMs; ; await time.wait(AGAIN_MS)) {
    try {
      return await work();
    } catch (error) {
      if (storageTroubleOf(error)?.code !== 'database-locked' || time.monotonic() >= until) throw error;
    }
  }
}
