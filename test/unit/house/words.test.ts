/** The words of the screens, in every language: complete, with the same values, and translated. */
import { readFileSync } from 'node:fs';
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
import { checksOfContract, codesOfBridge, sentencesOfBridge } from './sentences.ts';

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

test.each(['counter-words', 'messages'])('in Hebrew the signs that an address ends with stay at its end: %s', (folder) => {
  // Without the mark behind them, "http://" is drawn as "//:http".
  expect(flat(read(folder, 'he')).filter(([, text]) => /:\/\/(?![\w\u200e{])/.test(text))).toEqual([]);
});

test.each([
  ['de', 'Schlüsselspeicher'],
  ['fi', 'avainsäilö'],
])('the vault may be a file: the screen does not call it the keychain in %s', (language, keychain) => {
  expect(flat(read('counter-words', language)).filter(([, text]) => text.includes(keychain))).toEqual([]);
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

/** Words that another one was chosen over: what the English text calls by one word has one in each language. */
const OTHER_WORDS: Partial<Record<(typeof LANGUAGES)[number], Record<string, RegExp>>> = {
  de: {
    'the service': /(?<!liefer|karten|token-)dienst/i,
    'the operator': /betreiber/i,
    'merchant app': /händler-app/i,
    counter: /arbeitspl|an der kasse/i,
    'papers?\\b': /beleg|\bbons?\b/i,
    '\\bmenu\\b': /(?<!speise)karte|menü/i,
    'venues?\\b': /betrieb(?!s?system)/i,
    '\\bids?\\b': /Kennung|\bId\b/,
    vault: /(?<!schlüssel)speicher/i,
    details: /einzelheit/i,
    '\\blate\\b': /verspätet/i,
    refuse: /(ab)?lehn/i,
    optional: /freiwillig/i,
    'on-?boarding': /onboarding/i,
  },
  he: { secret: /סיסמ/, vault: /מאגר/, ticket: /פתק(?! "עצור")/, 'merchant app': /אפליקציית/ },
  el: { secret: /μυστικ(ό|ά|ού)(?! κλειδ)/i, vault: /χώρος? (με|φύλαξης)/, 'the service': /υπηρεσί/i, 'this counter': /ταμεί/i },
  fi: { courier: /lähet(ti|it|in|istä)\b/i, ticket: /(?<!SEIS-)lap(pu|u)/i, 'data folder': /datakans/i },
  pl: { vault: /magazyn/, 'the service': /serwis|usłu/i, 'merchant app': /sprzedawcy/ },
  ka: { secret: /საიდუმლოებ/, tablet: /ტაბლეტ/, 'data folder': /მონაცემების/ },
  ja: {
    '\\bboard\\b': /ボード/,
    'this computer': /端末|パソコン/,
    '\\bmanage[sd]\\b': /管理者/,
    'says offline|is offline within': /(?<!受付)停止中|オフライン/,
    'sold out': /売り切れ/,
    kitchen: /厨房/,
    estimate: /見積/,
    offer: /概算/,
    cancel: /取り消/,
    operator: /運営者/,
    'courier updates': /イベント|配達員の状況/,
    touch: /タップ/,
    damaged: /壊れ/,
  },
};

test.each(Object.entries(OTHER_WORDS))('what English calls by one word has one name (%s)', (language, others) => {
  const texts = (of: string) => (['counter-words', 'messages'] as const).flatMap((file) => flat(read(file, of)));
  const own = new Map(texts(language));
  const twice = texts('en').filter(([path, english]) =>
    Object.entries(others ?? {}).some(
      ([word, other]) =>
        new RegExp(word, 'i').test(String(english)) && !/password/i.test(String(english)) && other.test(String(own.get(path))),
    ),
  );
  expect(twice.map(([path]) => path)).toEqual([]);
});

test('what a schema says of a wrong field is a message, no sentence of one language', () => {
  expect([...checksOfContract()]).toEqual([]);
});

test.each(LANGUAGES)('what a form says of a wrong field is a sentence (%s)', (language) => {
  const say = createWords(read('messages', language) as never, language);
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
  expect(said.flat()).toContain(say(message('enter-at-most', { most: 9 })));
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
  '{v0} (confirmed by the printer)',
  '{v0} (not confirmed by the printer)',
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
