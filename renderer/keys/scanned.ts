/** Tells a barcode scanner from a person: its letters come faster than anybody types, and end with Enter. Pure. */

/** The longest pause between two letters of a scanner, ms. */
export const SCANNER_PAUSE_MS = 100;
const SHORTEST = 6;

export interface ScanReader {
  /** Takes a key; answers with the whole code when this Enter ends one. */
  key(key: string, at: number): string | null;
  /** Whether a code seems to be under way: its letters are no commands. */
  isReading(at: number): boolean;
}

export function createScanReader(): ScanReader {
  let code = '';
  let last = Number.NEGATIVE_INFINITY;
  return {
    key(key, at) {
      if (at - last > SCANNER_PAUSE_MS) code = '';
      last = at;
      if (key.length === 1) {
        code += key;
        return null;
      }
      const whole = key === 'Enter' && code.length >= SHORTEST ? code : null;
      if (key !== 'Shift') code = '';
      return whole;
    },
    isReading: (at) => code.length > 1 && at - last <= SCANNER_PAUSE_MS,
  };
}

/** The order and, on a label, the participant (from 0) that a printed code names; null for a code of something else. */
export function meantBy(code: string, isOrder: (id: string) => boolean): { orderId: string; participant: number | null } | null {
  if (isOrder(code)) return { orderId: code, participant: null };
  const label = /^(.+)p(\d{1,3})$/.exec(code);
  const [, orderId = '', number = ''] = label ?? [];
  return isOrder(orderId) ? { orderId, participant: Number(number) - 1 } : null;
}
