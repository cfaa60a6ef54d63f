/** Ranks entries by typed words. Pure. */
import { plainText } from '../parts/plain-text.ts';

export interface Findable {
  name: string;
  /** More search words, ranked lower than the name. */
  words?: string;
  /** Left out until something is typed. */
  whenTyped?: boolean;
}

const wordsOf = (text: string): string[] =>
  plainText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Entries with every typed word, best first; equally good ones keep their order. If nothing is typed, all except `whenTyped`. */
export function bestMatches<T extends Findable>(entries: readonly T[], typed: string, most: number): T[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return entries.filter(({ whenTyped }) => !whenTyped).slice(0, most);
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, wanted) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry }) => entry);
}

/** How well an entry matches; 0 if a word is missing. */
function scoreOf({ name, words = '' }: Findable, wanted: readonly string[]): number {
  const plain = plainText(name);
  const own = wordsOf(name);
  const others = plainText(words);
  const scores = wanted.map((word) => {
    if (own.includes(word)) return 4;
    if (own.some((one) => one.startsWith(word))) return 3;
    if (plain.includes(word)) return 2;
    return others.includes(word) ? 1 : 0;
  });
  return scores.includes(0) ? 0 : scores.reduce((sum: number, score) => sum + score, 0);
}

/** The text besides a command's words: "halloumi" in "sold out halloumi". */
export function argumentOf(typed: string, command: string): string {
  const own = wordsOf(command);
  const [start] = own.length === 1 ? own : [];
  // In languages without spaces, a command's word may begin the text.
  if (start && plainText(typed).trim().startsWith(start)) return typed.trim().slice(start.length).trim();
  return typed
    .split(/\s+/)
    .filter((word) => !own.includes(plainText(word)))
    .join(' ')
    .trim();
}
