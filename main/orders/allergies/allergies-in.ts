/**
 * Allergies in what a customer wrote, so that staff see them. The rule: a word for an allergy, an intolerance, celiac disease or anaphylaxis,
 * in whatever language and form, says one, unless that very word is denied ("no allergies"); an allergen is marked where such a word stands in
 * its sentence, or where its clause says that somebody cannot have it ("cannot eat nuts"); an allergen alone ("no nuts", "gluten-free") is a
 * wish. In doubt it is an allergy: a false alarm costs a look, a miss a life. Nothing is concluded from what is not found. Pure.
 */
import { shortText } from '../text/short-order.ts';
import { noteOf } from './clauses.ts';
import { denied } from './denials.ts';
import { fold, foldedWord } from './fold.ts';
import { Lexicon } from './lexicon.ts';
import { marksOf } from './marks.ts';
import { telling } from './telling.ts';
import { WORDS } from './words/words.ts';

/** A word that was found, where it stands in the text. */
export interface FoundWord {
  /** In UTF-16 units. */
  start: number;
  end: number;
  /** As it is written there. */
  word: string;
  /** It is said where the words stand alone: "nuts" of "allergic to nuts". */
  alone: boolean;
}

/** Units of a text that are looked at: five times what a card has room for. */
export const LOOKED_AT = 5_000;
/** Words that are marked: more than there is room for on a card. */
export const FOUND_MOST = 300;

const lexicon = new Lexicon(WORDS);

/** The words found, in the order of the text, none within another. The time it takes is that of the text's length, up to LOOKED_AT. */
export function allergiesIn(text: string): FoundWord[] {
  const looked = text.slice(0, LOOKED_AT);
  const folded = fold(looked);
  const note = noteOf(looked, folded, lexicon);
  const { said, cannot, allergens } = telling(note);
  if (said.length === 0 && cannot.length === 0) return [];
  const verdicts = denied(note, said, new Set(allergens.keys()));
  return marksOf(note, { said, verdicts, cannot, allergens })
    .slice(0, FOUND_MOST)
    .map(({ from, to, alone }) => {
      const start = folded.starts[note.words[from]?.start ?? 0] ?? 0;
      const end = folded.ends[(note.words[to]?.end ?? 1) - 1] ?? start;
      return { start, end, word: looked.slice(start, end), alone };
    });
}

/** Words that stand alone: no paper is as long as the longest list of allergens. */
const ALONE_MOST = 12;

/** What is said where the words stand alone, on paper and on the kitchen's display: each once, as it is written; "…" where there are more. */
export function wordsAlone(found: readonly FoundWord[]): string[] {
  const words = new Map<string, string>();
  for (const { word, alone } of found) {
    const key = foldedWord(word);
    if (alone && !words.has(key)) words.set(key, shortText(word.replaceAll(/\s+/gu, ' '), 'word', '…'));
  }
  const all = [...words.values()];
  return all.length > ALONE_MOST ? [...all.slice(0, ALONE_MOST), '…'] : all;
}
