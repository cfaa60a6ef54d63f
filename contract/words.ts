/** Messages made into words, by one language's file of `resources/messages` (ICU). */
import { IntlMessageFormat } from 'intl-messageformat';
import type { MessageCode, Text, Value } from './message.ts';

export type Messages = Record<MessageCode, string>;

/** `locale`: how numbers are written (BCP 47). What it makes of a code that its file lacks, from a newer version, is the code itself. */
export function createWords(messages: Messages, locale: string): (text: Text) => string {
  const compiled = new Map<MessageCode, IntlMessageFormat>();

  function say(text: Text): string {
    if (typeof text === 'string') return text;
    const { code, values } = text;
    const pattern: string | undefined = messages[code];
    if (pattern === undefined) return code;
    if (!values) return pattern;
    const format = compiled.get(code) ?? new IntlMessageFormat(pattern, locale);
    compiled.set(code, format);
    return String(format.format(Object.fromEntries(Object.entries(values).map(([name, value]) => [name, worded(value)]))));
  }

  const worded = (value: Value): string | number => (typeof value === 'number' ? value : say(value));
  return say;
}
