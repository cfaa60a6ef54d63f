/** Turns messages into text, from a language's file in `resources/locales` (ICU). */
import { IntlMessageFormat } from 'intl-messageformat';
import {
  isMessage,
  isMoment,
  isMoney,
  type Message,
  type MessageArguments,
  type MessageCode,
  type MoneyView,
  message,
  type Text,
  type Value,
} from './message.ts';
import { moneyText, plainMoney } from './money-text.ts';
import { momentText, type Place, utcText } from './time/moment.ts';

export type Messages = Record<MessageCode, string>;
export type Say = (text: Text | MoneyView) => string;
export type Translate = <C extends MessageCode>(code: C, ...values: MessageArguments<C>) => string;

/**
 * `locale`: number format (BCP 47). `place`: the reader's place; without it moments are in UTC and amounts have currency codes. An unknown
 * code (from a newer version) yields the code itself.
 */
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
    // Paths are left to right: in Hebrew text, their first slash would move to the end.
    return isRightToLeft && isPath(text) ? `\u2066${text}\u2069` : text;
  };
  return say;
}

export const translateWith =
  (say: Say): Translate =>
  (code, ...values) =>
    say(message(code, ...values));

function isPath(text: string): boolean {
  return /^(\/[^/\s]|[A-Za-z]:[\\/]|\\\\)/.test(text);
}

export type Translated<T> = T extends string
  ? T
  : T extends Message
    ? string
    : T extends readonly (infer One)[]
      ? Translated<One>[]
      : T extends object
        ? { [Key in keyof T]: Translated<T[Key]> }
        : T;

export function allWorded<T>(say: (text: Text) => string, value: T): Translated<T> {
  if (isMessage(value)) return say(value) as Translated<T>;
  if (Array.isArray(value)) return value.map((one) => allWorded(say, one)) as Translated<T>;
  if (typeof value !== 'object' || value === null) return value as Translated<T>;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, allWorded(say, one)])) as Translated<T>;
}
