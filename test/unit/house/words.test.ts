/** Screen texts in every language: complete, translated, with the same values. */
import { readdirSync, readFileSync } from 'node:fs';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ServiceAddress } from '../../../contract/address.ts';
import { LANGUAGES, localeOf } from '../../../contract/language.ts';
import { message } from '../../../contract/message.ts';
import { mistakeIn } from '../../../contract/mistake.ts';
import { createWords } from '../../../contract/words.ts';
import { messageValuesFile, valuesOf as valuesIn } from '../../../docs/message-values.ts';

const read = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../../resources/locales/${language}.json`, import.meta.url), 'utf8'));
function sourceOf(folder: string): string[] {
  const at = new URL(`../../../${folder}/`, import.meta.url);
  const files = readdirSync(at, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  return files.map((name) => readFileSync(new URL(name.replaceAll('\\', '/'), at), 'utf8'));
}
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

const english = read('en');
const valuesInEnglish = new Map(Object.entries(english).map(([key, text]) => [key, valuesIn(text)]));
/** Whether a translation uses the English text's values. It may not require a number where English takes any text. */
function fits(key: string, text: string): boolean {
  const [theirs, ours] = [valuesIn(text), valuesInEnglish.get(key)];
  return theirs.size === ours?.size && [...theirs].every(([name, kind]) => ours.has(name) && (kind === 'Value' || kind === ours.get(name)));
}

test.each(LANGUAGES)('the keys of %s are in alphabetical order', (language) => {
  expect(Object.keys(read(language))).toEqual(Object.keys(english).sort());
});

test('in Hebrew texts, a bare "http://" is followed by a mark that keeps it left to right', () => {
  // Without the mark after it, "http://" is drawn as "//:http".
  expect(Object.entries(read('he')).filter(([, text]) => /:\/\/(?![\w\u200e{])/.test(text))).toEqual([]);
});

test.each(OTHERS)('%s has every text translated with the same values, and no sentence left in English', (language) => {
  const texts = Object.entries(read(language));
  expect(texts.filter(([key, text]) => !fits(key, text))).toEqual([]);
  const same = texts.filter(([key, text]) => text === english[key] && /[a-z]{3} [a-z]{3}/.test(text));
  // This term of the interface stays English in other languages.
  expect(same.filter(([key]) => key !== 'connect.clientSecret')).toEqual([]);
});

test('the file of values is generated from the English texts', () => {
  expect(readFileSync(new URL('../../../contract/message-values.ts', import.meta.url), 'utf8'), 'Run npm run docs.').toBe(
    messageValuesFile(),
  );
});

test('every text of the language files is used in the code', () => {
  const source = ['main', 'contract', 'renderer'].flatMap(sourceOf).join('\n');
  const texts = new Set(source.match(/(?<=['`])[a-z]\w*(?:\.[\w-]+)+(?=['`])/gi));
  // A template such as `board.columns.${name}` uses every key that matches it.
  const patterns = [...new Set(source.match(/(?<=`)[a-z]\w*\.(?:[\w.-]|\$\{[^`]*?\})*(?=`)/gi))]
    .filter((one) => one.includes('${'))
    .map((one) => new RegExp(`^${one.replaceAll('.', '\\.').replaceAll(/\$\{.*?\}(?=\\\.|$)/g, '.+')}$`));
  expect(Object.keys(english).filter((key) => !texts.has(key) && !patterns.some((one) => one.test(key)))).toEqual([]);
});

test("a schema's field error is a message key, not a sentence in one language", () => {
  const checks = /\bv\.(?!description|literal)\w+\([^()]*(?:\([^()]*\)[^()]*)*['`][A-Z][a-z]*(?: [\w{}$.]+)+['`]\s*\)/g;
  expect(sourceOf('contract').flatMap((text) => text.match(checks) ?? [])).toEqual([]);
});

test.each(LANGUAGES)("a form's field error is a sentence (%s)", (language) => {
  const say = createWords(read(language) as never, language);
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
  const texts = given.map((one) => (v.safeParse(Form, one).issues ?? []).map((issue) => say(mistakeIn(issue))));
  expect(texts.map(({ length }) => length)).toEqual([6, 6, 2, 2]);
  // A sentence that ends with an address has no full stop, which would seem part of it.
  expect(texts.flat().filter((sentence) => !/[.。]$|https:\/\/\S+$/.test(sentence) || /[{}]/.test(sentence))).toEqual([]);
  expect(texts.flat()).toContain(say(message('field.atMost', { most: 9 })));
});

test.each(LANGUAGES)('an order type has the same word on screen and printout (%s)', (language) => {
  const all = read(language);
  const large = (words: string | undefined) => words?.toLocaleUpperCase(localeOf(language));
  const kinds = ['delivery', 'selfDelivery', 'pickup', 'eatIn'];
  expect(kinds.map((kind) => large(all[`printout.${kind}`]))).toEqual(kinds.map((kind) => large(all[`orderType.${kind}`])));
});

test("a name among the values isn't translated, and a nested message has the same language", () => {
  const de = createWords(read('de') as never, 'de');
  const order = message('order.cameLate', { number: 'St. Mary is ready' });
  expect(de(order)).toContain('St. Mary is ready');
  expect(de(order)).not.toContain('notification');
  const inside = de(message('command.failed', { action: message('actions.accept'), text: message('command.rejectedMeanwhile') }));
  expect(inside).not.toMatch(/Accept|meanwhile/);
});

test('a path in a Hebrew message reads left to right; other languages add no marks', () => {
  const [code, pattern] = Object.entries(read('he')).find(([, text]) => text.includes('{path}')) ?? [];
  expect(pattern).toBeDefined();
  const texts = (language: 'he' | 'de') =>
    createWords(read(language) as never, language)({ code, values: { path: '/mnt/copies' } } as never);
  expect(texts('he')).toContain('\u2066/mnt/copies\u2069');
  expect(texts('de')).toContain('/mnt/copies');
  expect(texts('de')).not.toContain('\u2066');
});
