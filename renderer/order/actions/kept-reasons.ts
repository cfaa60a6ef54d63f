/** The venue's own rejection texts by code, kept in this browser and suggested the next time. */
import type { CallInput } from '../../../contract/contract.ts';

type Code = CallInput<'order.reject'>['code'];
const place = (code: Code) => `tillbridge.reason.${code}`;

/** What was written last for this code; null when nothing was, or when this screen keeps nothing. */
export function keptReason(code: Code): string | null {
  try {
    return window.localStorage.getItem(place(code));
  } catch {
    return null;
  }
}

export function keepReason(code: Code, reason: string): void {
  try {
    window.localStorage.setItem(place(code), reason);
  } catch {
    // A browser that keeps nothing only costs the suggestion.
  }
}
