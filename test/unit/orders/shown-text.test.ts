/** Text from strangers is shown without characters that reorder, hide or command, and without losing a letter. */

import { describe, expect, it } from 'vitest';
import { isSeen, shown } from '../../../main/orders/text/shown-text.ts';
import fc from '../../setup/property.ts';
import { hostileText } from '../printing/hostile-text.ts';
import { MISLEADS } from './misleads.ts';

describe('text from a stranger', () => {
  it('is shown without characters that reorder or hide text or act as commands', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(shown(text)).not.toMatch(MISLEADS);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is the same after a second cleaning', () => {
    fc.assert(
      fc.property(fc.oneof(hostileText, fc.string({ unit: fc.constantFrom(...'aא👩️‍​‌ᠠ᠋❤字󠄀́') })), (text) => {
        expect(shown(shown(text))).toBe(shown(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ["loses direction marks, so it can't reverse a name", 'Anna \u202egnihtyreve eerf\u202c', 'Anna gnihtyreve eerf'],
    ["loses direction marks, so it can't reverse a number", 'A12\u2067 99\u2069', 'A12 99'],
    ["can't hide a word between letters", 'n\u200bo\u2060 \u00adnuts\u{e0068}\u{e0069}', 'no nuts'],
    [
      'loses control characters and keeps its lines',
      'Ring\u0000\u001b[2J twice\r\nat\u2028the\tdoor\u0085',
      'Ring[2J twice\nat\nthe door\n',
    ],
    ['shows a replacement character for half a surrogate pair', 'Piz\ud800za', 'Piz\ufffdza'],
    ["keeps at most six stacked marks, which can't cover its neighbors", `a${'\u0335'.repeat(200)}b`, `a${'\u0335'.repeat(6)}b`],
  ])('%s', (_, text, as) => {
    expect(shown(text)).toBe(as);
  });

  it('that is invisible counts as empty', () => {
    for (const text of ['', ' ', '\u200b', '\u3164\u3164', '\u202e\u202c', '\u2800', '\u0007'])
      expect(isSeen(text), JSON.stringify(text)).toBe(false);
    for (const text of ['a', '0', '👍', 'ש', '\ud800']) expect(isSeen(text), JSON.stringify(text)).toBe(true);
  });
});

describe('letters of every script', () => {
  it.each([
    ['Hebrew with vowel and cantillation marks', 'בְּרֵאשִׁ֖ית שָׁלוֹם'],
    ['Arabic with marks', 'مُحَمَّدٌ'],
    ['Persian with a joiner between words', 'می‌خواهم'],
    ['Japanese, half width and full', 'ｺｰﾋｰ コーヒー 珈琲'],
    ['a name of Japan with its own form of an ideograph', '葛\u{e0100}城'],
    ['Hindi with a joiner', 'क्‍ष'],
    ['Sinhala with a joiner', 'ශ්‍රී'],
    ['Tamil', 'வணக்கம்'],
    ['Georgian', 'გამარჯობა'],
    ['Greek', 'Ὀδυσσεύς'],
    ['Thai', 'ผัดไทยกุ้งสด'],
    ['Korean', '김치찌개'],
    ['Vietnamese, composed and not', 'Phở bò Pho\u031b\u0309'],
    ['a family', '👨‍👩‍👧‍👦'],
    ['a cook with a skin tone', '🧑🏽‍🍳'],
    ['a heart on fire', '❤️‍🔥'],
    ['the flag of the rainbow', '🏳️‍🌈'],
    ['flags', '🇫🇮🏴󠁧󠁢󠁳󠁣󠁴󠁿🏴‍☠️'],
    ['key caps', '1️⃣#️⃣'],
    ['signs', '½ ¼ × € ₪ ¥ № ™ — “”'],
  ])('%s stay as written', (_what, text) => {
    expect(shown(text)).toBe(text);
  });

  it('no letter or character of any language is lost', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const seen = (of: string) => of.replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Bidi_Control}\s]/gu, '');
        expect(seen(shown(text))).toBe(seen(text));
      }),
      { numRuns: 5_000 },
    );
  });
});

it('a long text is cleaned by the same rules as a short one', () => {
  const long = 'x'.repeat(1_000);
  const differs = Array.from({ length: 0x10000 }, (_, unit) => String.fromCharCode(unit)).filter(
    (sign) => shown(`${long}${sign}x`) !== long.slice(1) + shown(`x${sign}x`),
  );
  expect(differs).toEqual([]);
  for (const marks of [5, 6, 7, 40])
    expect(shown(`${long}${'\u0301'.repeat(marks)}`)).toBe(long.slice(1) + shown(`x${'\u0301'.repeat(marks)}`));
});
