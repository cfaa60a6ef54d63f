/** What a form says of a field that is not right: the messages of the contract and the settings, in every language of the screen. */
import de from '../resources/check-words/de.json' with { type: 'json' };
import el from '../resources/check-words/el.json' with { type: 'json' };
import type en from '../resources/check-words/en.json';
import fi from '../resources/check-words/fi.json' with { type: 'json' };
import he from '../resources/check-words/he.json' with { type: 'json' };
import ja from '../resources/check-words/ja.json' with { type: 'json' };
import ka from '../resources/check-words/ka.json' with { type: 'json' };
import pl from '../resources/check-words/pl.json' with { type: 'json' };
import type { Language } from './language.ts';

/** By the English message. A message that a language lacks does not compile. */
const CHECKS: Record<Exclude<Language, 'en'>, typeof en> = { fi, de, pl, el, he, ka, ja };

/** The message in this language; one that is not known stays as it is. */
export function checkIn(language: Language, message: string): string {
  return language === 'en' ? message : ((CHECKS[language] as Record<string, string>)[message] ?? message);
}
