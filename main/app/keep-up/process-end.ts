/** How a process ended unexpectedly, as its parent sees it: a process can't catch such an end itself. */

/** What a process that was aborted, ran out of memory or met a fault of the processor ends by. A person who stops it sends others. */
const DEADLY = new Set<NodeJS.Signals>(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGTRAP', 'SIGFPE', 'SIGSYS', 'SIGKILL']);
/** The same as a shell in between tells it, and as Node's own abort does on Windows. */
const ABORTED = 134;
const SEGMENTATION = 139;
/** On Windows an exception that no one handled is the exit code (STATUS_ACCESS_VIOLATION and the like); but not the end by Ctrl-C. */
const LEAST_EXCEPTION = 0xc0000000;
const CONTROL_C = 0xc000013a;

/**
 * What it died of, in a word; null where it ended by itself or was asked to. The system kills with SIGKILL where memory is short, and
 * no one asks a counter to end that way.
 */
export function diedOf(code: number | null, signal: NodeJS.Signals | null): string | null {
  if (signal !== null) return DEADLY.has(signal) ? signal : null;
  if (code === ABORTED || code === SEGMENTATION) return `exit code ${code}`;
  return code !== null && code >= LEAST_EXCEPTION && code !== CONTROL_C ? `exit code 0x${code.toString(16)}` : null;
}
