/** How near this process is to the number of files and connections that the system lets it have open. */
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';

let most: number | null = null;

/** The system's limit for this process; infinite where it has none. */
function limit(): number {
  most ??= readLimit();
  return most;
}

function readLimit(): number {
  if (process.platform === 'win32') return Number.POSITIVE_INFINITY;
  try {
    const text = process.platform === 'linux' ? readFileSync('/proc/self/limits', 'utf8') : '';
    const named = /^Max open files\s+(\d+|unlimited)/m.exec(text)?.[1] ?? openFilesOfReport();
    return named === 'unlimited' || named === undefined ? Number.POSITIVE_INFINITY : Number(named);
  } catch {
    return LEAST_USUAL;
  }
}

/** What the systems of today give at the least. */
const LEAST_USUAL = 1_024;

function openFilesOfReport(): string | undefined {
  const report = process.report?.getReport() as { userLimits?: { open_files?: { soft?: number | string } } } | undefined;
  const soft = report?.userLimits?.open_files?.soft;
  return soft === undefined ? undefined : String(soft);
}

/**
 * Whether so few are left that this connection, just accepted, took one of the last `spare`. The system gives the lowest free number, so
 * the number itself tells; where a connection has none (Windows), nothing is ever scarce.
 */
export function isOneOfTheLast(socket: Socket, spare: number): boolean {
  const { _handle: handle } = socket as unknown as { _handle?: { fd?: number } };
  const number = handle?.fd ?? -1;
  return number >= 0 && number >= limit() - spare;
}
