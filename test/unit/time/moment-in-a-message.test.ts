/** Times in messages are formatted for the reader, in the reader's language and time zone. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { english } from '../../../contract/english.ts';
import type { Language } from '../../../contract/language.ts';
import { localeOf } from '../../../contract/language.ts';
import { message } from '../../../contract/message.ts';
import { createWords } from '../../../contract/words.ts';

const AT = '2026-11-22T22:30:00.000Z';
const TEXT = message('backup.lastFrom', { time: { at: AT } });
const read = (language: Language, now: string, timeZone: string) =>
  createWords(
    JSON.parse(readFileSync(new URL(`../../../resources/locales/${language}.json`, import.meta.url), 'utf8')),
    localeOf(language),
    () => ({ now: Date.parse(now), timeZone }),
  );

test("a time within half a day is shown without a date, any other with one, in the venue's time zone", () => {
  expect(read('en', '2026-11-22T23:00:00Z', 'Europe/Helsinki')(TEXT)).toBe('The last one is from 00:30.');
  expect(read('fi', '2026-11-22T23:00:00Z', 'Europe/Helsinki')(TEXT)).toBe('Viimeisin on ajalta 00.30.');
  expect(read('en', '2026-11-25T12:00:00Z', 'Europe/Helsinki')(TEXT)).toMatch(/\b23\b.* 2026.* 00:30\.$/);
  expect(read('de', '2026-11-25T12:00:00Z', 'America/St_Johns')(TEXT)).toMatch(/ 22\. Nov\. 2026.* 19:00\.$/);
});

test('a time marked as clock-only is shown without a date, even weeks later', () => {
  const output = message('cause.notTapped', { time: { at: AT, clockAlone: true } });
  expect(read('en', '2027-01-01T00:00:00Z', 'Europe/Helsinki')(output)).toBe('No one tapped it here until 00:30.');
});

test('without a known zone a time is in UTC and says so; an invalid time stays unchanged', () => {
  expect(english(TEXT)).toBe('The last one is from 2026-11-22 22:30 UTC.');
  expect(english(message('backup.lastFrom', { time: { at: 'noon' } }))).toBe('The last one is from noon.');
});
