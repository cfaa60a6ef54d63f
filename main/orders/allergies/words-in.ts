/** The words of a folded text, and what stands between them. Pure. */

/** What stands between a word and the one before it: blanks or a hyphen; a comma, a bracket, a dash; the end of a sentence or line. */
export const JOINED = 0;
export const CLAUSE = 1;
export const SENTENCE = 2;

export interface Word {
  /** In the folded text. */
  start: number;
  end: number;
  text: string;
  before: typeof JOINED | typeof CLAUSE | typeof SENTENCE;
}

const LETTER = 3;
/** Written without blanks: a run of them is no word yet. */
const RUN = 4;

const kinds = new Map<string, number>();

function kindOf(unit: string): number {
  const before = kinds.get(unit);
  if (before !== undefined) return before;
  const kind = kindOfSign(unit);
  kinds.set(unit, kind);
  return kind;
}

function kindOfSign(unit: string): number {
  if (/[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}ー々]/u.test(unit)) return RUN;
  // Halves of rare characters are letters too.
  if (/[\p{L}\p{N}\p{Cs}]/u.test(unit)) return LETTER;
  if (/[.!?。؟\n\r\v\f\u{85}\u{2028}\u{2029}]/u.test(unit)) return SENTENCE;
  if (/[,;:、،؛()[\]{}<>=|–—•…/\\]/u.test(unit)) return CLAUSE;
  return JOINED;
}

/** Of a language that is written without blanks between words. */
export function isWithoutBlanks(word: string): boolean {
  return kindOf(word.charAt(0)) === RUN;
}

/** A full stop after fewer letters belongs to a word that was cut short: "e.g.", "z.B.". */
const SHORT_WORD = 2;

/** `runs` says how a run of letters without blanks falls into words: the length of the word at its beginning, 0 for none. */
export function wordsIn(text: string, runs: (text: string, at: number, end: number) => number): Word[] {
  const words: Word[] = [];
  let gap: Word['before'] = SENTENCE;
  const add = (start: number, end: number): void => {
    words.push({ start, end, text: text.slice(start, end), before: gap });
    gap = JOINED;
  };
  for (let at = 0; at < text.length; ) {
    const kind = kindOf(text.charAt(at));
    const from = at;
    if (kind === LETTER || kind === RUN) {
      while (at < text.length && kindOf(text.charAt(at)) === kind) at += 1;
      if (kind === LETTER) add(from, at);
      else addRun(text, from, at, runs, add);
      continue;
    }
    gap = Math.max(gap, breakAt(text, at, words.at(-1))) as Word['before'];
    at += 1;
  }
  return words;
}

/** Known words of a run, and what lies between them. */
function addRun(
  text: string,
  from: number,
  end: number,
  runs: (text: string, at: number, end: number) => number,
  add: (start: number, end: number) => void,
): void {
  let unknown = from;
  for (let at = from; at < end; ) {
    const length = runs(text, at, end);
    if (length === 0) {
      at += 1;
      continue;
    }
    if (unknown < at) add(unknown, at);
    add(at, at + length);
    at += length;
    unknown = at;
  }
  if (unknown < end) add(unknown, end);
}

function breakAt(text: string, at: number, last: Word | undefined): Word['before'] {
  const unit = text.charAt(at);
  const kind = kindOf(unit) as Word['before'];
  if (unit === '-') return isBlank(text, at - 1) && isBlank(text, at + 1) ? CLAUSE : JOINED;
  // "n/a".
  if (unit === '/' && last?.end === at && last.end - last.start === 1) return JOINED;
  const isShortened = unit === '.' && last !== undefined && last.end === at && last.end - last.start <= SHORT_WORD;
  return isShortened ? CLAUSE : kind;
}

function isBlank(text: string, at: number): boolean {
  return at < 0 || at >= text.length || text.charAt(at).trim() === '';
}
