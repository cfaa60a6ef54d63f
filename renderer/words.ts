/** Every text on the screens in the current language: by its key in the catalogue, or as a message from the bridge. */
import {
  createWords,
  type Language,
  localeOf,
  type MessageCode,
  type Messages,
  type MoneyView,
  type Place,
  type Say,
  type Text,
  translateWith,
} from '../contract/contract.ts';
import en from '../resources/locales/en.json' with { type: 'json' };

/** A language that lacks a text does not compile. Its file is fetched when it is chosen: most counters speak one. */
const FILES: Record<Exclude<Language, 'en'>, () => Promise<{ default: Messages }>> = {
  fi: () => import('../resources/locales/fi.json'),
  de: () => import('../resources/locales/de.json'),
  pl: () => import('../resources/locales/pl.json'),
  el: () => import('../resources/locales/el.json'),
  he: () => import('../resources/locales/he.json'),
  ka: () => import('../resources/locales/ka.json'),
  ja: () => import('../resources/locales/ja.json'),
};

/** Where the moments in what the bridge says are read; the clock says it once it goes (state/clock.ts). */
let readAt: () => Place = () => ({});
export function readMomentsAt(place: () => Place): void {
  readAt = place;
}

let language: Language = 'en';
let messages: Messages = en;
let words: Say = createWords(en, localeOf('en'), () => readAt());

/** The language of the moment. */
export const spoken = (): Language => language;

/** How times and numbers are written on the screen. */
export const locale = (): string => localeOf(language);

/** From now on `t` and `say` speak this language; who has drawn with them already must draw again. Rejects when the file cannot be read. */
export async function speak(next: Language): Promise<void> {
  const file = next === 'en' ? en : (await FILES[next]()).default;
  language = next;
  messages = file;
  words = createWords(file, localeOf(next), () => readAt());
}

/** A text by its key: `t('nav.board')`, and `t('card.open', { number })` where it holds values. */
export const t = translateWith((text) => words(text));

/** What the bridge says, in words, and amounts as the language writes money; nothing for nothing. */
export function say<T extends Text | MoneyView | null | undefined | false>(text: T): string | Exclude<T, Text | MoneyView> {
  return typeof text === 'string' || (typeof text === 'object' && text !== null)
    ? words(text as Text | MoneyView)
    : (text as Exclude<T, Text | MoneyView>);
}

/** Whether the catalogue has it: of a name that a later bridge may have made up. */
export const isKey = (key: string): key is MessageCode => Object.hasOwn(en, key);

type Start<C> = C extends `${infer First}.${infer Rest}` ? First | `${First}.${Start<Rest>}` : C;
/** A key, or what several keys begin with: `settings.look`. */
export type Prefix = Start<MessageCode>;

/** The texts under it but for those with values: they are sentences about one thing. */
export function textsUnder(prefix: Prefix): string[] {
  const found = Object.entries(messages).filter(([key]) => key === prefix || key.startsWith(`${prefix}.`));
  return found.flatMap(([, text]) => (text.includes('{') ? [] : [text]));
}
