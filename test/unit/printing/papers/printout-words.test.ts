/** Words on printouts, in every language; house/words.test.ts checks that none is missing. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../../contract/language.ts';
import { tOf } from '../../../../contract/locales.ts';

const read = (language: Language): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../../resources/locales/${language}.json`, import.meta.url), 'utf8'));

test.each(LANGUAGES.filter((language) => language !== 'en'))('%s has its own words for printouts, none left in English', (language) => {
  const theirs = read(language);
  const same = Object.entries(read('en')).filter(
    ([key, text]) => key.startsWith('printout.') && theirs[key] === text && /\p{L}/u.test(text.replace(/\{.*\}/u, '')),
  );
  // "STOP" is the same word in Polish.
  expect(same.filter(([key]) => key !== 'printout.stopTicket')).toEqual([]);
});

test('counts of items use the plural forms of each language', () => {
  const items = (language: Language, ...counts: number[]) => counts.map((count) => tOf(language)('printout.itemsCount', { count }));
  expect(items('en', 1, 2)).toEqual(['1 item', '2 items']);
  expect(items('pl', 1, 2, 5, 22, 25)).toEqual(['1 pozycja', '2 pozycje', '5 pozycji', '22 pozycje', '25 pozycji']);
  expect(items('he', 1, 2, 3)).toEqual(['פריט אחד', 'שני פריטים', '3 פריטים']);
  expect(items('ja', 1, 2)).toEqual(['1点', '2点']);
});

test('text from a stranger is printed unchanged, whatever characters it has', () => {
  expect(tOf('de')('printout.others', { printers: "{count, plural, other {#}} '<b>" })).toBe(
    "Die anderen: {count, plural, other {#}} '<b>",
  );
});
