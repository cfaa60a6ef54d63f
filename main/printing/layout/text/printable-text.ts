/** The only gate from untrusted text to a printer: removes all printer commands. */

import { unstyled } from './styled-letters.ts';

declare const passedTheGate: unique symbol;

/** Text without control, bidi control or invisible characters. Only `printable` makes it. */
export type PrintableText = string & { readonly [passedTheGate]: true };

const NEVER_PRINTED =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{fff9}-\u{fffb}]/u;

/** Joiners matter only between two letters of joining scripts or two parts of an emoji. */
const JOINER = /[\u{200c}\u{200d}]/u;
const EMOJI_PART = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const JOINING_LETTER = /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Malayalam}\p{Script=Sinhala}]/u;

/** More than six marks on a letter would only blacken the neighboring lines. */
const TOO_MANY_MARKS = /(\p{M}{6})\p{M}+/gu;

const BLANKS = /[\t\p{Zs}]/gu;

/** Composed, visible, one column wide: nothing to clean. */
const PLAIN = /^[\x20-\x7e\u{a1}-\u{ac}\u{ae}-\u{2ff}\u{2500}-\u{257f}]*$/u;

export function isPlain(text: string): boolean {
  return PLAIN.test(text);
}

/**
 * Cleans one line: NFC, plain spaces, no commands or characters that hide or reorder others. Idempotent. Removes line breaks (see
 * `paragraphs`).
 */
export function printable(text: string): PrintableText {
  if (isPlain(text)) return text as PrintableText;
  const spaced = text.normalize('NFC').replace(BLANKS, ' ').replaceAll('\u{2026}', '...');
  const characters = [...spaced].filter((character) => JOINER.test(character) || !NEVER_PRINTED.test(character));
  const joined = characters.filter((character, at) => {
    if (!JOINER.test(character)) return true;
    const [before = '', after = ''] = [characters[at - 1], characters[at + 1]];
    return [EMOJI_PART, JOINING_LETTER].some((kind) => kind.test(before) && kind.test(after));
  });
  // Removing an invisible character may let its neighbors compose.
  return joined.join('').normalize('NFC').replace(TOO_MANY_MARKS, '$1') as PrintableText;
}

/** Cleaned, in plain letters. Collapses blank lines. */
export function paragraphs(text: string): PrintableText[] {
  const lines = text.split(/\r\n|[\n\r\v\f\u{85}\u{2028}\u{2029}]/u).map((line) => printable(unstyled(printable(line))));
  const kept = lines.filter((line, at) => line.trim() !== '' || (lines[at - 1]?.trim() ?? '') !== '');
  while (kept.length > 1 && kept.at(-1)?.trim() === '') kept.pop();
  return kept;
}
