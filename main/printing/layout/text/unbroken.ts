/** Text that must stay on one line: "0.33 l", "12 pcs", "2 x", "10.50 EUR", "18:00-18:30", phone numbers. */

/** Scripts whose lines break anywhere. */
const IDEOGRAPH = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';

/** Strength of a bond: if a line is too short, the weakest breaks first. */
export type Hold = 1 | 2 | 3;

/** Units are any short word: no list covers all menu languages. */
const PHRASES: readonly (readonly [Hold, RegExp])[] = [
  // "2 x Mozzarella", "2× Mozzarella", "2 個", "4 Stk."
  [1, /\p{Nd} ?[x×] \S+/gu],
  [1, new RegExp(`\\p{Nd} [${IDEOGRAPH}]`, 'gu')],
  [1, /\p{Nd} [\p{L}\p{M}\u{5f3}\u{5f4}'"’.]{4}(?![\p{L}\p{M}\p{Nd}])/gu],
  // "0.33 l", "12 pcs", "0,5 λ", "2 יח׳", "14 Mar", "10.50 EUR"
  [2, /\p{Nd} [\p{L}\p{M}\u{5f3}\u{5f4}'"’.]{1,3}(?![\p{L}\p{M}\p{Nd}])/gu],
  // "3名"
  [2, new RegExp(`\\p{Nd}[${IDEOGRAPH}]`, 'gu')],
  // "50 %", "12 €", "2 ×"
  [3, /\p{Nd} (?:[%‰°℃×]|\p{Sc})/gu],
  // "€ 12", "EUR 12", "No. 5"
  [3, /(?:\p{Sc}|[№#]|(?<!\p{L})(?:[A-Z]{3}|[Nn][or]\.)) ?[-+]?\p{Nd}/gu],
  // "1 234.50", "555 0100"
  [3, /(?<!\p{Nd})\p{Nd}{1,4}(?: \p{Nd}{2,4})+(?![\p{Nd}:])/gu],
  // "+358 40 123 4567", "(09) 123 456", "040-123 4567"
  [3, /(?:\+|\(|(?<![\p{L}\p{Nd}])0)[\p{Nd}()](?:[ \-/.]?[\p{Nd}()]){5,}/gu],
  // "18:00-18:30", "1/2", "-5"
  [3, /(?<!\p{L})[-/\u{2013}\u{2014}]\p{Nd}/gu],
];

const DIGIT = /\p{Nd}/u;

/** Offsets where no line should begin. */
export function unbrokenAt(text: string): ReadonlyMap<number, Hold> {
  if (!DIGIT.test(text)) return NOWHERE;
  const within = new Map<number, Hold>();
  // The strongest phrases come last, so that they win.
  for (const [hold, phrase] of PHRASES) {
    for (const { 0: found, index } of text.matchAll(phrase)) {
      for (let at = index + 1; at < index + found.length; at++) within.set(at, hold);
    }
  }
  return within;
}

const NOWHERE: ReadonlyMap<number, Hold> = new Map();
