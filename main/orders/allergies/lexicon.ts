/** The words of all languages, put together so that each word of a text is looked up once, however many lists there are. Pure. */
import type { AllergyWords } from './allergy-words.ts';
import { foldedWord, plainWord } from './fold.ts';
import { JOINED, type Word, wordsIn } from './words-in.ts';

export type Role = keyof AllergyWords;

interface Piece {
  text: string;
  /** With its accents. */
  plain: string;
  openStart: boolean;
  openEnd: boolean;
}

interface Entry {
  role: Role;
  language: string;
  /** A group of words; most have one. */
  pieces: [Piece, ...Piece[]];
}

/** A word or group of words that a list has. */
export interface Hit {
  role: Role;
  language: string;
  /** Index of its last word. */
  to: number;
  /** There is more before the word itself, as in "Nussallergie". */
  isCompound: boolean;
}

/** Letters that are written onto the word behind them: "and", "to", "the". */
const ONTO_HEBREW = /^[ולבכמשה]{1,3}/u;
const ONTO_ARABIC = /^[وف]?[بكل]?(?:ال|ل)?/u;
const AND: ReadonlySet<string> = new Set(['ו', 'و']);
const HEBREW = /^\p{Script=Hebrew}/u;
const ARABIC = /^\p{Script=Arabic}/u;
const RUN = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]/u;
const LATIN = /^\p{Script=Latin}+$/u;

/** In these, accents tell words apart. */
const EXACT: ReadonlySet<Role> = new Set<Role>(['denies', 'between', 'subjects', 'deniesAfter', 'answers', 'or', 'and', 'polite']);
/** In these, accents may not even be left out: "nöt" is no "not", "más" no "mas", "än" no "an". */
const STRICT: ReadonlySet<Role> = new Set<Role>(['ownAllergens', 'asks', 'but', 'except']);
const LEAST_BEFORE = 2;
/** No word of a list is longer. */
const LONGEST = 24;

const KNOWN_MOST = 20_000;

/** A list's word that a word of a text begins or holds. */
interface Begun {
  entry: Entry;
  isCompound: boolean;
}

export class Lexicon {
  readonly #whole = new Map<string, Entry[]>();
  readonly #beginning = new Map<string, Entry[]>();
  readonly #within: Entry[] = [];
  /** Of the languages without blanks, by their first letter, the longest first. */
  readonly #runs = new Map<string, string[]>();
  readonly #anyWithin: RegExp;
  /** What was looked up: menus and notes say the same words all day. */
  readonly #known = new Map<string, readonly Begun[]>();

  constructor(lists: Readonly<Record<string, Partial<AllergyWords>>>) {
    for (const [language, words] of Object.entries(lists))
      for (const [role, list] of Object.entries(words) as [Role, string][])
        for (const phrase of list.split(',')) this.#add(role, language, phrase.trim());
    const stems = this.#within.map(({ pieces: [{ text }] }) => text);
    this.#anyWithin = new RegExp(stems.length === 0 ? '(?!)' : stems.join('|'), 'u');
    for (const found of this.#runs.values()) found.sort((a, b) => b.length - a.length);
  }

  #add(role: Role, language: string, phrase: string): void {
    const [first, ...rest] = piecesOf(phrase);
    if (first === undefined) return;
    const entry: Entry = { role, language, pieces: [first, ...rest] };
    if (first.openStart) this.#within.push(entry);
    else addTo(first.openEnd ? this.#beginning : this.#whole, first.text, entry);
    const key = first.text.charAt(0);
    if (RUN.test(key)) this.#runs.set(key, [...new Set([...(this.#runs.get(key) ?? []), first.text])]);
  }

  /** The length of the word of a list that begins here, 0 for none. */
  readonly runAt = (text: string, at: number, end: number): number =>
    this.#runs.get(text.charAt(at))?.find((word) => at + word.length <= end && text.startsWith(word, at))?.length ?? 0;

  /** For one text: what its words are in the lists. `plain` gives a word as it was written. */
  reader(words: readonly Word[], plain: (word: Word) => string): (at: number) => Hit[] {
    return (at) => {
      const word = words[at];
      if (word === undefined) return [];
      return this.#knownOf(word.text).flatMap(({ entry, isCompound }) => {
        const isAll = entry.pieces.every((piece, place) => {
          const one = words[at + place];
          if (one === undefined || (place > 0 && (one.before !== JOINED || !fits(piece, one.text)))) return false;
          if (STRICT.has(entry.role)) return !LATIN.test(one.text) || piece.openEnd || plain(one) === piece.plain;
          return !EXACT.has(entry.role) || isWritten(piece, one.text, plain(one));
        });
        return isAll ? [{ role: entry.role, language: entry.language, to: at + entry.pieces.length - 1, isCompound }] : [];
      });
    };
  }

  #knownOf(text: string): readonly Begun[] {
    const before = this.#known.get(text);
    if (before !== undefined) return before;
    const begun = this.#begunBy(text);
    if (this.#known.size >= KNOWN_MOST) this.#known.clear();
    if (text.length <= LONGEST) this.#known.set(text, begun);
    return begun;
  }

  #begunBy(text: string): Begun[] {
    const found = new Set<Entry>();
    const compounds = new Set<Entry>();
    for (const form of formsOf(text)) {
      for (const entry of this.#whole.get(form) ?? []) if (mayBegin(entry, text, form)) found.add(entry);
      for (let length = 1; length <= Math.min(LONGEST, form.length); length += 1)
        for (const entry of this.#beginning.get(form.slice(0, length)) ?? []) if (mayBegin(entry, text, form)) found.add(entry);
    }
    if (this.#anyWithin.test(text))
      for (const entry of this.#within) {
        const at = text.indexOf(entry.pieces[0].text, LEAST_BEFORE);
        if (at >= LEAST_BEFORE && (entry.pieces[0].openEnd || text.endsWith(entry.pieces[0].text))) compounds.add(entry);
      }
    return [...found, ...compounds].map((entry) => ({ entry, isCompound: compounds.has(entry) }));
  }
}

/** "Full" is no "of not": onto a word that denies nothing but "and" is written. */
function mayBegin({ role }: Entry, text: string, form: string): boolean {
  return !EXACT.has(role) || form === text || AND.has(text.slice(0, text.length - form.length));
}

function addTo(map: Map<string, Entry[]>, key: string, entry: Entry): void {
  const known = map.get(key);
  if (known) known.push(entry);
  else map.set(key, [entry]);
}

/** "פירות ים" and "can't eat" are groups of words: they are taken apart as texts are. */
function piecesOf(phrase: string): Piece[] {
  const openStart = phrase.startsWith('*');
  const openEnd = phrase.endsWith('*');
  const text = phrase.replaceAll('*', '');
  const folded = foldedWord(text);
  const plains = plainWord(text).split(/[\s'’-]+/u);
  // In a language without blanks a group is one word.
  const words = RUN.test(folded.charAt(0)) ? [folded] : wordsIn(folded, () => 0).map((word) => word.text);
  return words.map((word, place) => ({
    text: word,
    plain: plains[place] ?? word,
    openStart: openStart && place === 0,
    openEnd: openEnd && place === words.length - 1,
  }));
}

function fits(piece: Piece, text: string): boolean {
  return formsOf(text).some((form) => (piece.openEnd ? form.startsWith(piece.text) : form === piece.text));
}

/** With its accents, or without any. */
function isWritten({ plain, openEnd }: Piece, folded: string, written: string): boolean {
  if (!LATIN.test(folded) || openEnd) return true;
  return written === plain || written === folded;
}

/** The word, and what is left of it where something is written onto its beginning. */
function formsOf(text: string): string[] {
  if (HEBREW.test(text)) return [text, ...shortened(text, ONTO_HEBREW.exec(text)?.[0].length ?? 0)];
  if (ARABIC.test(text)) return [text, ...shortened(text, ONTO_ARABIC.exec(text)?.[0].length ?? 0)];
  return [text];
}

function shortened(text: string, most: number): string[] {
  return Array.from({ length: most }, (_, at) => text.slice(at + 1)).filter((form) => form.length >= 2);
}
