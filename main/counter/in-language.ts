/** The bridge speaks English; what reaches a screen is in the screen's language: whole sentences, known by their English words. */
import { CHECKS, type Language, localeOf, type Push } from '../../preload/contract.ts';
import de from '../../resources/bridge-words/de.json' with { type: 'json' };
import el from '../../resources/bridge-words/el.json' with { type: 'json' };
import type en from '../../resources/bridge-words/en.json';
import fi from '../../resources/bridge-words/fi.json' with { type: 'json' };
import he from '../../resources/bridge-words/he.json' with { type: 'json' };
import ja from '../../resources/bridge-words/ja.json' with { type: 'json' };
import ka from '../../resources/bridge-words/ka.json' with { type: 'json' };
import pl from '../../resources/bridge-words/pl.json' with { type: 'json' };
import type { Feed, Watching } from './feed.ts';

/** A sentence that a language lacks does not compile. */
const SENTENCES: Record<Exclude<Language, 'en'>, typeof en> = { fi, de, pl, el, he, ka, ja };

/** Fields that hold the bridge's own words, whatever they are part of. What an order says is never touched. */
const SAID = new Set(['says', 'remedy', 'label', 'title', 'statusLabel', 'kindLabel', 'why', 'notes', 'error', 'outcome', 'about']);
/** Where names are the bridge's own too. */
const NAMED = new Set(['drill.run', 'diagnostics.get']);
const KEEP = 2_000;

interface Template {
  pattern: RegExp;
  names: string[];
  translation: string;
}

interface Book {
  whole: Map<string, string>;
  templates: Template[];
  known: Map<string, string>;
}

const books = new Map<Language, Book>();

/** One sentence, or several in a row, in this language; what is not known stays as it is. */
export function inLanguage(language: Language, text: string): string {
  if (language === 'en' || text === '') return text;
  const book = books.get(language) ?? open({ ...SENTENCES[language], ...CHECKS[language] });
  books.set(language, book);
  const known = book.known.get(text);
  if (known !== undefined) return known;
  const said = translate(book, text, 0) ?? text;
  if (book.known.size >= KEEP) book.known.clear();
  book.known.set(text, said);
  return said;
}

/** The answer to a call. Status codes of the service are for diagnostics; staff read the sentence alone. */
export function answerIn<T>(language: Language, call: string, answer: T): T {
  return walk({ language, named: NAMED.has(call), codes: call.startsWith('diagnostics.') }, answer) as T;
}

/** A watcher that hears everything in the language of the screen, and everything again when that changes. */
export function watchInLanguage(feed: Feed, onPush: (push: Push) => void): Watching {
  let spoken: Language | null = null;
  const watching = feed.watch((push) => {
    const language = feed.get('app', 'app')?.screen.language ?? 'en';
    if (push.push === 'snapshot') spoken = language;
    else if (spoken !== language) return void setImmediate(() => watching.snapshot());
    onPush(walk({ language, named: false, codes: false }, push) as Push);
  });
  return watching;
}

interface Manner {
  language: Language;
  /** Names are the bridge's own too. */
  named: boolean;
  /** Status codes may stand in sentences. */
  codes: boolean;
}

const STATUS_CODE = / \([45]\d\d\)/g;

function walk(manner: Manner, value: unknown, key = ''): unknown {
  const { language, named, codes } = manner;
  if (typeof value === 'string') {
    if (!SAID.has(key) && !(named && key === 'name')) return value;
    const said = inLanguage(language, value);
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
  return (
    new Intl.NumberFormat(localeOf(language), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(Number(number)) +
    rest
  );
}

function open(sentences: Record<string, string>): Book {
  const entries = Object.entries(sentences);
  const templates = entries
    .filter(([english]) => /\{\w+\}/.test(english))
    // The one with most words of its own first: it says most exactly what is meant.
    .sort(([a], [b]) => b.replaceAll(/\{\w+\}/g, '').length - a.replaceAll(/\{\w+\}/g, '').length)
    .map(([english, translation]) => ({
      pattern: new RegExp(`^${english.replaceAll(/[.*+?^$()[\]\\|]/g, '\\$&').replaceAll(/\{\w+\}/g, '(.*?)')}$`, 's'),
      names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
      translation,
    }));
  return { whole: new Map(entries), templates, known: new Map() };
}

const DEEPEST = 4;

function translate(book: Book, text: string, depth: number): string | null {
  const whole = book.whole.get(text);
  if (whole !== undefined) return whole;
  if (depth > DEEPEST || text === '') return null;
  const inner = (part: string) => translate(book, part, depth + 1) ?? part;
  for (const { pattern, names, translation } of book.templates) {
    const match = pattern.exec(text);
    if (!match) continue;
    const values = match.slice(1);
    // A value that runs over the end of a sentence means two sentences, not one.
    if (values.some((value) => /[.!?…] \p{Lu}/u.test(value) && !names.includes('says'))) continue;
    return translation.replaceAll(/\{(\w+)\}/g, (_, name) => inner(values[names.indexOf(name)] ?? ''));
  }
  for (const cut of text.matchAll(/(?<=[.!?…]) /g)) {
    const first = translate(book, text.slice(0, cut.index), depth + 1);
    if (first !== null) return `${first} ${inner(text.slice(cut.index + 1))}`;
  }
  if (text.endsWith('.')) {
    const open = translate(book, text.slice(0, -1), depth + 1);
    if (open !== null) return `${open}.`;
  }
  const parts = text.split(', ');
  const said = parts.map((part) => (parts.length > 1 ? translate(book, part, depth + 1) : null));
  return said.some((part) => part !== null) ? said.map((part, place) => part ?? parts[place]).join(', ') : null;
}
