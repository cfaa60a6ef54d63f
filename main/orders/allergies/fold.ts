/** Normalizes a text for comparing words: lower case without accents, with each letter's position in the original. Pure. */

export interface Folded {
  text: string;
  /** Of each unit of `text`: where the letter that it was made of begins and ends in the original, in UTF-16 units; its accents belong to it. */
  starts: number[];
  ends: number[];
}

/** Letters that no normal form takes apart, and other forms of a letter that say nothing: final ones, and Arabic ones that are typed alike. */
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
  // The stroke that makes an Arabic word longer.
  ـ: '',
};

const KANA = /\p{Script=Katakana}|\p{Script=Hiragana}/u;
const MARKS = /\p{M}/gu;
const NO_WORD = /[^\p{L}\p{M}]/u;
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/u;
/** The marks that make か of が where they are written apart, as in half-width letters. */
const VOICED = /^[\u{3099}\u{309a}]$/u;

/** By their code: a text has few different ones. */
const known = new Map<number, string>();
/** So that texts of every character that there is do not fill the memory. */
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
  // "½" and signs that stand for a whole sentence are no part of a word on either side.
  if (small.length > 2 && NO_WORD.test(small)) return small.startsWith('.') ? '.' : ' ';
  // Japanese が is another letter than か, and no か with an accent.
  if (KANA.test(small) || VOICED.test(small)) return small.normalize('NFC');
  return [...small.normalize('NFD').replace(MARKS, '')].map((part) => SAME[part] ?? part).join('');
}

/** Each letter by itself, once: the time is that of the length. */
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

/** A word of a list, as `fold` makes words of texts. */
export function foldedWord(word: string): string {
  return fold(word).text;
}
