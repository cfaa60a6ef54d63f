/** The words of the screens, in every language: complete, with the same values, and translated. */
import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../contract/language.ts';
import { inLanguage } from '../../../main/view/in-language.ts';
import { WITH_VALUES } from '../../../renderer/words-with-values.ts';
import { checksOfForms, sentencesOfBridge } from './sentences.ts';

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
    const bridge = Object.entries(read('bridge-words', language)).filter(([key, text]) => key === text && /[a-z]{3} [a-z]{3}/.test(key));
    expect(bridge).toEqual([]);
  });

  test('has every sentence of the bridge, with the same values', () => {
    const wanted = Object.keys(read('bridge-words', 'en'));
    const has = read('bridge-words', language) as Record<string, string>;
    expect(Object.keys(has).sort()).toEqual(wanted.sort());
    const names = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join();
    expect(Object.entries(has).filter(([key, text]) => names(key) !== names(text))).toEqual([]);
  });
});

test('every sentence that the bridge can say is in the list of those that are translated', () => {
  const list = new Set(Object.keys(read('bridge-words', 'en')));
  const missing = [...sentencesOfBridge()].filter((sentence) => !list.has(sentence) && !NOT_SAID.has(sentence));
  expect(missing).toEqual([]);
});

test('what a form says of a wrong field is in every language', () => {
  const wanted = [...checksOfForms()].sort();
  expect(wanted.length).toBeGreaterThan(50);
  for (const language of LANGUAGES) expect(Object.keys(read('check-words', language)).sort(), language).toEqual(wanted);
  expect(inLanguage('fi', 'Write why.')).not.toBe('Write why.');
  expect(inLanguage('ja', 'Use 4 to 12 digits.')).not.toMatch(/digits/);
});

test('sentences with values, in a row, or one inside another are told in the language of the screen', () => {
  const de = (text: string) => inLanguage('de', text);
  expect(de('Order 531 came in late: the notification that it was placed never arrived.')).toContain('531');
  expect(de('Order 531 came in late: the notification that it was placed never arrived.')).not.toContain('arrived');
  const both = de('The service cannot be reached. Tillbridge goes on trying.');
  expect(both).toBe(`${de('The service cannot be reached.')} ${de('Tillbridge goes on trying.')}`);
  const inside = de('Accept did not work. The order was rejected meanwhile: by the service, the consumer or support.');
  expect(inside).not.toMatch(/Accept|meanwhile/);
  // What an order says is not ours to translate, and what nobody knows stays as it is.
  expect(de('Two eggs, please')).toBe('Two eggs, please');
});

/** Names and patterns that are no sentence of their own: their parts are in the list. */
const NOT_SAID = new Set([
  'Sample Kitchen',
  'Tillbridge',
  'Stored order {id} cannot be read: {why}',
  '{which} on {printer}: {v2}{mark}{by}',
  '{label} {v1} of {length}',
  '{action} +{minutes} min',
  'Order {v0}',
  '{document} from {name} to {name}: {says}',
  '{document} on {name} ({proof})',
]);
