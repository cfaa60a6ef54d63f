/** The words of the screens, in every language: complete, with the same values, and translated. */
import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { LANGUAGES, localeOf } from '../../../contract/language.ts';
import { message } from '../../../contract/message.ts';
import { createWords } from '../../../contract/words.ts';
import { messageValuesFile, valuesOf as valuesIn } from '../../../docs/message-values.ts';
import { WITH_VALUES } from '../../../renderer/words-with-values.ts';
import { checksOfForms, codesOfBridge, sentencesOfBridge } from './sentences.ts';

type Messages = { [key: string]: string | string[] | Messages };
const read = (folder: string, language: string): Messages =>
  JSON.parse(readFileSync(new URL(`../../../resources/${folder}/${language}.json`, import.meta.url), 'utf8'));
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

/** "board.title" and its text, for every message. */
function flat(messages: Messages, path = ''): [string, string][] {
  return Object.entries(messages).flatMap(([name, value]) => {
    const here = path ? `${path}.${name}` : name;
    if (typeof value === 'string') return [[here, value] as [string, string]];
    return Array.isArray(value) ? value.map((text, place): [string, string] => [`${here}.${place}`, text]) : flat(value, here);
  });
}

function valuesOf(message: string): string[] {
  const names = new Set<string>();
  const visit = (parts: ReturnType<IntlMessageFormat['getAst']>): void => {
    for (const part of parts) {
      if ('value' in part && part.type !== 0) names.add(String(part.value));
      if ('options' in part) for (const option of Object.values(part.options)) visit(option.value);
    }
  };
  visit(new IntlMessageFormat(message, 'en').getAst());
  return [...names].sort();
}

const bridge = read('messages', 'en') as Record<string, string>;
const english = flat(read('counter-words', 'en'));

test('the values that each message is given are those it names', () => {
  const named = Object.fromEntries(english.filter(([, text]) => valuesOf(text).length > 0).map(([path, text]) => [path, valuesOf(text)]));
  const given = Object.fromEntries(Object.entries(WITH_VALUES).map(([path, names]) => [path, [...names].sort()]));
  expect(named).toEqual(given);
});

describe.each(OTHERS)('%s', (language) => {
  const messages = flat(read('counter-words', language));

  test('has every message of the counter, with the same values', () => {
    expect(messages.map(([path]) => path)).toEqual(english.map(([path]) => path));
    const differing = messages.filter(([, text], place) => valuesOf(text).join() !== valuesOf(english[place]?.[1] ?? '').join());
    expect(differing).toEqual([]);
  });

  test('is translated: no sentence of several words is the English one', () => {
    const same = messages.filter(([, text], place) => text === english[place]?.[1] && / .* /.test(text) && /[a-z]{3} [a-z]{3}/.test(text));
    expect(same).toEqual([]);
  });

  test('has every message of the bridge, with the same values, translated', () => {
    const has = read('messages', language) as Record<string, string>;
    expect(Object.keys(has)).toEqual(Object.keys(bridge));
    const names = (text: string): string => [...valuesIn(text)].map(String).sort().join();
    expect(Object.entries(has).filter(([code, text]) => names(bridge[code] ?? '') !== names(text))).toEqual([]);
    expect(Object.entries(has).filter(([code, text]) => text === bridge[code] && /[a-z]{3} [a-z]{3}/.test(text))).toEqual([]);
  });
});

test('every message of the bridge is one that it can say, and the file of values is made from them', () => {
  expect(readFileSync(new URL('../../../contract/message-values.ts', import.meta.url), 'utf8'), 'Run npm run docs.').toBe(
    messageValuesFile(),
  );
  const said = codesOfBridge();
  expect(Object.keys(bridge).filter((code) => !said.has(code))).toEqual([]);
});

test('the bridge has no sentences of its own: what a person may read is a message', () => {
  expect([...sentencesOfBridge()].filter((sentence) => !NOT_SAID.has(sentence))).toEqual([]);
});

test('what a form says of a wrong field is in every language', () => {
  const wanted = [...checksOfForms()].sort();
  expect(wanted.length).toBeGreaterThan(50);
  for (const language of LANGUAGES) expect(Object.keys(read('check-words', language)).sort(), language).toEqual(wanted);
});

test.each(LANGUAGES)('how an order leaves the house has one word on screen and on paper (%s)', (language) => {
  const onScreen = read('messages', language) as Record<string, string>;
  const onPaper = read('paper-words', language) as Record<string, string>;
  const large = (words: string | undefined) => words?.toLocaleUpperCase(localeOf(language));
  const kinds = ['delivery', 'own-delivery', 'takeaway', 'eat-in'];
  expect(kinds.map((kind) => large(onPaper[kind]))).toEqual(kinds.map((kind) => large(onScreen[kind])));
});

test('a name among the values is no word of ours, and a message in a message is in the same language', () => {
  const de = createWords(read('messages', 'de') as never, 'de');
  const order = message('order-number-came-in-late-notification', { number: 'St. Mary is ready' });
  expect(de(order)).toContain('St. Mary is ready');
  expect(de(order)).not.toContain('notification');
  const inside = de(message('did-not-work-says', { action: message('accept'), says: message('order-was-rejected-meanwhile-by-service') }));
  expect(inside).not.toMatch(/Accept|meanwhile/);
});

/** Names and patterns that are no sentence of their own: their parts are in the list. */
const NOT_SAID = new Set([
  'Sample Kitchen',
  'Item without a name',
  'Tillbridge',
  'Stored order {id} cannot be read: {why}',
  '{which} on {printer}: {v2}{mark}{by}',
  '{label} {v1} of {length}',
  '{action} +{minutes} min',
  'Order {v0}',
  '{document} from {name} to {name}: {says}',
  '{document} on {name} ({proof})',
]);

test('a path in a Hebrew message is read from left to right, and in no other language is anything put around it', () => {
  const [code, pattern] =
    Object.entries(read('messages', 'he') as Record<string, string>).find(([, text]) => text.includes('{path}')) ?? [];
  expect(pattern).toBeDefined();
  const said = (language: 'he' | 'de') =>
    createWords(read('messages', language) as never, language)({ code, values: { path: '/mnt/copies' } } as never);
  expect(said('he')).toContain('\u2066/mnt/copies\u2069');
  expect(said('de')).toContain('/mnt/copies');
  expect(said('de')).not.toContain('\u2066');
});
