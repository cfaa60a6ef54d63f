/** Which words of a note that say an allergy are denied: "no allergies", "not allergic", "Allergies: none". In doubt none is. Pure. */
import { has, longest, type Note } from './clauses.ts';
import { CLAUSE, isWithoutBlanks, JOINED } from './words-in.ts';

/** A word that says that there is an allergy, or what it is. */
export interface Said {
  from: number;
  to: number;
  languages: ReadonlySet<string>;
  /** It says what: "celiac", "nut allergy". */
  isTelling: boolean;
}

/** `not-this`: of the word itself nothing is denied, but what its clause names is: "not allergic to nuts, but to fish". */
export type Verdict = 'stands' | 'denied' | 'not-this';

/** Words between a denial and what it denies. */
const BETWEEN_MOST = 6;
const BEFORE = ['subjects', 'between', 'denies', 'and', 'or', 'but'] as const;
/** The longest group of words of `denies`. */
const DENIAL_WORDS = 6;

/** What becomes of each of them. `allergens`: the words at which one begins. */
export function denied(note: Note, said: readonly Said[], allergens: ReadonlySet<number>): Verdict[] {
  const lastOf = lastAllergens(note, allergens);
  const firstOf = firstAllergens(note, allergens);
  const verdicts: boolean[] = [];
  said.forEach((one, place) => {
    const before = said[place - 1];
    const isChained = before !== undefined && (verdicts[place - 1] ?? false) && goesOn(note, before, one, lastOf);
    verdicts.push(isChained || isDeniedBefore(note, one, firstOf) || isDeniedAfter(note, one));
  });
  return withoutTakenBack(note, said, verdicts, allergens);
}

/** The last allergen of each clause, by the index of the clause. */
function lastAllergens({ clause }: Note, allergens: ReadonlySet<number>): Map<number, number> {
  return new Map([...allergens].sort((a, b) => a - b).map((at) => [clause[at] ?? -1, at]));
}

function firstAllergens({ clause }: Note, allergens: ReadonlySet<number>): Map<number, number> {
  return new Map([...allergens].sort((a, b) => b - a).map((at) => [clause[at] ?? -1, at]));
}

/**
 * Only where the denial begins its clause or stands after what denials stand after, and no allergen stands before it: "onions no allergy" and
 * "nuts please not allergy" keep something away, and deny no allergy.
 */
function isDeniedBefore(note: Note, { from, languages }: Said, firstAllergen: ReadonlyMap<number, number>): boolean {
  const isPlain = (start: number): boolean => {
    const word = note.words[start];
    if (word === undefined || isWithoutBlanks(word.text)) return true;
    if ((firstAllergen.get(note.clause[from] ?? -1) ?? start) < start) return false;
    return word.before !== JOINED || BEFORE.some((role) => has(note.hits(start - 1), role, languages));
  };
  let at = from;
  for (let step = 0; step <= BETWEEN_MOST && at > 0 && note.words[at]?.before === JOINED; step += 1) {
    const last = at - 1;
    for (let start = last; start >= 0 && start > last - DENIAL_WORDS; start -= 1)
      if (note.hits(start).some(({ role, language, to }) => role === 'denies' && to === last && languages.has(language)))
        return isPlain(start);
    const start = beginningOfBetween(note, last, languages);
    if (start === null) return false;
    at = start;
  }
  return false;
}

function beginningOfBetween(note: Note, last: number, languages: ReadonlySet<string>): number | null {
  for (let start = last; start >= 0 && start > last - DENIAL_WORDS; start -= 1)
    if (note.hits(start).some(({ role, language, to }) => role === 'between' && to === last && languages.has(language))) return start;
  return null;
}

function isDeniedAfter(note: Note, { to, languages }: Said): boolean {
  let at = to + 1;
  for (let step = 0; step <= BETWEEN_MOST; step += 1) {
    const hits = note.hits(at);
    const isJoined = note.words[at]?.before === JOINED;
    if (isJoined && has(hits, 'deniesAfter', languages)) return true;
    const answer = longest(hits, 'answers', languages);
    if (answer !== null && (isJoined || isAsked(note, at)) && isEnd(note, answer + 1)) return true;
    const between = longest(hits, 'between', languages);
    if (!isJoined || between === null) return false;
    at = between + 1;
  }
  return false;
}

/** "Allergies: none", "Allergies? No", "Allergies - none": the sign that asks, and an answer right behind it. */
function isAsked({ words, folded }: Note, at: number): boolean {
  const [before, word] = [words[at - 1], words[at]];
  return (
    before !== undefined &&
    word !== undefined &&
    /^[^\p{L}\p{N}.!]*[:=?؟–—|-][^\p{L}\p{N}.!]*$/u.test(folded.text.slice(before.end, word.start))
  );
}

function isEnd(note: Note, at: number): boolean {
  const word = note.words[at];
  return word === undefined || word.before >= CLAUSE || has(note.hits(at), 'polite') || has(note.hits(at), 'but');
}

/** "No allergies or intolerances", "no allergies/intolerances", "no allergies and no …". */
function goesOn(note: Note, before: Said, one: Said, lastAllergen: ReadonlyMap<number, number>): boolean {
  let at = before.to + 1;
  const isSlash = note.folded.text.slice(note.words[before.to]?.end, note.words[at]?.start).trim() === '/';
  const hits = note.hits(at);
  const or = longest(hits, 'or', before.languages);
  const and = longest(hits, 'and', before.languages);
  if (!isSlash && note.words[at]?.before !== JOINED) return false;
  if (!isSlash) {
    const conjunction = or ?? and;
    if (conjunction === null) return false;
    at = conjunction + 1;
    for (let step = 0; step < BETWEEN_MOST && at < one.from; step += 1) {
      const between = longest(note.hits(at), 'between', before.languages);
      if (between === null) return false;
      at = between + 1;
    }
  }
  if (at !== one.from) return false;
  if (or === null && !isSlash) return isEnd(note, one.to + 1);
  return (lastAllergen.get(note.clause[one.to] ?? -1) ?? -1) < one.to;
}

/**
 * Nothing of a denial holds where it is taken back: by "except", or by "but" with an allergen behind it where no other word of the sentence
 * says what there is.
 */
function withoutTakenBack(note: Note, said: readonly Said[], verdicts: boolean[], allergens: ReadonlySet<number>): Verdict[] {
  const stands = new Set(said.flatMap(({ to }, place) => (verdicts[place] ? [] : [note.sentence[to] ?? -1])));
  /** By sentence and language. */
  const except = new Set<string>();
  const but = new Map<string, number>();
  const butThen = new Map<string, number>();
  note.words.forEach((_, at) => {
    const sentence = note.sentence[at] ?? -1;
    for (const { role, language } of note.hits(at)) {
      if (role === 'except') except.add(`${sentence} ${language}`);
      if (role === 'but') but.set(`${sentence} ${language}`, at);
    }
    if (allergens.has(at)) for (const [key, last] of but) butThen.set(key, last);
    if (note.sentence[at + 1] !== sentence) but.clear();
  });
  return verdicts.map((verdict, place) => {
    const to = said[place]?.to ?? -1;
    const sentence = note.sentence[to] ?? -1;
    const keys = [...(said[place]?.languages ?? [])].map((language) => `${sentence} ${language}`);
    if (!verdict || keys.some((key) => except.has(key))) return 'stands';
    return !stands.has(sentence) && keys.some((key) => (butThen.get(key) ?? -1) > to) ? 'not-this' : 'denied';
  });
}
