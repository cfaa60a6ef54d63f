/** Follows a document in the operating system's print system to its end. */

import { message, type Text } from '../../../contract/message.ts';
import type { Time } from '../../../shared/time/time.ts';
import type { Trouble } from './printer-status.ts';
import type { PrintResult } from './tcp-printer.ts';

export interface Following {
  time: Time;
  /** Longest time a document may be held up, ms. */
  passMs: number;
  signal?: AbortSignal | undefined;
  /** Called when the trouble changes; null when it is over. */
  onTrouble?: ((trouble: Trouble | null) => void) | undefined;
}

export interface Queued {
  lookEveryMs: number;
  /** The result once the document's end is known, else its current trouble. */
  look(): Promise<PrintResult | Trouble | null>;
  /** Cancels the document. False if it no longer exists. */
  takeBack(): Promise<boolean>;
  /** Reason for a canceled document without known trouble. */
  whyHeldBack(): Promise<Text> | Text;
}

export const SENT: PrintResult = { outcome: 'sent', warnings: [] };
export const REPORTED: PrintResult = { outcome: 'reported', warnings: [] };

/** Cancels a document after `passMs`, so that it can't print after its retry. Rejects only if `queued` does. */
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
