/** Whether a key press belongs to a scan or to a person typing. Pure. */
import type { KeyPress } from './layout.ts';
import { createScanReader, type Read, type Scanner } from './scanned.ts';

/** In a field people type faster than a slow scanner: only what comes as fast as this is taken for a scanner's, ms. */
const IN_FIELD_MS = 100;

/** Where a key is pressed. */
export interface Where {
  /** Letters are written there, or choose from a list. */
  typed: boolean;
  /** Text is written there: blanks belong to it. */
  text: boolean;
  /** A field that a scanner is to fill. */
  takesScan: boolean;
  /** Keys are commands of the board there. */
  active: boolean;
}

export type Heard =
  /** It ends a code. `from`: which of the two readers read it. */
  | { kind: 'code'; readings: string[]; byMachine: boolean; from: 'slow' | 'fast' }
  /** It is within a scan or behind one, and must press nothing. */
  | { kind: 'scan' }
  /** It ends what began as a scan and is none. */
  | { kind: 'broken' }
  /** One of several letters that look like a scan: none of them is a command. It may go on until then, by the clock of the keys. */
  | { kind: 'letters'; until: number }
  /** A key by itself. A letter is a person's once no other has followed it within `aloneMs`. */
  | { kind: 'key'; aloneMs: number };

export interface Hearing {
  /** `begins`: the readers of which this is the first letter. */
  hear(press: KeyPress, where: Where): { heard: Heard; begins: ('slow' | 'fast')[] };
}

/** `isOrder`: whether a code names an order, or a person of one. */
export function createHearing(scanner: () => Scanner, isOrder: (code: string) => boolean): Hearing {
  const slow = createScanReader(scanner, true);
  const fast = createScanReader(() => ({ ...scanner(), pauseMs: IN_FIELD_MS }), false);

  /** What people type in a field is told from a code by its pace, or by what it names. A Tab leaves a field that was filled fast, too. */
  function codeIn(read: Record<'slow' | 'fast', Read>, where: Where): (Heard & { kind: 'code' }) | null {
    const quick = read.fast.kind === 'code' ? { ...read.fast, from: 'fast' as const } : null;
    const whole = read.slow.kind === 'code' ? { ...read.slow, from: 'slow' as const } : null;
    if (whole && !where.typed) return { ...whole, readings: [...new Set([...whole.readings, ...(quick?.readings ?? [])])] };
    const isSure = ({ hasPrefix, readings }: Read & { kind: 'code' }): boolean => hasPrefix || readings.some(isOrder);
    if (quick && (!where.typed || !quick.endsOtherwise || where.takesScan || isSure(quick))) return quick;
    if (whole && (isSure(whole) || (where.takesScan && !whole.endsOtherwise))) return whole;
    if (whole) slow.forget();
    if (quick) fast.forget();
    return null;
  }

  function heardOf(press: KeyPress, read: Record<'slow' | 'fast', Read>, where: Where): Heard {
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
      const isFirst = (one: Read): boolean => one.kind === 'letter' && one.isFirst;
      return { heard: heardOf(press, read, where), begins: (['slow', 'fast'] as const).filter((name) => isFirst(read[name])) };
    },
  };
}
