/** Replaces styled Unicode letters ("fancy" names) by plain ones; few fonts have them. */

const MATHEMATICAL = /[\u{1d400}-\u{1d7ff}ℂℊℋℌℍℎℐℑℒℕℙℚℛℜℝℤℨℬℭℯℰℱℳℴ]/gu;

/** Normal in East Asian text, a style elsewhere. */
const FULLWIDTH = /[\u{ff01}-\u{ff5e}]/gu;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;

/** Start and first letter of each block of 26. */
const LETTERS: readonly (readonly [number, string])[] = [
  [0x249c, 'a'],
  [0x24b6, 'A'],
  [0x24d0, 'a'],
  [0x1f110, 'A'],
  [0x1f130, 'A'],
  [0x1f150, 'A'],
  [0x1f170, 'A'],
];
const ENCLOSED_LETTERS = /[\u{249c}-\u{24e9}\u{1f110}-\u{1f129}\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]+/gu;
/** Emoji when alone: blood types and "parking". */
const EMOJI = /^[🅰🅱🅾🅿]$/u;

/** Numbers that no shipped font has: first, last, and the first one's value. */
const NUMBERS: readonly (readonly [number, number, number])[] = [
  [0x246a, 0x2473, 11],
  [0x2474, 0x2487, 1],
  [0x24ea, 0x24ea, 0],
  [0x24eb, 0x24f4, 11],
  [0x24f5, 0x24fe, 1],
  [0x24ff, 0x24ff, 0],
  [0x3251, 0x325f, 21],
  [0x32b1, 0x32bf, 36],
];
const ENCLOSED_NUMBERS = /[\u{246a}-\u{2487}\u{24ea}-\u{24ff}\u{3251}-\u{325f}\u{32b1}-\u{32bf}]/gu;

/** A single enclosed letter, such as a vegan mark, gets parentheses. */
export function unstyled(text: string): string {
  const plain = text
    .replace(MATHEMATICAL, (letter) => letter.normalize('NFKC'))
    .replace(ENCLOSED_LETTERS, (word) => (EMOJI.test(word) ? word : alone([...word].map(letterIn).join(''))))
    .replace(ENCLOSED_NUMBERS, (sign) => `(${numberIn(codePoint(sign))})`);
  return EAST_ASIAN.test(plain) ? plain : plain.replace(FULLWIDTH, (letter) => letter.normalize('NFKC'));
}

function alone(word: string): string {
  return word.length === 1 ? `(${word})` : word;
}

function letterIn(sign: string): string {
  const [first, letter] = LETTERS.findLast(([at]) => at <= codePoint(sign)) ?? [0, ''];
  return String.fromCodePoint(codePoint(letter) + codePoint(sign) - first);
}

function numberIn(sign: number): number {
  const [first, , number] = NUMBERS.find(([from, to]) => from <= sign && sign <= to) ?? [sign, sign, 0];
  return number + sign - first;
}

function codePoint(character: string): number {
  return character.codePointAt(0) ?? 0;
}
