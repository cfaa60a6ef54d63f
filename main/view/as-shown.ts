/**
 * What leaves for a screen leaves here. Whatever strangers wrote, in an order, an answer or a name, is told without what could mislead (see
 * shown-text.ts), and amounts are written as the language of the screen writes numbers. Messages go as they are: the screen words them.
 */
import { checkIn, type Language, localeOf, type StatePush } from '../../contract/contract.ts';
import { isMessage, type Message, message } from '../../contract/message.ts';
import { UNIT_UNKNOWN } from '../orders/money/money.ts';
import { shown } from '../orders/text/shown-text.ts';
import type { Feed, Watching } from './feed.ts';
import { wordsOf } from './words-of.ts';

/** By these things are asked for again: they are not for looking at, and must come back as they are. */
const ADDRESSES = new Set(['id', 'orderId', 'venueId', 'offerId', 'redirectUri']);
/** Calls that hand out a file: its text is made for programs. */
const FILES = new Set(['history.csv', 'diagnostics.bundle']);
/** Where what a form says of a field may stand. */
const CHECKED = new Set(['says', 'first', 'next']);

/** The answer to a call. Status codes of the service are for diagnostics; staff read the sentence alone. */
export function answerAsShown<T>(language: Language, call: string, answer: T): T {
  const manner = { language, codes: call.startsWith('diagnostics.'), isFile: FILES.has(call) };
  return walk(manner, answer) as T;
}

/** A watcher that hears everything as its screen shows it, and everything again when the language changes. */
export function watchAsShown(feed: Feed, onPush: (push: StatePush) => void): Watching {
  let spoken: Language | null = null;
  const watching = feed.watch((push) => {
    const language = feed.get('app', 'app')?.screen.language ?? 'en';
    if (push.push === 'snapshot') spoken = language;
    else if (spoken !== language) return void setImmediate(() => watching.snapshot());
    onPush(pushAsShown(language, push));
  });
  return watching;
}

/** By what the feed told everybody: the same for every screen, worked out once. */
const told = new WeakMap<StatePush, { language: Language; push: StatePush }>();

function pushAsShown(language: Language, push: StatePush): StatePush {
  const known = told.get(push);
  if (known?.language === language) return known.push;
  const walked = walk({ language, codes: false, isFile: false }, push) as StatePush;
  told.set(push, { language, push: walked });
  return walked;
}

interface Manner {
  language: Language;
  /** Status codes may stand in sentences. */
  codes: boolean;
  /** `text` is the content of a file. */
  isFile: boolean;
}

function walk(manner: Manner, value: unknown, key = ''): unknown {
  const { language } = manner;
  if (typeof value === 'string') {
    if (ADDRESSES.has(key) || (manner.isFile && key === 'text')) return value;
    return CHECKED.has(key) ? checkIn(language, shown(value)) : shown(value);
  }
  if (Array.isArray(value)) return value.map((entry) => walk(manner, entry, key));
  if (typeof value !== 'object' || value === null) return value;
  if (isMessage(value) && !manner.codes) return inside(manner, withoutStatus(value));
  if ('currency' in value && 'amount' in value && 'text' in value) return { ...value, text: moneyIn(language, String(value.text)) };
  return inside(manner, value);
}

const inside = (manner: Manner, value: object): object =>
  Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, walk(manner, entry, name)]));

/** `none` is what the messages leave out. */
function withoutStatus(value: Message): Message {
  const { code, values } = value;
  return typeof values?.status === 'number' ? { code, values: { ...values, status: 'none' } } : value;
}

/** "1234.50 EUR" as the language writes numbers: "1 234,50 EUR". */
function moneyIn(language: Language, text: string): string {
  if (language === 'en') return text;
  const [, number = '', rest = ''] = /^(-?\d+(?:\.\d+)?)(.*)$/s.exec(text) ?? [];
  if (number === '') return text;
  const digits = number.split('.')[1]?.length ?? 0;
  const written = new Intl.NumberFormat(localeOf(language), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return written.format(Number(number)) + rest.replace(UNIT_UNKNOWN, wordsOf(language)(message('unit-unknown')));
}
