/** Every word the counter shows of its own, in the language of the moment. Sentences about orders, printers and the service come from the bridge. */
import { IntlMessageFormat } from 'intl-messageformat';
import { type Language, localeOf } from '../contract/contract.ts';
import en from '../resources/counter-words/en.json' with { type: 'json' };
import { WITH_VALUES } from './words-with-values.ts';

type Messages = typeof en;
type Value = string | number;
type Values<Names extends readonly string[]> = { [K in keyof Names]: Value };
type Said<Path> = Path extends keyof typeof WITH_VALUES ? (...values: Values<(typeof WITH_VALUES)[Path]>) => string : string;
type Words<T, Path extends string = ''> = {
  readonly [K in keyof T & string]: T[K] extends string
    ? Said<`${Path}${K}`>
    : T[K] extends readonly string[]
      ? readonly string[]
      : Words<T[K], `${Path}${K}.`>;
};

/** A language that lacks a message does not compile. One is fetched when it is chosen: most counters speak one. */
const FILES: Record<Exclude<Language, 'en'>, () => Promise<{ default: Messages }>> = {
  fi: () => import('../resources/counter-words/fi.json'),
  de: () => import('../resources/counter-words/de.json'),
  pl: () => import('../resources/counter-words/pl.json'),
  el: () => import('../resources/counter-words/el.json'),
  he: () => import('../resources/counter-words/he.json'),
  ka: () => import('../resources/counter-words/ka.json'),
  ja: () => import('../resources/counter-words/ja.json'),
};

let language: Language = 'en';
let messages: Messages = en;
const compiled = new Map<string, IntlMessageFormat>();

/** The language of the moment. */
export const spoken = (): Language => language;

/** How times and numbers are written on the screen. */
export const locale = (): string => localeOf(language);

/** From now on `words` speaks this language; who has drawn with it already must draw again. Rejects when the file cannot be read. */
export async function speak(next: Language): Promise<void> {
  const file = next === 'en' ? en : (await FILES[next]()).default;
  language = next;
  messages = file;
  compiled.clear();
}

/** Reads like the message file: `words.nav.board`, and `words.card.open('A1')` where the message holds values. */
export const words = live<Words<Messages>>(en, []);

function live<T>(shape: object, path: string[]): T {
  const made = {};
  for (const [name, value] of Object.entries(shape)) {
    const here = [...path, name];
    const isGroup = typeof value === 'object' && !Array.isArray(value);
    const part = isGroup ? live<object>(value, here) : null;
    Object.defineProperty(made, name, { enumerable: true, get: () => part ?? said(here) });
  }
  return made as T;
}

function said(path: string[]): unknown {
  const message = path.reduce<unknown>((group, name) => (group as Record<string, unknown>)[name], messages);
  const key = path.join('.');
  const names = (WITH_VALUES as Record<string, readonly string[]>)[key];
  if (!names) return message;
  return (...values: Value[]) => {
    const format = compiled.get(key) ?? new IntlMessageFormat(String(message), locale());
    compiled.set(key, format);
    return String(format.format(Object.fromEntries(names.map((name, place) => [name, values[place] ?? '']))));
  };
}
