/** The words of the screens, in every language: complete, with the same values, and translated. */
import { readdirSync, readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { ServiceAddress } from '../../../contract/address.ts';
import { LANGUAGES, localeOf } from '../../../contract/language.ts';
import { message } from '../../../contract/message.ts';
import { mistakeIn } from '../../../contract/mistake.ts';
import { createWords } from '../../../contract/words.ts';
import { messageValuesFile, valuesOf as valuesIn } from '../../../docs/message-values.ts';
import { WITH_VALUES } from '../../../renderer/words-with-values.ts';

type Messages = { [key: string]: string | string[] | Messages };
const read = (folder: 'locales' | 'counter-words', language: string): Messages =>
  JSON.parse(readFileSync(new URL(`../../../resources/${folder}/${language}.json`, import.meta.url), 'utf8'));
function sourceOf(folder: string): string[] {
  const at = new URL(`../../../${folder}/`, import.meta.url);
  const files = readdirSync(at, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return files.map((name) => readFileSync(new URL(name.replaceAll('\\', '/'), at), 'utf8'));
}
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

const bridge = read('locales', 'en') as Record<string, string>;
const english = flat(read('counter-words', 'en'));

test('the values that each message is given are those it names', () => {
  const named = Object.fromEntries(english.filter(([, text]) => valuesOf(text).length > 0).map(([path, text]) => [path, valuesOf(text)]));
  const given = Object.fromEntries(Object.entries(WITH_VALUES).map(([path, names]) => [path, [...names].sort()]));
  expect(named).toEqual(given);
});

test.each(['counter-words', 'locales'] as const)('in Hebrew the signs that an address ends with stay at its end: %s', (folder) => {
  // Without the mark behind them, "http://" is drawn as "//:http".
  expect(flat(read(folder, 'he')).filter(([, text]) => /:\/\/(?![\w\u200e{])/.test(text))).toEqual([]);
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
    const has = read('locales', language) as Record<string, string>;
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
  const said = new Set([...sourceOf('main'), ...sourceOf('contract')].flatMap((text) => text.match(/(?<=')[a-z]\w*\.\w+(?=')/gi) ?? []));
  expect(Object.keys(bridge).filter((code) => !said.has(code))).toEqual([]);
  expect(Object.keys(bridge)).toEqual(Object.keys(bridge).sort());
});

test('what a schema says of a wrong field is a message, no sentence of one language', () => {
  const checks = /\bv\.(?!description|literal)\w+\([^()]*(?:\([^()]*\)[^()]*)*['`][A-Z][a-z]*(?: [\w{}$.]+)+['`]\s*\)/g;
  expect(sourceOf('contract').flatMap((text) => text.match(checks) ?? [])).toEqual([]);
});

test.each(LANGUAGES)('what a form says of a wrong field is a sentence (%s)', (language) => {
  const say = createWords(read('locales', language) as never, language);
  const Form = v.strictObject({
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(3)),
    code: v.pipe(v.string(), v.minLength(6)),
    count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)),
    kind: v.picklist(['one', 'other']),
    list: v.pipe(v.array(v.string()), v.maxLength(2)),
    at: ServiceAddress,
  });
  const given = [
    { name: '', code: 'short', count: 0, kind: 'third', list: ['1', '2', '3'], at: 'nonsense' },
    { name: 'long', code: 5, count: 10, kind: null, list: [1], at: 'http://far.example.test' },
    { name: 'abc', code: 'longer', count: 1.5, kind: 'one', list: [], at: 'https://user@example.test' },
    { name: 'abc', code: 'longer', count: '1', kind: 'one', list: [], at: 5 },
  ];
  const said = given.map((one) => (v.safeParse(Form, one).issues ?? []).map((issue) => say(mistakeIn(issue))));
  expect(said.map(({ length }) => length)).toEqual([6, 6, 2, 2]);
  // One that ends with an address has no full stop: that would be taken for a part of it.
  expect(said.flat().filter((sentence) => !/[.。]$|https:\/\/\S+$/.test(sentence) || /[{}]/.test(sentence))).toEqual([]);
  expect(said.flat()).toContain(say(message('field.atMost', { most: 9 })));
});

test.each(LANGUAGES)('how an order leaves the house has one word on screen and on paper (%s)', (language) => {
  const all = read('locales', language) as Record<string, string>;
  const large = (words: string | undefined) => words?.toLocaleUpperCase(localeOf(language));
  const kinds = ['delivery', 'selfDelivery', 'pickup', 'eatIn'];
  expect(kinds.map((kind) => large(all[`printout.${kind}`]))).toEqual(kinds.map((kind) => large(all[`orderType.${kind}`])));
});

test('a name among the values is no word of ours, and a message in a message is in the same language', () => {
  const de = createWords(read('locales', 'de') as never, 'de');
  const order = message('order.cameLate', { number: 'St. Mary is ready' });
  expect(de(order)).toContain('St. Mary is ready');
  expect(de(order)).not.toContain('notification');
  const inside = de(message('command.failed', { action: message('actions.accept'), says: message('command.rejectedMeanwhile') }));
  expect(inside).not.toMatch(/Accept|meanwhile/);
});

test('a path in a Hebrew message is read from left to right, and in no other language is anything put around it', () => {
  const [code, pattern] = Object.entries(read('locales', 'he') as Record<string, string>).find(([, text]) => text.includes('{path}')) ?? [];
  expect(pattern).toBeDefined();
  const said = (language: 'he' | 'de') =>
    createWords(read('locales', language) as never, language)({ code, values: { path: '/mnt/copies' } } as never);
  expect(said('he')).toContain('\u2066/mnt/copies\u2069');
  expect(said('de')).toContain('/mnt/copies');
  expect(said('de')).not.toContain('\u2066');
});
