/** Messages made into words in any language of the counter, for what the main process itself shows: the tray, notifications, the page that stands in for the counter. */
import { type Language, localeOf } from '../../contract/contract.ts';
import { createWords, type Messages, type Say } from '../../contract/words.ts';
import de from '../../resources/locales/de.json' with { type: 'json' };
import el from '../../resources/locales/el.json' with { type: 'json' };
import en from '../../resources/locales/en.json' with { type: 'json' };
import fi from '../../resources/locales/fi.json' with { type: 'json' };
import he from '../../resources/locales/he.json' with { type: 'json' };
import ja from '../../resources/locales/ja.json' with { type: 'json' };
import ka from '../../resources/locales/ka.json' with { type: 'json' };
import pl from '../../resources/locales/pl.json' with { type: 'json' };

/** A message that a language lacks does not compile. */
const MESSAGES: Record<Language, Messages> = { en, fi, de, pl, el, he, ka, ja };

const made = new Map<Language, Say>();

export function wordsOf(language: Language): Say {
  const words = made.get(language) ?? createWords(MESSAGES[language], localeOf(language), () => ({}));
  made.set(language, words);
  return words;
}
