/** Resources a process has used since its start; Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

/** CPU ms, read from the kernel's nanoseconds, as its ticks are ten milliseconds. */
export function processorMs(pid: number): number {
  let ns = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      ns += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // The thread ended between the two reads.
    }
  }
  return ns / 1_000_000;
}

export interface Memory {
  /** MB of its own memory and its share of shared memory, which add up over processes. */
  pss: number;
  /** MB mapped and resident. */
  rss: number;
}

export function memoryOf(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  const megabytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1_024;
  return { pss: megabytes('Pss'), rss: megabytes('Rss') };
}

/** Bytes written to disk. */
export function bytesWritten(pid: number): number {
  return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}

export function wakeUps(pid: number): number {
  let count = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      count += Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'))?.[1]);
    } catch {
      // The thread ended between the two reads.
    }
  }
  return count;
}
