/** The languages that screens and papers speak. */
import * as v from 'valibot';

export const LANGUAGES = ['en', 'fi', 'de', 'pl', 'el', 'he', 'ka', 'ja'] as const;
export const Language = v.picklist(LANGUAGES, LANGUAGES.map((code) => `"${code}"`).join(', '));
export type Language = v.InferOutput<typeof Language>;

/** What each language calls itself: who looks for theirs must find it whatever the screen speaks now. */
export const OWN_NAME: Record<Language, string> = {
  en: 'English',
  fi: 'suomi',
  de: 'Deutsch',
  pl: 'polski',
  el: 'Ελληνικά',
  he: 'עברית',
  ka: 'ქართული',
  ja: '日本語',
};

/** How times and numbers are written; English as Europe writes it. */
export function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language;
}

/** The first of these languages ("de-AT", "en-US") that the screens speak; null where they speak none of them. */
export function languageFor(wanted: readonly string[]): Language | null {
  for (const one of wanted) {
    const [code = ''] = one.toLowerCase().split('-');
    // Hebrew's code of old, which some systems still give.
    const meant = code === 'iw' ? 'he' : code;
    const found = LANGUAGES.find((language) => language === meant);
    if (found) return found;
  }
  return null;
}

export function isRightToLeft(language: Language): boolean {
  return language === 'he';
}
