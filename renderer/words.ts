/** Every word the counter shows, in the language of the moment: its own, and the messages that come from the bridge. */
import { IntlMessageFormat } from 'intl-messageformat';
import {
  type Messages as BridgeMessages,
  createWords,
  type Language,
  localeOf,
  type MoneyView,
  type Place,
  type Text,
} from '../contract/contract.ts';
import en from '../resources/counter-words/en.json' with { type: 'json' };
import bridgeEn from '../resources/locales/en.json' with { type: 'json' };
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

interface Files {
  counter: Messages;
  bridge: BridgeMessages;
}

/** A language that lacks a message does not compile. Its two files are fetched when it is chosen: most counters speak one. */
const FILES: Record<Exclude<Language, 'en'>, () => Promise<Files>> = {
  fi: () => both(import('../resources/counter-words/fi.json'), import('../resources/locales/fi.json')),
  de: () => both(import('../resources/counter-words/de.json'), import('../resources/locales/de.json')),
  pl: () => both(import('../resources/counter-words/pl.json'), import('../resources/locales/pl.json')),
  el: () => both(import('../resources/counter-words/el.json'), import('../resources/locales/el.json')),
  he: () => both(import('../resources/counter-words/he.json'), import('../resources/locales/he.json')),
  ka: () => both(import('../resources/counter-words/ka.json'), import('../resources/locales/ka.json')),
  ja: () => both(import('../resources/counter-words/ja.json'), import('../resources/locales/ja.json')),
};

async function both(counter: Promise<{ default: Messages }>, bridge: Promise<{ default: BridgeMessages }>): Promise<Files> {
  return { counter: (await counter).default, bridge: (await bridge).default };
}

/** Where the moments in what the bridge says are read; the clock says it once it goes (state/clock.ts). */
let readAt: () => Place = () => ({});
const readHere = (): Place => readAt();
export function readMomentsAt(place: () => Place): void {
  readAt = place;
}

let language: Language = 'en';
let messages: Messages = en;
let bridgeWords = createWords(bridgeEn, localeOf('en'), readHere);
const compiled = new Map<string, IntlMessageFormat>();

/** The language of the moment. */
export const spoken = (): Language => language;

/** How times and numbers are written on the screen. */
export const locale = (): string => localeOf(language);

/** From now on `words` speaks this language; who has drawn with it already must draw again. Rejects when the file cannot be read. */
export async function speak(next: Language): Promise<void> {
  const { counter, bridge } = next === 'en' ? { counter: en, bridge: bridgeEn } : await FILES[next]();
  language = next;
  messages = counter;
  bridgeWords = createWords(bridge, localeOf(next), readHere);
  compiled.clear();
}

/** What the bridge says, in words, and amounts as the language writes money; nothing for nothing. */
export function say<T extends Text | MoneyView | null | undefined | false>(text: T): string | Exclude<T, Text | MoneyView> {
  return typeof text === 'string' || (typeof text === 'object' && text !== null)
    ? bridgeWords(text as Text | MoneyView)
    : (text as Exclude<T, Text | MoneyView>);
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
