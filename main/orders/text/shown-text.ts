/** Makes untrusted text safe to show: removes bidi, invisible and control characters. The stored text stays unchanged. */

/** C0, C1, lone surrogates, bidi controls, invisible characters, noncharacters, interlinear marks. */
const NEVER_SHOWN =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{fff9}-\u{fffb}]/u;
/** Visible characters: no blanks, but lone surrogates, which get a visible replacement. */
const ANYTHING_SEEN = new RegExp(NEVER_SHOWN.source.replace('[', '[^\\s\\u{2800}').replace('\\p{Cs}', ''), 'u');
/** No language stacks more marks on a letter; they would cover nearby lines. */
const EVERY_PILE_OF_MARKS = /(\p{M}{6})\p{M}+/gu;
const LINE_BREAKS = /\r\n?|[\v\f\u{85}\u{2028}\u{2029}]/gu;

const EVERYTHING_BUT_LINE_BREAKS = /[^\n]+/g;

const JOINER = /[\u{200c}\u{200d}]/u;
/** A joiner is visible only between these: joining scripts and emoji parts. */
const JOINS =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Khmer}\p{Script=Malayalam}\p{Script=Myanmar}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}]/u;

const VARIATION = /[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}\u{180b}-\u{180d}\u{180f}]/u;
/** A variation selector is visible only after these: emoji, keycaps, ideographs (Japanese names), Mongolian. */
const VARIES = /[\p{Emoji}\p{Extended_Pictographic}\p{Script=Han}\p{Script=Mongolian}]/u;

/** The flags of England, Scotland and Wales use invisible letters; others could hide text. */
const SPELT_FLAG =
  /\u{1f3f4}(?:\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f})/gu;

/** Keeps line breaks. Idempotent. */
export function shown(text: string): string {
  if (isPlain(text)) return text;
  const plain = text.toWellFormed().replace(LINE_BREAKS, '\n').replaceAll('\t', ' ');
  const flags = plain.match(SPELT_FLAG) ?? [];
  const kept = plain
    .split(SPELT_FLAG)
    .map((part, at) => withoutUnseen(part) + (flags[at] ?? ''))
    .join('');
  return hasPiles(kept) ? kept.replace(EVERY_PILE_OF_MARKS, '$1') : kept;
}

/** Stops at the first visible character, so long texts cost little. */
export function isSeen(text: string): boolean {
  const first = text.charCodeAt(0);
  // Fast path for ASCII.
  return (first > SPACE && first < DELETE) || ANYTHING_SEEN.test(text);
}

const SPACE = 0x20;
const DELETE = 0x7f;

/** Above the largest code point. */
const CODES = 0x110000;
const PLAIN = 1;
const MARK = 2;
const UNSEEN = 3;
/** Each code point's kind, 0 until first seen: much faster than the regexes on a million characters. */
const kinds = new Uint8Array(CODES);
const MARKS_MOST = 6;

function kindAt(text: string, at: number): number {
  const code = text.codePointAt(at) ?? 0;
  kinds[code] ||= kindOf(String.fromCodePoint(code));
  return kinds[code];
}

function kindOf(character: string): number {
  if (NEVER_SHOWN.test(character)) return UNSEEN;
  return /\p{M}/u.test(character) ? MARK : PLAIN;
}

const unitsAt = (text: string, at: number): number => ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);

const isPlain = (text: string): boolean => !holds(text, (kind, marks) => kind === UNSEEN || marks > MARKS_MOST);
const hasPiles = (text: string): boolean => holds(text, (_kind, marks) => marks > MARKS_MOST);

/** `marks`: how many the current letter has so far. */
function holds(text: string, isSuch: (kind: number, marks: number) => boolean): boolean {
  let marks = 0;
  for (let at = 0; at < text.length; at += unitsAt(text, at)) {
    const kind = kindAt(text, at);
    marks = kind === MARK ? marks + 1 : 0;
    if (isSuch(kind, marks)) return true;
  }
  return false;
}

/** Of a run of invisible characters, only a selector and a joiner directly after a letter can stay. */
function withoutUnseen(text: string): string {
  // Cached by run and neighbors: long texts have few different runs.
  const kept = new Map<string, Map<number, string>>();
  let result = '';
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    if (kindAt(text, at) !== UNSEEN) {
      at += unitsAt(text, at);
      continue;
    }
    const from = at;
    while (at < text.length && kindAt(text, at) === UNSEEN) at += unitsAt(text, at);
    const start = text.slice(from, Math.min(at, from + START_OF_RUN));
    const hasAfter = at - from <= START_OF_RUN && at < text.length;
    const before = from === 0 ? 0 : (text.codePointAt(from - (isPairBefore(text, from) ? 2 : 1)) ?? 0);
    const after = hasAfter ? (text.codePointAt(at) ?? 0) : 0;
    const known = kept.get(start) ?? new Map<number, string>();
    if (known.size === 0) kept.set(start, known);
    const key = before * CODES + after;
    let stays = known.get(key);
    if (stays === undefined) {
      stays = keptBetween(from === 0 ? '' : String.fromCodePoint(before), start, hasAfter ? String.fromCodePoint(after) : '');
      known.set(key, stays);
    }
    const run = text.slice(from, at);
    const left = run.includes('\n') ? stays + run.replace(EVERYTHING_BUT_LINE_BREAKS, '') : stays;
    if (left === run) continue;
    result += text.slice(copied, from) + left;
    copied = at;
  }
  return copied === 0 ? text : result + text.slice(copied);
}

const isPairBefore = (text: string, at: number): boolean => at >= 2 && (text.codePointAt(at - 2) ?? 0) > 0xffff;

/** A two-unit selector and a joiner. */
const START_OF_RUN = 3;

function keptBetween(before: string, run: string, after: string): string {
  const first = characterAt(run, 0);
  const selector = VARIATION.test(first) ? first : '';
  // Emoji may have a selector before the joiner.
  const joiner = JOINER.test(run.charAt(selector.length)) ? run.charAt(selector.length) : '';
  if (selector + joiner === '') return '';
  const isLast = run.length === selector.length + joiner.length;
  const joins = joiner !== '' && isLast && doesJoin(before) && doesJoin(after);
  return (VARIES.test(before) ? selector : '') + (joins ? joiner : '');
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

const doesJoin = (character: string): boolean => JOINS.test(character) && !NEVER_SHOWN.test(character);
