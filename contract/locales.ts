/** All languages, for texts shown and printed by the main process. Screens load only their own. */

import de from '../resources/locales/de.json' with { type: 'json' };
import el from '../resources/locales/el.json' with { type: 'json' };
import en from '../resources/locales/en.json' with { type: 'json' };
import fi from '../resources/locales/fi.json' with { type: 'json' };
import he from '../resources/locales/he.json' with { type: 'json' };
import ja from '../resources/locales/ja.json' with { type: 'json' };
import ka from '../resources/locales/ka.json' with { type: 'json' };
import pl from '../resources/locales/pl.json' with { type: 'json' };
import { type Language, localeOf } from './language.ts';
import { createWords, type Messages, type Say, type Translate, translateWith } from './words.ts';

/** A language without a message doesn't compile. */
const MESSAGES: Record<Language, Messages> = { en, fi, de, pl, el, he, ka, ja };

const made = new Map<Language, Say>();

export function wordsOf(language: Language): Say {
  const words = made.get(language) ?? createWords(MESSAGES[language], localeOf(language), () => ({}));
  made.set(language, words);
  return words;
}

export const tOf = (language: Language): Translate => translateWith(wordsOf(language));
