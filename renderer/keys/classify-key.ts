/** Whether a key press is from a scanner or a person. Pure. */
import type { KeyPress } from './layout.ts';
import { createScanReader, type Scanner, type ScanStep } from './scanned.ts';

/** In fields, people type faster than slow scanners, so a scan must be faster than this, ms. */
const IN_FIELD_MS = 100;

export interface Where {
  /** Typed letters are input or select from a list. */
  typed: boolean;
  /** A text field, in which spaces are input. */
  text: boolean;
  /** A field for scanned codes. */
  takesScan: boolean;
  active: boolean;
}

export type KeyEffect =
  /** A code has ended. `from`: which reader recognized it, the one for slow or for fast scanners. */
  | { kind: 'code'; readings: string[]; byMachine: boolean; from: 'slow' | 'fast' }
  /** The key belongs to a scan, or follows one; it must press no button. */
  | { kind: 'scan' }
  /** End of a scan that isn't a valid code. */
  | { kind: 'broken' }
  /** Letters that may be a scan until this time (of key events), so no commands yet. */
  | { kind: 'letters'; until: number }
  /** A single key. A letter is a person's if no other follows within `aloneMs`. */
  | { kind: 'key'; aloneMs: number };

export interface Hearing {
  /** `begins`: readers for which this is the first letter of a scan. */
  hear(press: KeyPress, where: Where): { heard: KeyEffect; begins: ('slow' | 'fast')[] };
}

/** `isOrder`: whether a code names an order or one of its people. */
export function createHearing(scanner: () => Scanner, isOrder: (code: string) => boolean): Hearing {
  const slow = createScanReader(scanner, true);
  const fast = createScanReader(() => ({ ...scanner(), pauseMs: IN_FIELD_MS }), false);

  /** In fields a code is recognized by speed or by the order it names. After an unusual end key, speed isn't enough. */
  function codeIn(read: Record<'slow' | 'fast', ScanStep>, where: Where): (KeyEffect & { kind: 'code' }) | null {
    const quick = read.fast.kind === 'code' ? { ...read.fast, from: 'fast' as const } : null;
    const whole = read.slow.kind === 'code' ? { ...read.slow, from: 'slow' as const } : null;
    if (whole && !where.typed) return { ...whole, readings: [...new Set([...whole.readings, ...(quick?.readings ?? [])])] };
    const isSure = ({ hasPrefix, readings }: ScanStep & { kind: 'code' }): boolean => hasPrefix || readings.some(isOrder);
    if (quick && (!where.typed || !quick.endsOtherwise || where.takesScan || isSure(quick))) return quick;
    if (whole && (isSure(whole) || (where.takesScan && !whole.endsOtherwise))) return whole;
    if (whole) slow.forget();
    if (quick) fast.forget();
    return null;
  }

  function heardOf(press: KeyPress, read: Record<'slow' | 'fast', ScanStep>, where: Where): KeyEffect {
    const code = codeIn(read, where);
    if (code) return code;
    const now = where.typed ? read.fast : read.slow;
    const isBlank = press.key === ' ';
    if (now.kind === 'behind' && !(isBlank && where.text)) return { kind: 'scan' };
    if (now.kind === 'letter' && isBlank && !where.text) return { kind: 'scan' };
    if (now.kind === 'broken' && !where.typed && (where.active || (now.letters > 1 && !now.endsOtherwise))) return { kind: 'broken' };
    const until = where.active ? slow.mayGoOnUntil() : null;
    if (until !== null && !(now.kind === 'letter' && now.isFirst)) return { kind: 'letters', until };
    return { kind: 'key', aloneMs: until === null ? scanner().pauseMs : until - press.at };
  }

  return {
    hear(press, where) {
      const read = { slow: slow.press(press), fast: fast.press(press) };
      const isFirst = (one: ScanStep): boolean => one.kind === 'letter' && one.isFirst;
      return { heard: heardOf(press, read, where), begins: (['slow', 'fast'] as const).filter((name) => isFirst(read[name])) };
    },
  };
}
