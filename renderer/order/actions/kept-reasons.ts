/** The venue's rejection texts by code, kept in this browser and suggested next time. */
import type { CallInput } from '../../../contract/contract.ts';

type Code = CallInput<'order.reject'>['code'];
const place = (code: Code) => `tillbridge.reason.${code}`;

/** The last text; null if there's none or no local storage. */
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
    // Without local storage only the suggestion is lost.
  }
}
