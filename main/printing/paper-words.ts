/** The words on paper, in the language of the venue's papers: message files that a translator can edit (ICU message format). */
import { IntlMessageFormat } from 'intl-messageformat';
import { type Language, localeOf } from '../../contract/language.ts';
import de from '../../resources/paper-words/de.json' with { type: 'json' };
import el from '../../resources/paper-words/el.json' with { type: 'json' };
import en from '../../resources/paper-words/en.json' with { type: 'json' };
import fi from '../../resources/paper-words/fi.json' with { type: 'json' };
import he from '../../resources/paper-words/he.json' with { type: 'json' };
import ja from '../../resources/paper-words/ja.json' with { type: 'json' };
import ka from '../../resources/paper-words/ka.json' with { type: 'json' };
import pl from '../../resources/paper-words/pl.json' with { type: 'json' };

export type PaperWord = keyof typeof en;
export type Say = (word: PaperWord, values?: Record<string, string | number>) => string;

/** A message that a language lacks does not compile. */
const MESSAGES: Record<Language, Record<PaperWord, string>> = { en, fi, de, pl, el, he, ka, ja };

const compiled = new Map<string, IntlMessageFormat>();

/** The words of one language. Compiled when first said: most venues print in one language. */
export function paperWords(language: Language): Say {
  return (word, values) => {
    const key = `${language} ${word}`;
    const message = compiled.get(key) ?? new IntlMessageFormat(MESSAGES[language][word], localeOf(language));
    compiled.set(key, message);
    return String(message.format(values));
  };
}
