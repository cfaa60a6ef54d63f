import { message } from '../../../contract/message.ts';
import { backoffMs } from '../../time/back-off.ts';
import type { Printer } from '../transports/printer.ts';
import type { PrintResult } from '../transports/tcp-printer.ts';

/** Time limit of one attempt. */
export const PAPER_LEASE_MS = 120_000;
/** Staff fix jams, so a stuck printer is retried at least this often. */
const LONGEST_WAIT_MS = 10_000;

export function tryAgain(printer: Printer, { text, nothingPrinted }: Extract<PrintResult, { outcome: 'failed' }>, attempts: number) {
  return {
    end: 'retry',
    error: message('printer.message', { printer: printer.name, text }),
    afterMs: Math.min(LONGEST_WAIT_MS, backoffMs(attempts)),
    outcome: nothingPrinted ? undefined : 'unknown',
  } as const;
}
