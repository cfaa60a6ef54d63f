/**
 * Finds allergy and allergen words in a customer's text, also in "no nut allergy"; only whole notes known to mean "no allergies" stay
 * unmarked. Finding none proves nothing. Pure.
 */
import { shortText } from '../text/short-order.ts';
import { fold, foldedWord } from './fold.ts';
import { isNoAllergies } from './no-allergies.ts';
import { ANY_WORD, countedIn } from './patterns.ts';

export interface FoundWord {
  /** In UTF-16 units. */
  start: number;
  end: number;
  word: string;
  /** `allergy`: "allergic". `condition`: "celiac", "Nussallergie". `allergen`: "nuts". */
  names: 'allergy' | 'condition' | 'allergen';
}

/** Characters searched: five times a card's limit. */
export const MAX_SCANNED_CHARS = 5_000;
export const FOUND_MOST = 300;

/** In text order, without overlaps. */
export function allergiesIn(text: string): FoundWord[] {
  if (isNoAllergies(text)) return [];
  const looked = text.slice(0, MAX_SCANNED_CHARS);
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

/** The group before a value, as in "Allergies: nuts". */
export function leadOf(group: string): string {
  return group.trim() === '' ? '' : `${group}: `;
}

/** An option's text is from the menu, so allergens alone don't count: "Topping: nuts" is a dish with nuts. */
export function allergiesInChoice(group: string, value: string): FoundWord[] {
  const found = allergiesIn(leadOf(group) + value);
  return found.some(({ names }) => names !== 'allergen') ? found : [];
}

const LISTED_MOST = 12;

/** Each word once, as written; "…" if there are more. General words such as "allergic" only if nothing else is found. */
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
