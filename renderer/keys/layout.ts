/** Keys by their position: a scanner types as an English keyboard does, and A is the same key in a Greek or Georgian layout. Pure. */

/** `key`: what the layout makes of it. `code`: which key it is, as browsers name it; empty where they do not say. */
export interface KeyPress {
  key: string;
  code: string;
  shift: boolean;
  at: number;
}

/** Of an English keyboard: the sign alone, and with Shift. */
const SIGNS: Readonly<Record<string, string>> = {
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Semicolon: ';:',
  Quote: `'"`,
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
};
const ABOVE_DIGITS = ')!@#$%^&*(';

/** What an English keyboard types with this key; what the layout types where the key is not known, nothing where that is no letter or sign. */
export function byPlace({ key, code, shift }: Pick<KeyPress, 'key' | 'code' | 'shift'>): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter) return shift ? letter : letter.toLowerCase();
  const [, digit] = /^Digit(\d)$/.exec(code) ?? [];
  if (digit) return shift ? (ABOVE_DIGITS[Number(digit)] ?? '') : digit;
  const sign = SIGNS[code]?.[shift ? 1 : 0];
  return sign ?? (key.length === 1 ? key : '');
}

/** The command that a key stands for: as it is labelled where the layout has Latin letters, by its place where it has others. */
export function commandKey(press: Pick<KeyPress, 'key' | 'code' | 'shift'>): string {
  const { key, code } = press;
  if (key.length > 1 && key !== 'Dead') return key;
  if (/^[a-z\d+]$/i.test(key)) return key.toLowerCase();
  // On a French keyboard digits are typed with Shift: the key of the digit is meant all the same.
  return /^Digit\d$/.test(code) || !/^[\x20-\x7e]$/.test(key) ? byPlace({ ...press, shift: false }) : key;
}
