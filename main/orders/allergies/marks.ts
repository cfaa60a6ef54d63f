/** Which words of a note are marked: what says an allergy and is not denied, and the allergens that it is about. Pure. */
import { has, type Note } from './clauses.ts';
import type { Verdict } from './denials.ts';
import type { Role } from './lexicon.ts';
import type { Allergen, Range, Telling } from './telling.ts';

export interface Mark extends Range {
  /** It is said where the words stand alone. */
  alone: boolean;
}

interface Found extends Range {
  /** It says what the allergy is, not only that there is one. */
  isTelling: boolean;
}

/** Words of one that was joined. */
const JOINED_MOST = 6;
/** Letters of the small words of a list: "and", "und", "y". */
const SMALL_WORD = 3;

/** In the order of the text, none within another. */
export function marksOf(note: Note, { said, verdicts, cannot, allergens }: Telling & { verdicts: readonly Verdict[] }): Mark[] {
  const stands = said.filter((_, place) => verdicts[place] !== 'denied');
  const clauses = groups(note.clause);
  const sentences = groups(note.sentence);
  const saidIn = new Set(said.flatMap(({ to }, place) => (verdicts[place] === 'stands' ? [note.clause[to] ?? -1] : [])));
  const deniedIn = new Set(said.flatMap(({ to }, place) => (verdicts[place] === 'stands' ? [] : [note.clause[to] ?? -1])));
  const toldIn = new Set(stands.flatMap(({ to, isTelling }) => (isTelling ? [note.sentence[to] ?? -1] : [])));
  const found = new Map<number, Found>();
  const mark = (range: Range, isTelling: boolean): void => void found.set(range.from, { from: range.from, to: range.to, isTelling });
  for (const one of stands) mark(one, one.isTelling);

  const languagesIn = new Map<number, Set<string>>();
  for (const { to, languages } of stands) {
    const sentence = note.sentence[to] ?? -1;
    languagesIn.set(sentence, new Set([...(languagesIn.get(sentence) ?? []), ...languages]));
  }
  const allergensOf = ({ from, to }: Range, languages: ReadonlySet<string>): Allergen[] =>
    Array.from({ length: to - from + 1 }, (_, place) => allergens.get(from + place)).filter(
      (one) => one !== undefined && (one.languages === null || [...one.languages].some((own) => languages.has(own))),
    ) as Allergen[];
  const clausesOf = ({ from, to }: Range): number[] =>
    Array.from({ length: (note.clause[to] ?? 0) - (note.clause[from] ?? 0) + 1 }, (_, place) => (note.clause[from] ?? 0) + place);

  /** Whether anything was marked in a sentence that says nothing of an allergy itself: what it keeps away, or lists. */
  const markBeside = (sentence: number, languages: ReadonlySet<string>): boolean => {
    const beside = sentences[sentence];
    if (beside === undefined || languagesIn.has(sentence)) return false;
    let isMarked = false;
    for (const clause of clausesOf(beside)) {
      const words = clauses[clause];
      if (words === undefined || deniedIn.has(clause)) continue;
      const own = allergensOf(words, languages);
      if (own.length === 0 || !(holds(note, words, KEEPS_AWAY) || isNothingElse(note, words, own))) continue;
      for (const allergen of own) mark(allergen, true);
      isMarked = true;
    }
    return isMarked;
  };

  for (const [sentence, languages] of languagesIn) {
    const range = sentences[sentence];
    if (range === undefined) continue;
    let isTold = toldIn.has(sentence);
    for (const clause of clausesOf(range)) {
      const words = clauses[clause];
      if (words === undefined) continue;
      if (!saidIn.has(clause) && (deniedIn.has(clause) || (holds(note, words, ASKS, languages) && !holds(note, words, KEEPS_AWAY))))
        continue;
      for (const allergen of allergensOf(words, languages)) {
        mark(allergen, true);
        isTold = true;
      }
    }
    // "I am allergic. No nuts." tells in the sentence beside it what it is.
    if (isTold) continue;
    for (let next = sentence + 1; markBeside(next, languages); next += 1) isTold = true;
    if (!isTold) markBeside(sentence - 1, languages);
  }

  const allergensIn = new Map<string, Allergen[]>();
  for (const one of cannot) {
    const clause = note.clause[one.from] ?? -1;
    const words = clauses[clause];
    const key = `${clause} ${[...one.languages].join(' ')}`;
    const known = allergensIn.get(key);
    const own = known ?? (words === undefined ? [] : allergensOf(words, one.languages));
    if (own.length > 0) mark(one, false);
    if (known === undefined) for (const allergen of own) mark(allergen, true);
    allergensIn.set(key, own);
  }
  return asMarks(
    note,
    joined(
      note,
      [...found.values()].sort((a, b) => a.from - b.from),
    ),
  );
}

const ASKS: readonly Role[] = ['asks'];
const KEEPS_AWAY: readonly Role[] = ['without', 'denies', 'answers', 'deniesAfter'];

function holds(note: Note, { from, to }: Range, roles: readonly Role[], languages?: ReadonlySet<string>): boolean {
  for (let at = from; at <= to; at += 1) if (roles.some((role) => has(note.hits(at), role, languages))) return true;
  return false;
}

/** A list of allergens, with no longer words in it. */
function isNothingElse({ words }: Note, { from, to }: Range, own: readonly Range[]): boolean {
  const within = new Set(own.flatMap((one) => Array.from({ length: one.to - one.from + 1 }, (_, place) => one.from + place)));
  for (let at = from; at <= to; at += 1) if (!within.has(at) && (words[at]?.text.length ?? 0) > SMALL_WORD) return false;
  return true;
}

/** The words of each clause or sentence, by its index. */
function groups(of: readonly number[]): Range[] {
  const ranges: Range[] = [];
  of.forEach((group, at) => {
    const range = ranges[group];
    if (range) range.to = at;
    else ranges[group] = { from: at, to: at };
  });
  return ranges;
}

/** "nut allergy" is one. */
function joined({ words, folded }: Note, found: readonly Found[]): Found[] {
  const all: Found[] = [];
  for (const one of found) {
    const last = all.at(-1);
    const gap = last && folded.text.slice(words[last.to]?.end, words[one.from]?.start);
    if (last && one.from <= last.to) last.to = Math.max(last.to, one.to);
    else if (last && one.to - last.from < JOINED_MOST && gap !== undefined && /^[ -]?$/.test(gap)) {
      last.to = one.to;
      last.isTelling ||= one.isTelling;
    } else all.push({ ...one });
  }
  return all;
}

/** What only says that there is an allergy is left out beside what it is: in the same clause, or in the one beside it where it ends its own. */
function asMarks({ clause }: Note, found: readonly Found[]): Mark[] {
  const told = new Set(found.flatMap(({ from, to, isTelling }) => (isTelling ? [clause[from] ?? -1, clause[to] ?? -1] : [])));
  return found.map(({ from, to, isTelling }) => {
    const own = clause[to] ?? -1;
    const isLast = clause[to + 1] !== own;
    const isTold = told.has(own) || (isLast && (told.has(own + 1) || told.has(own - 1)));
    return { from, to, alone: isTelling || !isTold };
  });
}
