/**
 * What leaves for a screen leaves here. Whatever strangers wrote, in an order, an answer or a name, is told without what could mislead (see
 * shown-text.ts), and amounts are written as the language of the screen writes money. Messages go as they are: the screen words them.
 */
import { formatOf, type Language, localeOf, moneyText, type StatePush } from '../../contract/contract.ts';
import { isMessage, type Message, message } from '../../contract/message.ts';
import { decimalOf } from '../orders/money/money.ts';
import { shown } from '../orders/text/shown-text.ts';
import type { Feed, Watching } from './feed.ts';
import { wordsOf } from './words-of.ts';

/** By these things are asked for again: they are not for looking at, and must come back as they are. */
const ADDRESSES = new Set(['id', 'orderId', 'venueId', 'offerId', 'redirectUri']);
/** Calls that hand out a file: its text is made for programs. The sheet of a menu is one whose texts were made for looking at already. */
const FILES = new Set(['history.csv', 'diagnostics.bundle', 'menu.get', 'menu.export']);

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
    return shown(value);
  }
  if (Array.isArray(value)) return value.map((entry) => walk(manner, entry, key));
  if (typeof value !== 'object' || value === null) return value;
  if (isMessage(value)) return inside(manner, manner.codes ? value : withoutStatus(value));
  if (isAmount(value)) return { ...value, text: moneyIn(language, value) };
  return inside(manner, value);
}

const inside = (manner: Manner, value: object): object =>
  Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, walk(manner, entry, name)]));

/** `none` is what the messages leave out. */
function withoutStatus(value: Message): Message {
  const { code, values } = value;
  return typeof values?.status === 'number' ? { code, values: { ...values, status: 'none' } } : value;
}

interface Amount {
  amount: number;
  currency: string;
  text: string;
}

function isAmount(value: object): value is Amount {
  return 'currency' in value && 'text' in value && 'amount' in value && typeof value.amount === 'number';
}

/** As the language writes money. In a currency that is not known it is the number as it came, with a word. */
function moneyIn(language: Language, money: Amount): string {
  const { amount, currency } = money;
  const decimal = decimalOf(money);
  if (decimal !== null) return moneyText({ decimal, currency }, localeOf(language));
  const digits = String(amount).split('.')[1]?.length ?? 0;
  const number = language === 'en' ? String(amount) : formatOf(localeOf(language), digits, null).format(amount);
  return `${`${number} ${currency}`.trim()} (${wordsOf(language)(message('unit-unknown'))})`;
}
