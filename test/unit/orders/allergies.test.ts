/** Which words and notes of customers are marked as naming an allergy, in each language, and where. */
import { describe, expect, it, test } from 'vitest';
import { LANGUAGES } from '../../../contract/language.ts';
import { allergiesIn, allergiesInChoice, FOUND_MOST, listOf, MAX_SCANNED_CHARS } from '../../../main/orders/allergies/allergies-in.ts';
import { WORDS } from '../../../main/orders/allergies/words/words.ts';
import fc from '../../setup/property.ts';
import { hostileText } from '../printing/hostile-text.ts';
import { MARKED, SENTENCES } from './allergy-sentences.ts';

const MORE = ['es', 'fr', 'it', 'pt', 'nl', 'sv', 'tr', 'ru', 'ar', 'zh'];
const marked = [...Object.values(SENTENCES).flatMap((one) => one.marked), ...MARKED];
const none = Object.values(SENTENCES).flatMap((one) => one.none);
const others = Object.values(SENTENCES).flatMap((one) => one.others);
const isMarked = (text: string): boolean => allergiesIn(text).length > 0;

test("words and sentences exist in the app's languages and ten more", () => {
  expect(Object.keys(SENTENCES).sort()).toEqual([...LANGUAGES, ...MORE].sort());
  expect(Object.keys(WORDS).sort()).toEqual(['any', ...Object.keys(SENTENCES)].sort());
  for (const [language, sentences] of Object.entries(SENTENCES)) {
    expect(sentences.marked.length, language).toBeGreaterThanOrEqual(7);
    expect(sentences.none.length, language).toBeGreaterThanOrEqual(4);
  }
});

describe.each(Object.entries(SENTENCES))('in %s', (_language, sentences) => {
  it.each(sentences.marked)('%s: marked', (text) => {
    expect(isMarked(text)).toBe(true);
  });

  it.each(sentences.none)('%s: a whole note that means no allergy', (text) => {
    expect(allergiesIn(text)).toEqual([]);
    expect(allergiesIn(` \n${text.toUpperCase()}!\n`)).toEqual([]);
    expect(allergiesIn(text.normalize('NFD'))).toEqual([]);
  });

  it.each(sentences.others)('%s: names no allergy or allergen', (text) => {
    expect(allergiesIn(text)).toEqual([]);
  });
});

it.each(MARKED)('%s: marked in any language', (text) => {
  expect(isMarked(text)).toBe(true);
});

const withoutAccents = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) => (/[\p{sc=Kana}\p{sc=Hira}]/u.test(letter) ? letter : letter.normalize('NFD').replaceAll(/\p{M}/gu, '')))
    .join('');

describe('a word is marked', () => {
  it.each(marked)('in capitals, without accents and with separate accents: %s', (text) => {
    expect(isMarked(text.toUpperCase())).toBe(true);
    expect(isMarked(withoutAccents(text))).toBe(true);
    expect(isMarked(withoutAccents(text).toUpperCase())).toBe(true);
    expect(isMarked(text.normalize('NFD'))).toBe(true);
  });

  it('with anything around it, in any language', () => {
    const around = fc.constantFrom('', ...none, ...others);
    const between = fc.constantFrom(' ', '\n', ', ', '. ');
    fc.assert(
      fc.property(fc.constantFrom(...marked), around, around, between, (text, before, after, gap) => {
        expect(isMarked(`${before}${gap}${text}${gap}${after}`)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('with invisible characters between its letters, and in wide letters', () => {
    expect(listOf(allergiesIn('Al\u200bler\u00adgy: n\u2060uts'))).toEqual(['n\u2060uts']);
    expect(listOf(allergiesIn('ａｌｌｅｒｇｉｃ ｔｏ ｎｕｔｓ'))).toEqual(['ｎｕｔｓ']);
    expect(listOf(allergiesIn('ﾅｯﾂｱﾚﾙｷﾞｰ'))).toEqual(['ﾅｯﾂ']);
  });
});

test('a note with "no allergies" is marked if an allergen follows, however far behind', () => {
  for (const text of none) expect(isMarked(`${text}${' '.repeat(2 * MAX_SCANNED_CHARS)}nuts`), text).toBe(true);
});

test.each<[string, string, string[]]>([
  ['Allergies', 'Hazelnut, milk', ['Hazelnut', 'milk']],
  ['Anything we must know', 'Maitoallergia', ['Maitoallergia']],
  ['Nut allergy?', 'No', ['Nut']],
  ['', 'celiac', ['celiac']],
  ['Allergies', 'none', []],
  ['Any allergies?', 'No', []],
  ['Allergiat', 'Ei ole', []],
  ['Topping', 'Nuts', []],
  ['Base', 'Gluten-free', []],
  ['', 'Oat milk', []],
])('of the choice "%s: %s", %j is listed', (group, value, words) => {
  expect(listOf(allergiesInChoice(group, value))).toEqual(words);
});

describe('the list of found words', () => {
  it.each<[string, string[]]>([
    ['Allergy: hazelnut. Cutlery for three please.', ['hazelnut']],
    ['I am allergic', ['allergic']],
    ['I am allergic. No nuts.', ['nuts']],
    ['ALLERGIES:\n- nuts\n- milk\nThank you', ['nuts', 'milk']],
    ['Not allergic to nuts but to fish', ['nuts', 'fish']],
    ['celiac: gluten-free base', ['celiac', 'gluten']],
    ['Nuts, NUTS and nuts: allergic', ['Nuts']],
    ['Allergie: Ei, Milch', ['Ei', 'Milch']],
    ['Nussallergiker', ['Nussallergiker']],
    ['卵アレルギーはありませんが、ナッツアレルギーです', ['卵', 'ナッツ']],
    ['乳糖不耐，不要蛋糕', ['乳糖不耐']],
    ['no pine nuts, soy sauce', ['pine nuts', 'soy sauce']],
  ])('%s', (text, words) => {
    expect(listOf(allergiesIn(text))).toEqual(words);
  });

  it('is cut to the space on a printout and ends with an ellipsis', () => {
    const many = Array.from({ length: 40 }, (_, at) => `nuss${'x'.repeat(at)}allergie`).join('. ');
    expect(listOf(allergiesIn(many)).length).toBe(13);
    expect(listOf(allergiesIn(many)).at(-1)).toBe('…');
    expect(listOf(allergiesIn(`allerg${'i'.repeat(5_000)}`))[0]?.length).toBeLessThan(70);
  });
});

const pieces = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...[...marked, ...none, ...others].flatMap((text) => text.split(/(?=[\s,.])/u))) },
  { weight: 1, arbitrary: hostileText },
  { weight: 1, arbitrary: fc.constantFrom('e\u0301', '\u0301', '\u3099', '\u200d', '\ud83e', '🥜', ...'ﬁßİｷﾞ \n…½ǆ㍿﷽') },
);
const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));

test('each found word is at its reported position, none within another', () => {
  fc.assert(
    fc.property(texts, (text) => {
      let last = 0;
      for (const { start, end, word } of allergiesIn(text)) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(text.length);
        expect(text.slice(start, end)).toBe(word);
        last = end;
      }
    }),
    { numRuns: 5_000 },
  );
});

test('a found word includes its accents, but no characters around it', () => {
  expect(allergiesIn('I am alle\u0301rgic to œu\u0308fs, all\u00e9rgique').map(({ word }) => word)).toEqual([
    'alle\u0301rgic',
    'œu\u0308fs',
    'all\u00e9rgique',
  ]);
  expect(allergiesIn('🥜🥜 Nuß-Allergie 🥜').map(({ start, end }) => [start, end])).toEqual([
    [5, 8],
    [9, 17],
  ]);
});

describe('a text of a million characters', () => {
  const UNITS = [
    'No nuts please, I am allergic to them. ',
    'no allergy or ',
    'allergic nuts ',
    'allergy.\nno nuts.\n',
    'x',
    '过敏',
    'アレルギー',
    'a\u0301\u0302',
    'cannot eat nuts ',
  ];

  it.each(UNITS)('of "%s" is searched up to MAX_SCANNED_CHARS, with at most FOUND_MOST words marked', (unit) => {
    const long = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const found = allergiesIn(long);
    expect(found).toEqual(allergiesIn(long.slice(0, MAX_SCANNED_CHARS)));
    expect(found.length).toBeLessThanOrEqual(FOUND_MOST);
    expect(found.every(({ end }) => end <= MAX_SCANNED_CHARS)).toBe(true);
  });

  it('is marked for a word before the end of the searched part, not for one behind it', () => {
    const lead = 'Ring twice. '.repeat(MAX_SCANNED_CHARS);
    expect(isMarked(`${lead.slice(0, MAX_SCANNED_CHARS - 20)} Nussallergie`)).toBe(true);
    expect(isMarked(`${lead}Nussallergie`)).toBe(false);
  });
});
