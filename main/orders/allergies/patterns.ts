/** All languages' words as regexes over folded text (`fold.ts`). Pure. */
import type { AllergyWords } from './allergy-words.ts';
import { foldedWord } from './fold.ts';
import { WORDS } from './words/words.ts';

/** Scripts without blanks: words begin anywhere. */
const RUN = String.raw`[\p{sc=Han}\p{sc=Kana}\p{sc=Hira}ー々]`;
const LETTER = String.raw`[[\p{L}\p{N}]--${RUN}]`;
const BETWEEN_WORDS = String.raw`[\s'’\-]+`;
/** Letters attached before a word, meaning "and", "to", "the". */
const ONTO_HEBREW = '[ולבכמשה]{0,3}';
const ONTO_ARABIC = '[وف]?[بكل]?(?:ال|ل)?';

const IS_RUN = new RegExp(`^${RUN}`, 'v');

function patternOf(phrase: string): string {
  const words = foldedWord(phrase.replaceAll('*', '')).split(/[^\p{L}\p{N}]+/u);
  return words.map((word) => ontoIt(word) + word).join(BETWEEN_WORDS);
}

function ontoIt(word: string): string {
  if (/^\p{sc=Hebrew}/u.test(word)) return ONTO_HEBREW;
  return /^\p{sc=Arabic}/u.test(word) ? ONTO_ARABIC : '';
}

/** Phrases before single words, longer ones first. */
function anyOf(phrases: readonly string[]): string {
  const sorted = phrases.toSorted((a, b) => b.length - a.length);
  const inRuns = sorted.filter((phrase) => IS_RUN.test(phrase));
  const whole = sorted.filter((phrase) => !IS_RUN.test(phrase));
  const [groups, single] = [whole.filter((phrase) => phrase.includes(' ')), whole.filter((phrase) => !phrase.includes(' '))];
  const words = [...byShape(groups), ...byShape(single)].join('|') || '(?!)';
  return `${either(inRuns)}|(?<!${LETTER})(?=${LETTER})(?:${words})(?!${LETTER})`;
}

/** One pattern for all phrases with a `*` at the same end (see `AllergyWords`). */
function byShape(phrases: readonly string[]): string[] {
  const shapes = Map.groupBy(phrases, (phrase) => `${phrase.startsWith('*')} ${phrase.endsWith('*')}`);
  return [...shapes.values()].map((alike) => {
    const [first = ''] = alike;
    return `${first.startsWith('*') ? `${LETTER}{2,}` : ''}${either(alike)}${first.endsWith('*') ? `${LETTER}*` : ''}`;
  });
}

function either(phrases: readonly string[]): string {
  return phrases.length === 0 ? '(?!)' : `(?:${[...new Set(phrases.map(patternOf))].join('|')})`;
}

function list(words: string | undefined): string[] {
  return words === undefined ? [] : words.split(',').map((word) => word.trim());
}

const all = (name: Exclude<keyof AllergyWords, 'none'>): string[] => Object.values(WORDS).flatMap((words) => list(words[name]));
const isCompound = (phrase: string): boolean => phrase.startsWith('*');

/** Each regex group is named after its word list. */
export const ANY_WORD = new RegExp(
  [
    `(?<lookalike>${anyOf(all('lookalikes'))})`,
    `(?<condition>${anyOf([...all('conditions'), ...all('allergy').filter(isCompound)])})`,
    `(?<allergy>${anyOf(all('allergy').filter((phrase) => !isCompound(phrase)))})`,
    `(?<allergen>${anyOf(all('allergens'))})`,
    `(?<ambiguous>${anyOf(all('ambiguous'))})`,
  ].join('|'),
  'gv',
);

/** Ambiguous allergens of languages whose allergy words the note contains. */
export function countedIn(note: string): ReadonlySet<string> {
  return new Set(AMBIGUOUS.flatMap(({ words, allergy }) => (allergy.test(note) ? words : [])));
}

const AMBIGUOUS = Object.values(WORDS).flatMap(({ ambiguous, allergy, conditions }) => {
  if (ambiguous === undefined) return [];
  return [{ words: list(ambiguous).map(foldedWord), allergy: new RegExp(anyOf([...list(allergy), ...list(conditions)]), 'v') }];
});
