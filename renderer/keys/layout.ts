/** Keys by position: scanners type as on an English keyboard, and A is the same key in Greek or Georgian layouts. Pure. */

/** `key`: by layout. `code`: physical key, empty if unknown. */
export interface KeyPress {
  key: string;
  code: string;
  shift: boolean;
  at: number;
}

/** English keyboard: without and with Shift. */
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

/** The character an English keyboard has on this key; for unknown keys the layout's character, or nothing. */
export function byPlace({ key, code, shift }: Pick<KeyPress, 'key' | 'code' | 'shift'>): string {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (letter) return shift ? letter : letter.toLowerCase();
  const [, digit] = /^Digit(\d)$/.exec(code) ?? [];
  if (digit) return shift ? (ABOVE_DIGITS[Number(digit)] ?? '') : digit;
  const sign = SIGNS[code]?.[shift ? 1 : 0];
  return sign ?? (key.length === 1 ? key : '');
}

/** The command of a key: by label in Latin layouts, else by position. */
export function commandKey(press: Pick<KeyPress, 'key' | 'code' | 'shift'>): string {
  const { key, code } = press;
  if (key.length > 1 && key !== 'Dead') return key;
  if (/^[a-z\d+]$/i.test(key)) return key.toLowerCase();
  // On French keyboards, digits need Shift.
  return /^Digit\d$/.test(code) || !/^[\x20-\x7e]$/.test(key) ? byPlace({ ...press, shift: false }) : key;
}
