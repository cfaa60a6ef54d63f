/** Allergies in customers' notes: which sentences tell of one in each language, and where the words stand. */
import { describe, expect, it, test } from 'vitest';
import { LANGUAGES } from '../../../contract/language.ts';
import { allergiesIn, FOUND_MOST, LOOKED_AT, wordsAlone } from '../../../main/orders/allergies/allergies-in.ts';
import fc from '../../setup/property.ts';
import { hostileText } from '../printing/hostile-text.ts';
import { DENIED, KEPT_AWAY, SENTENCES } from './allergy-sentences.ts';

const MORE = ['es', 'fr', 'it', 'pt', 'nl', 'sv', 'tr', 'ru', 'ar', 'zh'];
const are = [...Object.values(SENTENCES).flatMap((one) => one.are), ...KEPT_AWAY];
const areNot = [...Object.values(SENTENCES).flatMap((one) => one.areNot), ...DENIED];
const tells = (text: string): boolean => allergiesIn(text).length > 0;

test('there are sentences in the languages of the app and in ten more, twelve that tell and eight that do not in each', () => {
  expect(Object.keys(SENTENCES).sort()).toEqual([...LANGUAGES, ...MORE].sort());
  for (const [language, sentences] of Object.entries(SENTENCES)) {
    expect(new Set(sentences.are).size, language).toBeGreaterThanOrEqual(12);
    expect(new Set(sentences.areNot).size, language).toBeGreaterThanOrEqual(8);
  }
});

describe.each(Object.entries(SENTENCES))('in %s', (_language, sentences) => {
  it.each(sentences.are)('%s: an allergy', (text) => {
    expect(tells(text)).toBe(true);
  });

  it.each(sentences.areNot)('%s: none', (text) => {
    expect(allergiesIn(text)).toEqual([]);
  });
});

it.each(KEPT_AWAY)('%s: an allergy, in whatever language', (text) => {
  expect(tells(text)).toBe(true);
});

it.each(DENIED)('%s: none, in whatever language', (text) => {
  expect(allergiesIn(text)).toEqual([]);
});

/** Kana are left as they are: が without its marks is another letter. */
const withoutAccents = (text: string): string =>
  [...text.normalize('NFC')]
    .map((letter) => (/[\p{sc=Kana}\p{sc=Hira}]/u.test(letter) ? letter : letter.normalize('NFD').replaceAll(/\p{M}/gu, '')))
    .join('');

describe('an allergy is one', () => {
  it.each(are)('in capitals, without accents and in pieces: %s', (text) => {
    expect(tells(text.toUpperCase())).toBe(true);
    expect(tells(withoutAccents(text))).toBe(true);
    expect(tells(withoutAccents(text).toUpperCase())).toBe(true);
    expect(tells(text.normalize('NFD'))).toBe(true);
  });

  it('whatever other sentences stand around it, in any language', () => {
    fc.assert(
      fc.property(fc.constantFrom(...are), fc.constantFrom(...areNot), fc.constantFrom(...areNot), (text, before, after) => {
        expect(tells(`${before}\n${text}\n${after}`)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('with signs between its letters that nobody sees, and in wide letters', () => {
    expect(wordsAlone(allergiesIn('Al\u200bler\u00adgy: n\u2060uts'))).toEqual(['n\u2060uts']);
    expect(wordsAlone(allergiesIn('ａｌｌｅｒｇｉｃ ｔｏ ｎｕｔｓ'))).toEqual(['ｎｕｔｓ']);
    expect(wordsAlone(allergiesIn('ﾅｯﾂｱﾚﾙｷﾞｰ'))).toEqual(['ﾅｯﾂｱﾚﾙｷﾞｰ']);
  });
});

describe('no allergy is none', () => {
  it.each(areNot)('in capitals and in pieces: %s', (text) => {
    expect(allergiesIn(text.toUpperCase())).toEqual([]);
    expect(allergiesIn(text.normalize('NFD'))).toEqual([]);
  });

  it('however many such sentences stand beside each other, in any language', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...areNot), { maxLength: 6 }), (texts) => {
        expect(allergiesIn(texts.join('\n'))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('the words that stand alone', () => {
  it.each<[string, string[]]>([
    ['Allergy: hazelnut. Cutlery for three please.', ['hazelnut']],
    ['Severe nut allergy!!', ['nut allergy']],
    ['I am allergic', ['allergic']],
    ['I am allergic. No nuts.', ['nuts']],
    ['ALLERGIES:\n- nuts\n- milk\nThank you', ['nuts', 'milk']],
    ['Allergic to onions, extra fish sauce', ['Allergic']],
    ['Nut allergy. Extra fish sauce please.', ['Nut allergy']],
    ['Not allergic to nuts but to fish', ['allergic', 'fish']],
    ['celiac: gluten-free base', ['celiac', 'gluten']],
    ['Nuts, NUTS and nuts: allergic', ['Nuts']],
    ['Oat latte, nut allergy', ['nut allergy']],
    ['Ei Allergie', ['Ei Allergie']],
    ['Allergie: Eier, Milch', ['Eier', 'Milch']],
    ['Nussallergiker', ['Nussallergiker']],
    ['pähkinäallergia', ['pähkinäallergia']],
    ['卵アレルギーはありませんが、ナッツアレルギーです', ['ナッツアレルギー']],
    ['我对花生过敏，谢谢', ['花生过敏']],
    ['אלרגיה לאגוזים', ['אלרגיה לאגוזים']],
  ])('%s', (text, words) => {
    expect(wordsAlone(allergiesIn(text))).toEqual(words);
  });

  it('are no longer than a paper has room for, and say so', () => {
    const many = Array.from({ length: 40 }, (_, at) => `nuss${'x'.repeat(at)}allergie`).join('. ');
    expect(wordsAlone(allergiesIn(many)).length).toBe(13);
    expect(wordsAlone(allergiesIn(many)).at(-1)).toBe('…');
    expect(wordsAlone(allergiesIn(`allerg${'i'.repeat(5_000)}`))[0]?.length).toBeLessThan(70);
  });
});

/** Texts of chance in which words of the lists are frequent. */
const pieces = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...[...are, ...areNot].flatMap((text) => text.split(/(?=[\s,.])/u))) },
  { weight: 1, arbitrary: hostileText },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'e\u0301',
      '\u0301',
      'ﬁ',
      'ß',
      'İ',
      'ｷ',
      'ﾞ',
      '\u3099',
      '\u200d',
      '\ud83e',
      '🥜',
      ' ',
      '\n',
      '…',
      '½',
      'ǆ',
      '㍿',
      '﷽',
    ),
  },
);
const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));

test('each word found stands where it is said to stand, none within another', () => {
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

test('a word has its accents, and nothing of its neighbours', () => {
  expect(allergiesIn('I am alle\u0301rgic to œu\u0308fs, all\u00e9rgique').map(({ word }) => word)).toEqual([
    'alle\u0301rgic',
    'œu\u0308fs',
    'all\u00e9rgique',
  ]);
  expect(allergiesIn('🥜🥜 Nuß-Allergie 🥜').map(({ start, end }) => [start, end])).toEqual([[5, 17]]);
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

  it.each(UNITS)('of "%s" is looked at as far as LOOKED_AT, and no more words are marked than FOUND_MOST', (unit) => {
    const long = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const found = allergiesIn(long);
    expect(found).toEqual(allergiesIn(long.slice(0, LOOKED_AT)));
    expect(found.length).toBeLessThanOrEqual(FOUND_MOST);
    expect(found.every(({ end }) => end <= LOOKED_AT)).toBe(true);
  });

  it('tells of an allergy at the end of what is looked at, and of none behind it', () => {
    const lead = 'Ring twice. '.repeat(LOOKED_AT);
    expect(tells(`${lead.slice(0, LOOKED_AT - 20)} Nussallergie`)).toBe(true);
    expect(tells(`${lead}Nussallergie`)).toBe(false);
  });
});
