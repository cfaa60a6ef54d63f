/** A note as its words, each with the clause and the sentence that it stands in and what the lists of all languages know of it. Pure. */
import { type Folded, plainWord } from './fold.ts';
import type { Hit, Lexicon, Role } from './lexicon.ts';
import { CLAUSE, SENTENCE, type Word, wordsIn } from './words-in.ts';

export interface Note {
  words: Word[];
  folded: Folded;
  /** By the index of a word. */
  clause: number[];
  sentence: number[];
  hits: (at: number) => Hit[];
}

export function noteOf(text: string, folded: Folded, lexicon: Lexicon): Note {
  const words = wordsIn(folded.text, lexicon.runAt);
  const plain = ({ start, end }: Word): string => plainWord(text.slice(folded.starts[start], folded.ends[end - 1]));
  const read = lexicon.reader(words, plain);
  const known: Hit[][] = [];
  const hits = (at: number): Hit[] => {
    known[at] ??= read(at);
    return known[at];
  };
  const clause: number[] = [];
  const sentence: number[] = [];
  let inClause = -1;
  let inSentence = -1;
  words.forEach(({ before }, at) => {
    // "No allergies but no nuts": what follows is told of its own.
    if (before >= CLAUSE || has(hits(at), 'but') || has(hits(at), 'except')) inClause += 1;
    if (before === SENTENCE) inSentence += 1;
    clause.push(inClause);
    sentence.push(inSentence);
  });
  return { words, folded, clause, sentence, hits };
}

export function has(hits: readonly Hit[], role: Role, languages?: ReadonlySet<string>): boolean {
  return hits.some((hit) => hit.role === role && (languages === undefined || languages.has(hit.language)));
}

/** The longest group of words of this role that begins here; its last word's index, or null. */
export function longest(hits: readonly Hit[], role: Role, languages?: ReadonlySet<string>): number | null {
  let to: number | null = null;
  for (const hit of hits)
    if (hit.role === role && (languages === undefined || languages.has(hit.language)) && (to === null || hit.to > to)) to = hit.to;
  return to;
}
