/** Distinguishes a scanner's typing from a person's, by speed and the end key. Pure. */
import { byPlace, type KeyPress } from './layout.ts';

/** The longest from one letter of a scanner to the next where no one has set another, ms. */
export const SCANNER_PAUSE_MS = 250;
/** No hand types a letter so often, ms. */
const BY_MACHINE_MS = 30;
const SHORTEST = 6;
/** A scanner over radio may stop for so long within a code, ms: two letters close together are the beginning of one. */
const STALLS_MS = 1_500;

/** How the scanners of the venue type. `pauseMs`: the longest from one letter to the next. */
export interface Scanner {
  pauseMs: number;
  prefix: string;
  end: 'enter' | 'tab';
}

export type Read =
  /** `isFirst`: nothing that may belong to a code came before it. */
  | { kind: 'letter'; isFirst: boolean }
  /**
   * The end sign of a whole code. `readings`: as the layout of the keyboard has it, and by the places of the keys. `endsOtherwise`: by a Tab
   * that the venue has not set.
   */
  | { kind: 'code'; readings: string[]; byMachine: boolean; hasPrefix: boolean; endsOtherwise: boolean }
  /** The end sign behind letters that are no whole code. */
  | { kind: 'broken'; letters: number; endsOtherwise: boolean }
  /** A further end sign, line or blank of a code that has ended: it means nothing more. */
  | { kind: 'behind' }
  | { kind: 'other' };

export interface ScanReader {
  press(press: KeyPress): Read;
  /** Until when the letters so far may go on, by the clock of the keys; null where there are none. */
  mayGoOnUntil(): number | null;
  /** What ended was no code after all: nothing comes behind it. */
  forget(): void;
}

/** `stalls`: whether letters that began as a code does are waited for longer than the pause. */
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

  function letter(press: KeyPress): Read {
    const isFirst = count === 0 && !hadCode;
    if (count === 0) began = press.at;
    count += 1;
    typed += press.key.length === 1 ? press.key : '';
    placed += byPlace(press);
    return { kind: 'letter', isFirst };
  }

  function end({ at, key }: KeyPress): Read {
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
      // A blank begins no code: it presses the button that someone has chosen, however often.
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

/** The order and, on a label, the participant (from 0) that a printed code names; null for a code of something else. */
export function meantBy(code: string, isOrder: (id: string) => boolean): { orderId: string; participant: number | null } | null {
  if (isOrder(code)) return { orderId: code, participant: null };
  const label = /^(.+)p(\d{1,3})$/.exec(code);
  const [, orderId = '', number = ''] = label ?? [];
  return isOrder(orderId) ? { orderId, participant: Number(number) - 1 } : null;
}
