/** The languages of the papers: every message is there, says the same things, and can be said. */
import { IntlMessageFormat } from 'intl-messageformat';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../../contract/language.ts';
import { type PaperWord, paperWords } from '../../../../main/printing/paper-words.ts';
import en from '../../../../resources/paper-words/en.json' with { type: 'json' };

const WORDS = Object.keys(en) as PaperWord[];
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

async function messages(language: string): Promise<Record<string, string>> {
  const { default: all } = await import(`../../../../resources/paper-words/${language}.json`, { with: { type: 'json' } });
  return all;
}

function placeholders(message: string): string[] {
  type Part = ReturnType<IntlMessageFormat['getAst']>[number];
  const names = (parts: Part[]): string[] =>
    parts.flatMap((part) => [
      ...('value' in part && part.type !== 0 ? [String(part.value)] : []),
      ...('options' in part ? Object.values(part.options).flatMap((option) => names((option as { value: Part[] }).value)) : []),
    ]);
  return [...new Set(names(new IntlMessageFormat(message, 'en').getAst()))].sort();
}

test.each(OTHERS)('%s says everything that English says, of the same things, and nothing more', async (language) => {
  const theirs = await messages(language);
  expect(Object.keys(theirs)).toEqual(WORDS);
  for (const word of WORDS) expect(placeholders(theirs[word] ?? ''), word).toEqual(placeholders(en[word]));
  const untranslated = WORDS.filter((word) => theirs[word] === en[word] && /\p{L}/u.test(en[word].replace(/\{.*\}/u, '')));
  // STOP is STOP in Polish.
  expect(untranslated.filter((word) => word !== 'stop-slip')).toEqual([]);
});

test('counts are said as each language counts', () => {
  const items = (language: (typeof LANGUAGES)[number], ...counts: number[]) =>
    counts.map((count) => paperWords(language)('items-count', { count }));
  expect(items('en', 1, 2)).toEqual(['1 item', '2 items']);
  expect(items('pl', 1, 2, 5, 22, 25)).toEqual(['1 pozycja', '2 pozycje', '5 pozycji', '22 pozycje', '25 pozycji']);
  expect(items('he', 1, 2, 3)).toEqual(['פריט אחד', 'שני פריטים', '3 פריטים']);
  expect(items('ja', 1, 2)).toEqual(['1点', '2点']);
});

test('what a stranger wrote is said as it stands, whatever signs are in it', () => {
  expect(paperWords('de')('the-others', { printers: "{count, plural, other {#}} '<b>" })).toBe(
    "Die anderen: {count, plural, other {#}} '<b>",
  );
});
