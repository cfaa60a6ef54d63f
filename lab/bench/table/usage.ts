/** What a process has used up since its start; of Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** Ms of all cores, of all threads that live: in nanoseconds where the kernel counts them, and not in ticks of ten milliseconds. */
export function processorMs(pid: number): number {
  let ns = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      ns += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // It ended between the two looks.
    }
  }
  return ns / 1_000_000;
}

export interface Memory {
  /** MB of its own and its share of what several have; the sum over all processes is what the computer lacks. */
  pss: number;
  /** MB of all that is mapped and in memory. */
  rss: number;
}

export function memoryOf(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const megabytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1_024;
  return { pss: megabytes('Pss'), rss: megabytes('Rss') };
}

/** Bytes that went to the disk. */
export function bytesWritten(pid: number): number {
  return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

/** How often its threads woke up again after they had waited. */
export function wakeUps(pid: number): number {
  let count = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      count += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'))?.[1]);
    } catch {
      // It ended between the two looks.
    }
  }
  return count;
}
