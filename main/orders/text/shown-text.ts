/**
 * Text that strangers wrote, as a screen may show it: what turns its neighbours round, hides, or commands is taken out, and every letter
 * that can be seen stays as it was written. What the service sent is stored unchanged; this is for looking at.
 */

/** C0, C1, halves of characters, bidi marks, overrides and isolates, zero-width and other invisible ones, noncharacters, interlinear marks. */
const NEVER_SHOWN =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u{fff9}-\u{fffb}]/u;
const UNSEEN_RUNS = new RegExp(`${NEVER_SHOWN.source}+`, 'gu');
const UNSEEN_BUT_LINE_BREAKS = new RegExp(`(?:(?!\\n)${NEVER_SHOWN.source})+`, 'gu');
/** The same but for halves of characters, which a sign stands for, and with what takes room and shows nothing. */
const ANYTHING_SEEN = new RegExp(NEVER_SHOWN.source.replace('[', '[^\\s\\u{2800}').replace('\\p{Cs}', ''), 'u');
/** More marks than any written language stacks on one letter would only cover the lines above and below. */
const TOO_MANY_MARKS = /(\p{M}{6})\p{M}+/u;
const EVERY_PILE_OF_MARKS = new RegExp(TOO_MANY_MARKS, 'gu');
const LINE_BREAKS = /\r\n?|[\v\f\u{85}\u{2028}\u{2029}]/gu;

const EVERYTHING_BUT_LINE_BREAKS = /[^\n]+/g;

const JOINER = /[\u{200c}\u{200d}]/u;
/** Letters of joining scripts and the parts of an emoji: between them, and nowhere else, a joiner changes what is seen. */
const JOINS =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Kannada}\p{Script=Khmer}\p{Script=Malayalam}\p{Script=Myanmar}\p{Script=Oriya}\p{Script=Sinhala}\p{Script=Tamil}\p{Script=Telugu}]/u;

const VARIATION = /[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}\u{180b}-\u{180d}\u{180f}]/u;
/** What looks different by a variation selector behind it: emoji and key caps, ideographs (names in Japan), Mongolian letters. */
const VARIES = /[\p{Emoji}\p{Extended_Pictographic}\p{Script=Han}\p{Script=Mongolian}]/u;

/** The flags of England, Scotland and Wales are spelt in invisible letters; any others could say anything. */
const SPELT_FLAG =
  /\u{1f3f4}(?:\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f})/gu;

/** Lines stay apart; everything else that breaks or moves a line does not. Cleaning twice changes nothing. */
export function shown(text: string): string {
  if (isPlain(text) || (!NEVER_SHOWN.test(text) && !TOO_MANY_MARKS.test(text))) return text;
  const plain = text.toWellFormed().replace(LINE_BREAKS, '\n').replaceAll('\t', ' ');
  const flags = plain.match(SPELT_FLAG) ?? [];
  const kept = plain
    .split(SPELT_FLAG)
    .map((part, at) => withoutUnseen(part) + (flags[at] ?? ''))
    .join('');
  return kept.replace(EVERY_PILE_OF_MARKS, '$1');
}

/**
 * Whether there is anything to be seen in it. A joiner or a selector is kept beside a letter alone, and half a character is shown as a sign
 * for one: so the first sign that is never taken out decides, and nobody goes through the rest of a long text.
 */
export function isSeen(text: string): boolean {
  return ANYTHING_SEEN.test(text);
}

const PLAIN = 0;
const MARK = 1;
const LOOK_CLOSELY = 2;
/** For each unit of text, made when the first long one comes; of halves of a pair nothing is known. */
let kindOf: Uint8Array | null = null;
/** Below this the rules themselves are as quick. */
const LONG = 1_000;
const MARKS_MOST = 6;

/** True only where nothing has to be taken out: a table is many times as quick as the rules, and a long text is almost always plain. */
function isPlain(text: string): boolean {
  if (text.length < LONG) return false;
  kindOf ??= Uint8Array.from({ length: 0x10000 }, (_, unit) => kindOfUnit(String.fromCharCode(unit)));
  let marks = 0;
  for (let at = 0; at < text.length; at += 1) {
    const kind = kindOf[text.charCodeAt(at)];
    if (kind === LOOK_CLOSELY) return false;
    marks = kind === MARK ? marks + 1 : 0;
    if (marks > MARKS_MOST) return false;
  }
  return true;
}

function kindOfUnit(unit: string): number {
  if (NEVER_SHOWN.test(unit)) return LOOK_CLOSELY;
  return /\p{M}/u.test(unit) ? MARK : PLAIN;
}

/** Whole runs at once, however long: of what is never shown only a selector and a joiner right behind a letter can be kept. */
function withoutUnseen(text: string): string {
  if (!VARIATION.test(text) && !JOINER.test(text)) return text.replace(UNSEEN_BUT_LINE_BREAKS, '');
  // A text of a million signs has few that differ: what is kept of a run between the same two is looked at once.
  const kept = new Map<string, string>();
  return text.replace(UNSEEN_RUNS, (run, at: number) => {
    const before = characterBefore(text, at);
    const start = run.slice(0, START_OF_RUN);
    const after = run.length > START_OF_RUN ? '' : characterAt(text, at + run.length);
    const key = before + start + after;
    let stays = kept.get(key);
    if (stays === undefined) {
      stays = keptBetween(before, start, after);
      kept.set(key, stays);
    }
    return stays + (run.includes('\n') ? run.replace(EVERYTHING_BUT_LINE_BREAKS, '') : '');
  });
}

/** A selector of two units and a joiner behind it: nothing later in a run can be kept. */
const START_OF_RUN = 3;

function keptBetween(before: string, run: string, after: string): string {
  const first = characterAt(run, 0);
  const selector = VARIATION.test(first) ? first : '';
  // A variation selector may stand between an emoji and its joiner.
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

function characterBefore(text: string, at: number): string {
  const two = at < 2 ? '' : characterAt(text, at - 2);
  return two.length === 2 ? two : text.charAt(at - 1);
}

const doesJoin = (character: string): boolean => JOINS.test(character) && !NEVER_SHOWN.test(character);
