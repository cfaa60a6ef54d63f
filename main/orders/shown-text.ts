/**
 * Text that strangers wrote, as a screen may show it: what turns its neighbours round, hides, or commands is taken out, and every letter
 * that can be seen stays as it was written. What the service sent is stored unchanged; this is for looking at.
 */

/** C0, C1, halves of characters, bidi marks, overrides and isolates, zero-width and other invisible ones, noncharacters, interlinear marks. */
const NEVER_SHOWN =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{fff9}-\u{fffb}]/u;
/** More marks than any written language stacks on one letter would only cover the lines above and below. */
const TOO_MANY_MARKS = /(\p{M}{6})\p{M}+/u;
const EVERY_PILE_OF_MARKS = new RegExp(TOO_MANY_MARKS, 'gu');
const LINE_BREAKS = /\r\n?|[\v\f\u{85}\u{2028}\u{2029}]/gu;

const JOINER = /[\u{200c}\u{200d}]/u;
/** Letters of joining scripts and the parts of an emoji: between them, and nowhere else, a joiner changes what is seen. */
const JOINS =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Khmer}\p{Script=Malayalam}\p{Script=Myanmar}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}]/u;

const VARIATION = /[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}\u{180b}-\u{180d}\u{180f}]/u;
/** What looks different by a variation selector behind it: emoji and key caps, ideographs (names in Japan), Mongolian letters. */
const VARIES = /[\p{Emoji}\p{Extended_Pictographic}\p{Script=Han}\p{Script=Mongolian}]/u;

/** The flags of England, Scotland and Wales are spelt in invisible letters; any others could say anything. */
const SPELT_FLAG =
  /\u{1f3f4}(?:\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f})/gu;

/** Lines stay apart; everything else that breaks or moves a line does not. Cleaning twice changes nothing. */
export function shown(text: string): string {
  if (!NEVER_SHOWN.test(text) && !TOO_MANY_MARKS.test(text)) return text;
  const plain = text.toWellFormed().replace(LINE_BREAKS, '\n').replaceAll('\t', ' ');
  const kept = plain
    .split(SPELT_FLAG)
    .map(withoutUnseen)
    .reduce((before, part, at) => before + (plain.match(SPELT_FLAG)?.[at - 1] ?? '') + part);
  return kept.replace(EVERY_PILE_OF_MARKS, '$1');
}

/** Whether there is anything to be seen in it. */
export function isSeen(text: string): boolean {
  return /[^\s\u{2800}]/u.test(shown(text));
}

function withoutUnseen(text: string): string {
  const characters = [...text];
  return characters
    .filter((character, at) => {
      if (character === '\n' || !NEVER_SHOWN.test(character)) return true;
      const before = characters[at - 1] ?? '';
      if (VARIATION.test(character)) return VARIES.test(before) && !NEVER_SHOWN.test(before);
      if (!JOINER.test(character)) return false;
      // A variation selector may stand between an emoji and its joiner.
      const joined = VARIATION.test(before) ? (characters[at - 2] ?? '') : before;
      return doesJoin(joined) && doesJoin(characters[at + 1] ?? '');
    })
    .join('');
}

const doesJoin = (character: string): boolean => JOINS.test(character) && !NEVER_SHOWN.test(character);
