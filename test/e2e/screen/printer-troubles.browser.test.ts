/** What stands on the screen when a printer is in trouble: each trouble in each language, read off the page. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES, type Language, localeOf } from '../../../contract/language.ts';
import { message, type Text } from '../../../contract/message.ts';
import { createWords } from '../../../contract/words.ts';
import { meaningOf } from '../../../main/printing/transports/network-status.ts';
import { troubleIn } from '../../../main/printing/transports/printer-status.ts';
import { MUTE, midway, STALLED, troubleOf, UNPROVEN } from '../../../main/printing/transports/printer-trouble.ts';
import { atTheCounter, screen, venue } from '../venue/at-the-counter.ts';
import { until } from '../venue/venue.ts';

atTheCounter();

const OTHERS = LANGUAGES.filter((language) => language !== 'en');
/** A printer that staff gave the name of a paper, which has a word of its own in every language. */
const NAME = 'Receipt';

function troubles(): { says: Text; remedy?: Text }[] {
  const well = { printer: 0x12, offlineCause: 0x12, errorCause: 0x12, paper: 0x12 };
  const byItself = [
    { ...well, offlineCause: 0x16 },
    { ...well, paper: 0x72 },
    { ...well, errorCause: 0x1a },
    { ...well, errorCause: 0x52 },
    { ...well, errorCause: 0x32 },
    { ...well, printer: 0x1a },
  ].map(troubleIn);
  const onTheWay = [MUTE, STALLED, UNPROVEN, ...(['reset', 'flooded', 'closed'] as const).map(troubleOf), midway(MUTE)];
  const byNetwork = [0x40, 0x08].map((bits) => meaningOf({ printer: 1, device: 2, errors: Buffer.from([bits, 0]), alerts: [] }).trouble);
  return [...byItself, ...onTheWay, ...byNetwork].map((trouble) => trouble ?? expect.fail('it tells of no trouble'));
}

const wordsIn = (language: Language) =>
  createWords(
    JSON.parse(readFileSync(new URL(`../../../resources/messages/${language}.json`, import.meta.url), 'utf8')),
    localeOf(language),
  );

test('fifteen troubles of a printer in seven languages: all 105 are read in that language, and the printer keeps its name', async () => {
  const all = troubles().map(({ says, remedy = '' }) => ({ says: message('printer-says', { printer: NAME, says }), remedy }));
  expect(all).toHaveLength(15);
  for (const [place, { says, remedy }] of all.entries()) venue.app().tell(`trouble/${place}`, 'error', says, remedy);
  const notices = screen.page.locator('.notices .notice');
  const english = all.map(({ says }) => wordsIn('en')(says));
  let read = 0;
  for (const language of OTHERS) {
    await venue.call('settings.saveScreen', { screen: { language } });
    const say = wordsIn(language);
    const expected = all.map(({ says, remedy }) => [say(says), say(remedy)]);
    const shownNow = async () => (await notices.allTextContents()).map((text) => text.trim());
    const isSaid = (text = '') => expected.some(([says = '']) => text.startsWith(says));
    await until(`the first notice in ${language}`, async () => isSaid((await shownNow())[0]));
    // At first two of them are in sight.
    if (read === 0) await notices.nth(1).getByRole('button').last().click();
    const shown = await until(`all notices in ${language}`, async () => {
      const texts = await shownNow();
      return texts.filter(isSaid).length >= all.length && texts;
    });
    for (const [place, [says = '', remedy = '']] of expected.entries()) {
      expect(shown.filter((text) => text.startsWith(says) && text.includes(remedy)).length, `${language}: ${says}`).toBeGreaterThan(0);
      expect(says).not.toBe(english[place]);
      expect(says.startsWith(`${NAME}${language === 'ja' ? '：' : ': '}`)).toBe(true);
      // In other letters than English ones nothing English can hide.
      if (['el', 'he', 'ka', 'ja'].includes(language)) expect(says.replace(NAME, '')).not.toMatch(/[A-Za-z]{3}/);
      read += 1;
    }
  }
  expect(read).toBe(105);
});
