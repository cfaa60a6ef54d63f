/** The measuring computer, without which absolute figures say little. */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { atShare, median } from './statistics.ts';

export interface Machine {
  processor: string;
  cores: number;
  memory_gb: number;
  system: string;
  node: string;
  /** File system of the benches' databases. */
  file_system: string;
}

const SYNCS = 200;

export function lookAtMachine(): Machine {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memory_gb: Math.round(totalmem() / 1024 ** 3),
    system: `${distribution() ?? type()}, ${type()} ${release()}`,
    node: process.version,
    file_system: fileSystemOf(tmpdir()),
  };
}

/** Load averages over 1, 5 and 15 minutes. */
export const loadNow = (): number[] => loadavg().map((load) => Math.round(load * 100) / 100);

function distribution(): string | null {
  try {
    return /^PRETTY_NAME="?(.+?)"?$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? null;
  } catch {
    // Not Linux: the system's type is used.
    return null;
  }
}

/** The file system at the longest mount point that contains the folder. */
function fileSystemOf(folder: string): string {
  let mounts: string;
  try {
    mounts = readFileSync('/proc/mounts', 'utf8');
  } catch {
    return 'unknown';
  }
  const over = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .filter(([, point = '-']) => folder === point || folder.startsWith(point.endsWith('/') ? point : `${point}/`))
    .sort(([, a = ''], [, b = '']) => b.length - a.length);
  return over[0]?.[2] ?? 'unknown';
}

/** Times of writing 4 kB with fdatasync, ms: no durable answer can be faster. */
export function timeSyncs(): { median: number; p95: number } {
  const folder = mkdtempSync(join(tmpdir(), 'tillbridge-bench-disk-'));
  const file = openSync(join(folder, 'file'), 'w');
  const block = Buffer.alloc(4_096, 1);
  const times: number[] = [];
  for (let at = 0; at < SYNCS; at += 1) {
    const began = performance.now();
    writeSync(file, block);
    fdatasyncSync(file);
    times.push(performance.now() - began);
  }
  closeSync(file);
  rmSync(folder, { recursive: true, force: true });
  const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
  return { median: rounded(median(times)), p95: rounded(atShare(times, 0.95)) };
}
