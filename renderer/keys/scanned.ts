/** Distinguishes scans from typing by speed and end key. Pure. */
import { byPlace, type KeyPress } from './layout.ts';

/** Default for the longest pause between a scanner's letters, ms. */
export const SCANNER_PAUSE_MS = 250;
/** Ms between letters; no hand types faster. */
const BY_MACHINE_MS = 30;
const SHORTEST = 6;
/** Longest pause of a radio scanner within a code, ms. Two fast letters begin a code. */
const STALLS_MS = 1_500;

/** `pauseMs`: longest pause between a scan's letters. */
export interface Scanner {
  pauseMs: number;
  prefix: string;
  end: 'enter' | 'tab';
}

export type ScanStep =
  /** `isFirst`: no letter of a code came before. */
  | { kind: 'letter'; isFirst: boolean }
  /** `readings`: by keyboard layout and by key position. `endsOtherwise`: by a Tab that isn't the venue's end key. */
  | { kind: 'code'; readings: string[]; byMachine: boolean; hasPrefix: boolean; endsOtherwise: boolean }
  /** An end key after letters that aren't a code. */
  | { kind: 'broken'; letters: number; endsOtherwise: boolean }
  /** Another end key, or a space, after a code. */
  | { kind: 'behind' }
  | { kind: 'other' };

export interface ScanReader {
  press(press: KeyPress): ScanStep;
  /** Until when more letters of the code may follow (key event time); null without letters. */
  mayGoOnUntil(): number | null;
  /** Call if the last letters weren't a code, so that an end key after them isn't ignored. */
  forget(): void;
}

/** `stalls`: allows a radio scanner's pauses after the first letters of a code. */
export function createScanReader(scanner: () => Scanner, stalls: boolean): ScanReader {
  let typed = '';
  let placed = '';
  let count = 0;
  let began = 0;
  let last = Number.NEGATIVE_INFINITY;
  let hadCode = false;

  const clear = (): void => {
    typed = '';
    placed = '';
    count = 0;
  };
  const isPrefixed = ({ prefix }: Scanner): boolean => prefix !== '' && (typed.startsWith(prefix) || placed.startsWith(prefix));
  function longestPause(): number {
    const now = scanner();
    const isBegun = count > 1 || (count === 1 && (now.prefix.startsWith(typed) || now.prefix.startsWith(placed)));
    return stalls && isBegun ? Math.max(STALLS_MS, now.pauseMs) : now.pauseMs;
  }

  function letter(press: KeyPress): ScanStep {
    const isFirst = count === 0 && !hadCode;
    if (count === 0) began = press.at;
    count += 1;
    typed += press.key.length === 1 ? press.key : '';
    placed += byPlace(press);
    return { kind: 'letter', isFirst };
  }

  function end({ at, key }: KeyPress): ScanStep {
    const now = scanner();
    const endsOtherwise = key === 'Tab' && now.end !== 'tab';
    const hasPrefix = isPrefixed(now);
    const readings = [typed, placed].flatMap((one) => [
      one,
      ...(hasPrefix && one.startsWith(now.prefix) ? [one.slice(now.prefix.length)] : []),
    ]);
    const letters = count;
    const byMachine = at - began <= letters * BY_MACHINE_MS;
    clear();
    if (hadCode) return { kind: 'behind' };
    const whole = [...new Set(readings)].filter((one) => one.length >= SHORTEST);
    if (whole.length === 0) return letters === 0 ? { kind: 'other' } : { kind: 'broken', letters, endsOtherwise };
    hadCode = true;
    return { kind: 'code', readings: whole, byMachine, hasPrefix, endsOtherwise };
  }

  return {
    press(press) {
      if (press.at - last > longestPause()) {
        clear();
        hadCode = false;
      }
      last = press.at;
      if (press.key === 'Enter' || press.key === 'Tab') return end(press);
      // A space starts no code: it presses the focused button.
      if (press.key === ' ' && count === 0) return hadCode ? { kind: 'behind' } : { kind: 'other' };
      if (byPlace(press) !== '') return letter(press);
      clear();
      return { kind: 'other' };
    },
    mayGoOnUntil: () => (count === 0 ? null : last + longestPause()),
    forget() {
      hadCode = false;
    },
  };
}

/** The order, and for a label the participant (from 0), of a printed code; else null. */
export function orderOfCode(code: string, isOrder: (id: string) => boolean): { orderId: string; participant: number | null } | null {
  if (isOrder(code)) return { orderId: code, participant: null };
  const label = /^(.+)p(\d{1,3})$/.exec(code);
  const [, orderId = '', number = ''] = label ?? [];
  return isOrder(orderId) ? { orderId, participant: Number(number) - 1 } : null;
}
