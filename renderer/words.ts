/** Texts of the screens in the current language: by catalog key, or as messages from main. */
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

/** A language without a text doesn't compile. Files are loaded when chosen, as most venues use one language. */
const FILES: Record<Exclude<Language, 'en'>, () => Promise<{ default: Messages }>> = {
  fi: () => import('../resources/locales/fi.json'),
  de: () => import('../resources/locales/de.json'),
  pl: () => import('../resources/locales/pl.json'),
  el: () => import('../resources/locales/el.json'),
  he: () => import('../resources/locales/he.json'),
  ka: () => import('../resources/locales/ka.json'),
  ja: () => import('../resources/locales/ja.json'),
};

/** The reader's time and time zone, for moments in texts. Set by state/clock.ts. */
let readAt: () => Place = () => ({});
export function readMomentsAt(place: () => Place): void {
  readAt = place;
}

let language: Language = 'en';
let messages: Messages = en;
let words: Say = createWords(en, localeOf('en'), () => readAt());

export const spoken = (): Language => language;

/** The locale for times and numbers. */
export const locale = (): string => localeOf(language);

/** Changes the language of `t` and `say`; views must render again. Rejects if the file can't be read. */
export async function speak(next: Language): Promise<void> {
  const file = next === 'en' ? en : (await FILES[next]()).default;
  language = next;
  messages = file;
  words = createWords(file, localeOf(next), () => readAt());
}

/** `t('nav.board')`, or with values `t('card.open', { number })`. */
export const t = translateWith((text) => words(text));

/** Messages and amounts of main as text; null, undefined and false unchanged. */
export function say<T extends Text | MoneyView | null | undefined | false>(text: T): string | Exclude<T, Text | MoneyView> {
  return typeof text === 'string' || (typeof text === 'object' && text !== null)
    ? words(text as Text | MoneyView)
    : (text as Exclude<T, Text | MoneyView>);
}

/** Whether this version has the key; the app may be newer. */
export const isKey = (key: string): key is MessageCode => Object.hasOwn(en, key);

type Start<C> = C extends `${infer First}.${infer Rest}` ? First | `${First}.${Start<Rest>}` : C;
/** A key or its beginning: `settings.look`. */
export type Prefix = Start<MessageCode>;

/** All texts whose keys begin so, except those with values. */
export function textsUnder(prefix: Prefix): string[] {
  const found = Object.entries(messages).filter(([key]) => key === prefix || key.startsWith(`${prefix}.`));
  return found.flatMap(([, text]) => (text.includes('{') ? [] : [text]));
}
