/** Messages made into words, by one language's file of `resources/locales` (ICU). */
import { IntlMessageFormat } from 'intl-messageformat';
import {
  type Given,
  isMessage,
  isMoment,
  isMoney,
  type Message,
  type MessageCode,
  type MoneyView,
  message,
  type Text,
  type Value,
} from './message.ts';
import { moneyText, plainMoney } from './money-text.ts';
import { momentText, type Place, utcText } from './time/moment.ts';

export type Messages = Record<MessageCode, string>;
/** An amount is said as the language writes money. */
export type Say = (text: Text | MoneyView) => string;
/** A text of the catalogue by its key; a key or a value that is missing, or one too many, does not compile. */
export type Translate = <C extends MessageCode>(code: C, ...values: Given<C>) => string;

/** `locale`: how numbers are written (BCP 47). `place`: where a moment is read; in UTC, and amounts by the code of their currency, where no one can say. What it makes of a code that its file lacks, from a newer version, is the code itself. */
export function createWords(messages: Messages, locale: string, place?: () => Place): Say {
  const compiled = new Map<MessageCode, IntlMessageFormat>();

  function say(text: Text | MoneyView): string {
    if (typeof text === 'string') return text;
    if (isMoney(text)) return money(text);
    const { code, values } = text;
    const pattern: string | undefined = messages[code];
    if (pattern === undefined) return code;
    if (!values) return pattern;
    const format = compiled.get(code) ?? new IntlMessageFormat(pattern, locale);
    compiled.set(code, format);
    return String(format.format(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, worded(value)]))));
  }

  const money = (value: MoneyView): string =>
    place ? moneyText(value, locale, messages['money.unitUnknown']) : plainMoney(value, messages['money.unitUnknown']);

  const isRightToLeft = locale.startsWith('he');
  const worded = (value: Value): string | number => {
    if (typeof value === 'number') return value;
    if (isMoment(value)) return place ? momentText(value, locale, place()) : utcText(value);
    const text = say(value);
    // A path is read from left to right: within Hebrew its first slash would stand behind it.
    return isRightToLeft && isPath(text) ? `\u2066${text}\u2069` : text;
  };
  return say;
}

export const translateWith =
  (say: Say): Translate =>
  (code, ...values) =>
    say(message(code, ...values));

/** Of a file or folder, in full. */
function isPath(text: string): boolean {
  return /^(\/[^/\s]|[A-Za-z]:[\\/]|\\\\)/.test(text);
}

/** A value with each message in it made into words. */
export type Worded<T> = T extends string
  ? T
  : T extends Message
    ? string
    : T extends readonly (infer One)[]
      ? Worded<One>[]
      : T extends object
        ? { [Key in keyof T]: Worded<T[Key]> }
        : T;

export function allWorded<T>(say: (text: Text) => string, value: T): Worded<T> {
  if (isMessage(value)) return say(value) as Worded<T>;
  if (Array.isArray(value)) return value.map((one) => allWorded(say, one)) as Worded<T>;
  if (typeof value !== 'object' || value === null) return value as Worded<T>;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, allWorded(say, one)])) as Worded<T>;
}
