/**
 * Words for allergies and allergens in a customer's text, so that staff see them. Each is marked, whatever the sentence says about it: "no
 * nut allergy" too. Only a note that as a whole is a known phrase for "no allergies" is left unmarked. Nothing is concluded from finding
 * nothing. Pure.
 */
import { shortText } from '../text/short-order.ts';
import { fold, foldedWord } from './fold.ts';
import { isNoAllergies } from './no-allergies.ts';
import { ANY_WORD, countedIn } from './patterns.ts';

/** A word that was found, with its position in the text. */
export interface FoundWord {
  /** In UTF-16 units. */
  start: number;
  end: number;
  /** As it is written there. */
  word: string;
  /** "allergic"; "celiac" and "Nussallergie"; "nuts". */
  names: 'allergy' | 'condition' | 'allergen';
}

/** How much of a text is searched: five times what a card can hold. */
export const LOOKED_AT = 5_000;
/** Most words marked: more than a card can hold. */
export const FOUND_MOST = 300;

/** The words found, in the order of the text, none within another. */
export function allergiesIn(text: string): FoundWord[] {
  if (isNoAllergies(text)) return [];
  const looked = text.slice(0, LOOKED_AT);
  const folded = fold(looked);
  const namesOf = namer(folded.text);
  const found: FoundWord[] = [];
  for (const { index, 0: match, groups } of folded.text.matchAll(ANY_WORD)) {
    const names = namesOf(groups ?? {});
    if (names === null) continue;
    const start = folded.starts[index] ?? 0;
    const end = folded.ends[index + match.length - 1] ?? start;
    found.push({ start, end, word: looked.slice(start, end), names });
    if (found.length === FOUND_MOST) break;
  }
  return found;
}

type Groups = Record<string, string | undefined>;

/** What each word that the patterns find in this note names; null for none. */
function namer(note: string): (groups: Groups) => FoundWord['names'] | null {
  let counted: ReadonlySet<string> | undefined;
  return ({ condition, allergy, allergen, ambiguous }) => {
    if (condition !== undefined) return 'condition';
    if (allergy !== undefined) return 'allergy';
    if (allergen !== undefined) return 'allergen';
    if (ambiguous === undefined) return null;
    counted ??= countedIn(note);
    return counted.has(ambiguous) ? 'allergen' : null;
  };
}

/** An option's group before its value, read as one text: "Allergies: nuts". */
export function leadOf(group: string): string {
  return group.trim() === '' ? '' : `${group}: `;
}

/** In a choice of a dish, group and value as one text. The venue's menu wrote it: "Topping: nuts" is a dish with nuts, and "Allergies: nuts" is none. */
export function allergiesInChoice(group: string, value: string): FoundWord[] {
  const found = allergiesIn(leadOf(group) + value);
  return found.some(({ names }) => names !== 'allergen') ? found : [];
}

/** Most words listed, as printouts are limited. */
const LISTED_MOST = 12;

/** What was found, as a list beside the word "Allergy": each word once, as it is written; "…" where there are more. "Allergic" only where nothing else is found. */
export function listOf(found: readonly FoundWord[]): string[] {
  const exact = found.filter(({ names }) => names !== 'allergy');
  const words = new Map<string, string>();
  for (const { word } of exact.length > 0 ? exact : found) {
    const key = foldedWord(word);
    if (!words.has(key)) words.set(key, shortText(word.replaceAll(/\s+/gu, ' '), 'word', '…'));
  }
  const all = [...words.values()];
  return all.length > LISTED_MOST ? [...all.slice(0, LISTED_MOST), '…'] : all;
}
