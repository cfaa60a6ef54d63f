/** Columns a text takes: each visible character counts one or two. */
import { isPlain, type PrintableText } from './printable-text.ts';

export interface Grapheme {
  text: string;
  columns: 1 | 2;
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** East Asian wide and fullwidth characters; JavaScript has no width property. */
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Tangut}\p{Script=Nushu}\u{3000}-\u{303e}\u{3099}-\u{30ff}\u{3190}-\u{31ff}\u{3200}-\u{33ff}\u{4dc0}-\u{4dff}\u{fe10}-\u{fe19}\u{fe30}-\u{fe6f}\u{ff01}-\u{ff60}\u{ffe0}-\u{ffe6}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u;
const HALF_WIDTH_HANGUL = /^[\u{ffa0}-\u{ffdc}]/u;
const EMOJI =
  /^\p{Emoji_Presentation}|^\p{Regional_Indicator}{2}|\u{fe0f}|\u{20e3}|[\p{Extended_Pictographic}]\u{200d}|\p{Emoji_Modifier}/u;

/** A mark without a letter takes a column. */
export function graphemes(text: PrintableText): Grapheme[] {
  if (isPlain(text)) return Array.from(text, (character) => ({ text: character, columns: 1 }));
  return Array.from(segmenter.segment(text), ({ segment }) => ({ text: segment, columns: columnsOf(segment) }));
}

export function displayWidth(text: PrintableText): number {
  if (isPlain(text)) return text.length;
  return graphemes(text).reduce((sum, grapheme) => sum + grapheme.columns, 0);
}

function columnsOf(grapheme: string): 1 | 2 {
  if (HALF_WIDTH_HANGUL.test(grapheme)) return 1;
  return WIDE.test(grapheme) || EMOJI.test(grapheme) || (CHANGES_ITS_FORM.test(grapheme) && SEVERAL_LETTERS.test(grapheme)) ? 2 : 1;
}

/** Left-to-right scripts whose letters move, join or stack. */
const CHANGES_ITS_FORM =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Tibetan}]/u;
const SEVERAL_LETTERS = /\p{L}\p{M}*\p{L}/u;

/** Whether the text must be drawn together with its neighbors. */
export function changesItsForm(text: string): boolean {
  return CHANGES_ITS_FORM.test(text);
}

const STRONG = /\p{L}/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}]/u;

export function runsRightToLeft(text: PrintableText): boolean {
  for (const character of text) if (STRONG.test(character)) return RIGHT_TO_LEFT.test(character);
  return false;
}

/** Whether the text must be shaped and reordered as a whole. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text);
}
