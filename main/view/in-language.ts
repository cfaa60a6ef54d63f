/**
 * What leaves for a screen leaves here. The bridge speaks English; the screen is told in its own language, whole sentences known by their
 * English words. And whatever strangers wrote, in an order, an answer or a name, is told without what could mislead (see shown-text.ts).
 */
import { CHECKS, type Language, localeOf, type Push } from '../../contract/contract.ts';
import de from '../../resources/messages/de.json' with { type: 'json' };
import el from '../../resources/messages/el.json' with { type: 'json' };
import en from '../../resources/messages/en.json' with { type: 'json' };
import fi from '../../resources/messages/fi.json' with { type: 'json' };
import he from '../../resources/messages/he.json' with { type: 'json' };
import ja from '../../resources/messages/ja.json' with { type: 'json' };
import ka from '../../resources/messages/ka.json' with { type: 'json' };
import pl from '../../resources/messages/pl.json' with { type: 'json' };
import { UNIT_UNKNOWN } from '../orders/money/money.ts';
import { shown } from '../orders/text/shown-text.ts';
import type { Feed, Watching } from './feed.ts';

/** A sentence that a language lacks does not compile. */
const MESSAGES: Record<Language, typeof en> = { en, fi, de, pl, el, he, ka, ja };

/** Fields that hold the bridge's own words, whatever they are part of. What an order says is never touched. */
const SAID = new Set([
  'says',
  'remedy',
  'label',
  'title',
  'statusLabel',
  'statusShort',
  'kindLabel',
  'why',
  'notes',
  'error',
  'outcome',
  'about',
]);
/** Where names are the bridge's own too. */
const NAMED = new Set(['drill.run', 'diagnostics.get']);
/** By these things are asked for again: they are not for looking at, and must come back as they are. */
const ADDRESSES = new Set(['id', 'orderId', 'venueId', 'offerId', 'redirectUri']);
/** Calls that hand out a file: its text is made for programs. */
const FILES = new Set(['history.csv', 'diagnostics.bundle']);
const KEEP = 2_000;
/** No sentence of ours, however many stand in a row, is longer or has more parts: what an order says must not keep the bridge guessing. */
const LONGEST = 1_000;
const PARTS_MOST = 300;

interface Template {
  /** What stands before, between and after the values. */
  between: string[];
  names: string[];
  translation: string;
}

interface Book {
  whole: Map<string, string>;
  templates: Template[];
  known: Map<string, string>;
}

const books = new Map<Language, Book>();

/** Each English sentence, and what it is in the other language. */
const sentences = (messages: typeof en): Record<string, string> =>
  Object.fromEntries(Object.entries(en).map(([code, english]) => [english, messages[code as keyof typeof en]]));

/** One sentence, or several in a row, in this language; what is not known stays as it is. */
export function inLanguage(language: Language, text: string): string {
  if (language === 'en' || text === '' || text.length > LONGEST) return text;
  const book = books.get(language) ?? open({ ...sentences(MESSAGES[language]), ...CHECKS[language] });
  books.set(language, book);
  const known = book.known.get(text);
  if (known !== undefined) return known;
  const said = translate({ book, left: PARTS_MOST }, text, 0) ?? text;
  if (book.known.size >= KEEP) book.known.clear();
  book.known.set(text, said);
  return said;
}

/** The answer to a call. Status codes of the service are for diagnostics; staff read the sentence alone. */
export function answerIn<T>(language: Language, call: string, answer: T): T {
  const manner = { language, named: NAMED.has(call), codes: call.startsWith('diagnostics.'), isFile: FILES.has(call) };
  return walk(manner, answer) as T;
}

/** A watcher that hears everything in the language of the screen, and everything again when that changes. */
export function watchInLanguage(feed: Feed, onPush: (push: Push) => void): Watching {
  let spoken: Language | null = null;
  const watching = feed.watch((push) => {
    const language = feed.get('app', 'app')?.screen.language ?? 'en';
    if (push.push === 'snapshot') spoken = language;
    else if (spoken !== language) return void setImmediate(() => watching.snapshot());
    onPush(toldIn(language, push));
  });
  return watching;
}

/** By what the feed told everybody: the same for every screen, worked out once. */
const told = new WeakMap<Push, { language: Language; push: Push }>();

function toldIn(language: Language, push: Push): Push {
  const known = told.get(push);
  if (known?.language === language) return known.push;
  const walked = walk({ language, named: false, codes: false, isFile: false }, push) as Push;
  told.set(push, { language, push: walked });
  return walked;
}

interface Manner {
  language: Language;
  /** Names are the bridge's own too. */
  named: boolean;
  /** Status codes may stand in sentences. */
  codes: boolean;
  /** `text` is the content of a file. */
  isFile: boolean;
}

const STATUS_CODE = / \([45]\d\d\)/g;

function walk(manner: Manner, value: unknown, key = ''): unknown {
  const { language, named, codes } = manner;
  if (typeof value === 'string') {
    if (ADDRESSES.has(key) || (manner.isFile && key === 'text')) return value;
    const text = shown(value);
    if (!SAID.has(key) && !(named && key === 'name')) return text;
    const said = inLanguage(language, text);
    return codes ? said : said.replaceAll(STATUS_CODE, '');
  }
  if (Array.isArray(value)) return value.map((entry) => walk(manner, entry, key));
  if (typeof value !== 'object' || value === null) return value;
  if ('currency' in value && 'amount' in value && 'text' in value) return { ...value, text: moneyIn(language, String(value.text)) };
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, walk(manner, entry, name)]));
}

/** "1234.50 EUR" as the language writes numbers: "1 234,50 EUR". */
function moneyIn(language: Language, text: string): string {
  if (language === 'en') return text;
  const [, number = '', rest = ''] = /^(-?\d+(?:\.\d+)?)(.*)$/s.exec(text) ?? [];
  if (number === '') return text;
  const digits = number.split('.')[1]?.length ?? 0;
  const written = new Intl.NumberFormat(localeOf(language), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return written.format(Number(number)) + rest.replace(UNIT_UNKNOWN, inLanguage(language, UNIT_UNKNOWN));
}

function open(translations: Record<string, string>): Book {
  const entries = Object.entries(translations);
  const templates = entries
    .filter(([english]) => /\{\w+\}/.test(english))
    // The one with most words of its own first: it says most exactly what is meant.
    .sort(([a], [b]) => b.replaceAll(/\{\w+\}/g, '').length - a.replaceAll(/\{\w+\}/g, '').length)
    .map(([english, translation]) => ({
      between: english.split(/\{\w+\}/),
      names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      translation,
    }));
  return { whole: new Map(entries), templates, known: new Map() };
}

const DEEPEST = 4;

interface Search {
  book: Book;
  /** Parts that may still be looked at. */
  left: number;
}

function translate(search: Search, text: string, depth: number): string | null {
  const { book } = search;
  const whole = book.whole.get(text);
  if (whole !== undefined) return whole;
  search.left -= 1;
  if (depth > DEEPEST || text === '' || search.left < 0) return null;
  const inner = (part: string) => translate(search, part, depth + 1) ?? part;
  for (const { between, names, translation } of book.templates) {
    const values = valuesIn(text, between);
    if (!values) continue;
    // A value that runs over the end of a sentence means two sentences, not one.
    if (values.some((value) => /[.!?…] \p{Lu}/u.test(value) && !names.includes('says'))) continue;
    return translation.replaceAll(/\{(\w+)\}/g, (_, name) => inner(values[names.indexOf(name)] ?? ''));
  }
  for (const cut of text.matchAll(/(?<=[.!?…]) /g)) {
    const first = translate(search, text.slice(0, cut.index), depth + 1);
    if (first !== null) return `${first} ${inner(text.slice(cut.index + 1))}`;
  }
  if (text.endsWith('.')) {
    const open = translate(search, text.slice(0, -1), depth + 1);
    if (open !== null) return `${open}.`;
  }
  const parts = text.split(', ');
  const said = parts.map((part) => (parts.length > 1 ? translate(search, part, depth + 1) : null));
  return said.some((part) => part !== null) ? said.map((part, place) => part ?? parts[place]).join(', ') : null;
}

/** The shortest values with which the text reads like the template, from the first on; null where it does not. Takes no longer than reading the text once. */
function valuesIn(text: string, between: readonly string[]): string[] | null {
  const [before = '', ...others] = between;
  const after = others.pop() ?? '';
  if (!text.startsWith(before) || !text.endsWith(after)) return null;
  const values: string[] = [];
  let at = before.length;
  for (const words of others) {
    const next = text.indexOf(words, at);
    if (next < 0) return null;
    values.push(text.slice(at, next));
    at = next + words.length;
  }
  const end = text.length - after.length;
  return at <= end ? [...values, text.slice(at, end)] : null;
}
