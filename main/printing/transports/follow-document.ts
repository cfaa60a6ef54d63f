/** Follows a document in the operating system's print system to its end. */

import { message, type Text } from '../../../contract/message.ts';
import type { Time } from '../../../shared/time/time.ts';
import type { Trouble } from './printer-status.ts';
import type { PrintResult } from './tcp-printer.ts';

export interface Following {
  time: Time;
  /** So long a document may be held up. */
  passMs: number;
  signal?: AbortSignal | undefined;
  /** What holds it up, while it does; null once nothing does. */
  onTrouble?: ((trouble: Trouble | null) => void) | undefined;
}

/** What one print system is asked about the document. */
export interface Queued {
  lookEveryMs: number;
  /** How the document ended; while it has not, what holds it up, and null where nothing is known to. */
  look(): Promise<PrintResult | Trouble | null>;
  /** False where there is no such document any more. */
  takeBack(): Promise<boolean>;
  /** Of a document that was taken back, where nothing was known to hold it up. */
  whyHeldBack(): Promise<Text> | Text;
}

export const SENT: PrintResult = { outcome: 'sent', warnings: [] };
export const REPORTED: PrintResult = { outcome: 'reported', warnings: [] };

/** What has not ended after `passMs` is taken back, so that it cannot come out after it was printed again. Rejects only where `queued` does. */
export async function followDocument(queued: Queued, { time, passMs, signal, onTrouble }: Following): Promise<PrintResult> {
  let trouble = null as Trouble | null;
  for (const until = time.monotonic() + passMs; time.monotonic() < until && !signal?.aborted; await time.wait(queued.lookEveryMs)) {
    const seen = await queued.look();
    if (seen && 'outcome' in seen) return seen;
    if (seen?.code !== trouble?.code) onTrouble?.(seen);
    trouble = seen;
  }
  if (!(await queued.takeBack())) return SENT;
  return failed(trouble ?? stalled(await queued.whyHeldBack()), false);
}

export function stalled(text: Text): Trouble {
  return { code: 'stalled', text, hint: message('printer.checkQueue') };
}

export function failed(trouble: Trouble, nothingPrinted: boolean): PrintResult {
  return { outcome: 'failed', nothingPrinted, ...trouble };
}
