/** Tells a barcode scanner from a person: its letters come faster than anybody types, and end with Enter. Pure. */

/** The longest pause between two letters of a scanner, ms. */
export const SCANNER_PAUSE_MS = 100;
/** No hand types a letter so often, ms. */
const BY_MACHINE_MS = 30;
const SHORTEST = 6;

export interface ScanReader {
  /** Takes a key; answers with the whole code when this Enter ends one. */
  key(key: string, at: number): string | null;
  /** Whether a code seems to be under way: its letters are no commands. */
  isReading(at: number): boolean;
  /** Whether this key is the first one of what may be a code. */
  begins(at: number): boolean;
  /** Whether this key follows a letter of a code, or its end, as fast as a scanner's do. */
  goesOn(at: number): boolean;
  /** Whether a code has ended in the keys that go on until now: scanners that end one twice, and further lines of it, mean nothing more. */
  isBehindCode(at: number): boolean;
  /** Whether the last code came faster than any hand types. */
  wasByMachine(): boolean;
}

export function createScanReader(): ScanReader {
  let code = '';
  let began = 0;
  let last = Number.NEGATIVE_INFINITY;
  let hadCode = false;
  let wasByMachine = false;
  const follows = (at: number): boolean => at - last <= SCANNER_PAUSE_MS;
  return {
    key(key, at) {
      if (!follows(at)) {
        code = '';
        hadCode = false;
      }
      last = at;
      // A blank begins no code: it presses the button that somebody has chosen, however often.
      if (key === ' ' && code === '') return null;
      if (key.length === 1) {
        if (code === '') began = at;
        code += key;
        return null;
      }
      const whole = key === 'Enter' && code.length >= SHORTEST ? code : null;
      if (whole !== null) {
        hadCode = true;
        wasByMachine = at - began <= whole.length * BY_MACHINE_MS;
      }
      if (key !== 'Shift') code = '';
      return whole;
    },
    isReading: (at) => code.length > 1 && follows(at),
    begins: (at) => code === '' || !follows(at),
    goesOn: (at) => (code !== '' || hadCode) && follows(at),
    isBehindCode: (at) => hadCode && follows(at),
    wasByMachine: () => wasByMachine,
  };
}

/** The order and, on a label, the participant (from 0) that a printed code names; null for a code of something else. */
export function meantBy(code: string, isOrder: (id: string) => boolean): { orderId: string; participant: number | null } | null {
  if (isOrder(code)) return { orderId: code, participant: null };
  const label = /^(.+)p(\d{1,3})$/.exec(code);
  const [, orderId = '', number = ''] = label ?? [];
  return isOrder(orderId) ? { orderId, participant: Number(number) - 1 } : null;
}
