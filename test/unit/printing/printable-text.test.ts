import { describe, expect, it } from 'vitest';
import { paragraphs, printable } from '../../../main/printing/layout/text/printable-text.ts';
import fc from '../../setup/property.ts';
import { hostileText } from './hostile-text.ts';

const OBEYED = /[\p{Cc}\p{Cs}\p{Bidi_Control}\u{200b}\u{2060}\u{feff}\u{ad}\u{2028}\u{2029}\u{e0000}-\u{e0fff}]/u;

describe('text that a stranger wrote', () => {
  it('never keeps a character that commands a printer, hides or reorders', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(printable(text)).not.toMatch(OBEYED);
        for (const paragraph of paragraphs(text)) expect(paragraph).not.toMatch(OBEYED);
      }),
      { numRuns: 2000 },
    );
  });

  it('is the same after a second cleaning', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(printable(printable(text))).toBe(printable(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps every readable letter, digit and symbol', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aÅñ€λЖش花ø9.,!?-()&/ ') }), (text) => {
        expect(printable(text)).toBe(text);
      }),
    );
  });

  it.each([
    ['𝓟𝓲𝔃𝔃𝓪 𝐁𝐨𝐥𝐝 𝕬𝖓𝖓𝖆 ℬ𝔢𝔫 𝟙𝟚', 'Pizza Bold Anna Ben 12'],
    ['Ｐｉｚｚａ　（２）', 'Pizza (2)'],
    ['Ⓟⓘⓩⓩⓐ 🅿🅸🆉🆉🅰 🄿🄸🅉🅉🄰 🅟🅘🅩🅩🅐', 'Pizza PIZZA PIZZA PIZZA'],
    ['Curry Ⓥ ⒢', 'Curry (V) (g)'],
    ['Soup ⑪ ㉑ ⓿ ⓬ ⓵ ⑵', 'Soup (11) (21) (0) (12) (1) (2)'],
    ['𝐞\u0301', 'é'],
  ])('is reduced to plain letters for %s', (styled, plain) => {
    expect(paragraphs(styled)).toEqual([plain]);
  });

  it.each(['½ l ①⑩ 5² H₂O ™ № ℃ 0.5ℓ ﬁ ｱ ㎏', '３００円（税込）', '🅿 🆎 🇫🇮 ㊗ ❤', '12 ₾ 5 ₼ Ω'])(
    'keeps %s, which has its own meaning',
    (text) => {
      expect(paragraphs(text)).toEqual([text]);
    },
  );

  it.each([
    ['cannot open the cash drawer', 'No onion\x1bp\x00\x19\xfa please', 'No onionpú please'],
    ["can't show its words reversed", 'no \u202estun\u202c please', 'no stun please'],
    ['has a letter and its accent as one character', 'Cafe\u0301', 'Café'],
    ['keeps a family emoji whole', '👩‍👩‍👧', '👩‍👩‍👧'],
    ['keeps a Persian word whole', 'می\u200cخواهم', 'می\u200cخواهم'],
    ['drops joiners elsewhere', 'o\u200dn\u200cion', 'onion'],
    ["keeps at most six stacked accents, which can't blacken a printout", `a${'\u0335'.repeat(200)}b`, `a${'\u0335'.repeat(6)}b`],
  ])('%s', (_, text, printed) => {
    expect(printable(text)).toBe(printed);
  });

  it('keeps its line breaks, but no long blank space', () => {
    expect(paragraphs('Allergy: nuts\r\n\n\n\n\nRing twice\n\n\n')).toEqual(['Allergy: nuts', '', 'Ring twice']);
  });
});
