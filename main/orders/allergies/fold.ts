/** Folded text keeps each letter's original position. Pure. */

export interface Folded {
  text: string;
  /** Per unit of `text`: its letter's start and end, accents included, in UTF-16 units of the original. */
  starts: number[];
  ends: number[];
}

/** Letters that NFD doesn't decompose, final forms, and Arabic letters typed interchangeably. */
const SAME: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  ς: 'σ',
  ך: 'כ',
  ם: 'מ',
  ן: 'נ',
  ף: 'פ',
  ץ: 'צ',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ٱ: 'ا',
  // Tatweel only stretches an Arabic word.
  ـ: '',
};

const KANA = /\p{Script=Katakana}|\p{Script=Hiragana}/u;
const MARKS = /\p{M}/gu;
const NO_WORD = /[^\p{L}\p{M}]/u;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;
/** The marks that turn か into が if written separately, as in half-width text. */
const VOICED = /^[\u{3099}\u{309a}]$/u;

const known = new Map<number, string>();
const KNOWN_MOST = 20_000;

function letter(code: number): string {
  const before = known.get(code);
  if (before !== undefined) return before;
  const folded = foldedLetter(String.fromCodePoint(code));
  if (known.size < KNOWN_MOST) known.set(code, folded);
  return folded;
}

function foldedLetter(character: string): string {
  if (UNSEEN.test(character)) return '';
  const small = character.normalize('NFKC').toLowerCase();
  // "½" and characters for whole phrases separate words.
  if (small.length > 2 && NO_WORD.test(small)) return small.startsWith('.') ? '.' : ' ';
  // が is a different letter, not an accented か.
  if (KANA.test(small) || VOICED.test(small)) return small.normalize('NFC');
  return [...small.normalize('NFD').replace(MARKS, '')].map((part) => SAME[part] ?? part).join('');
}

export function fold(text: string): Folded {
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = '';
  for (let at = 0; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    const next = at + (code > 0xffff ? 2 : 1);
    const made = letter(code);
    const last = starts.length - 1;
    if (VOICED.test(made)) {
      const whole = (folded.slice(-1) + made).normalize('NFC');
      if (last >= 0 && whole.length === 1) folded = folded.slice(0, -1) + whole;
      if (last >= 0) ends[last] = next;
    } else if (made === '') {
      if (last >= 0 && !UNSEEN.test(text.slice(at, next))) ends[last] = next;
    } else {
      for (let unit = 0; unit < made.length; unit += 1) {
        starts.push(at);
        ends.push(next);
      }
      folded += made;
    }
    at = next;
  }
  return { text: folded, starts, ends };
}

export function foldedWord(word: string): string {
  return fold(word).text;
}
