/** Languages of screens and printouts. */
import * as v from 'valibot';

export const LANGUAGES = ['en', 'fi', 'de', 'pl', 'el', 'he', 'ka', 'ja'] as const;
export const Language = v.picklist(LANGUAGES, LANGUAGES.map((code) => `"${code}"`).join(', '));
export type Language = v.InferOutput<typeof Language>;

/** Each language's own name, so its speakers find it whatever the screen's language. */
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

/** Locale for times and numbers; English is European. */
export function localeOf(language: Language): string {
  return language === 'en' ? 'en-GB' : language;
}

export function languageFor(wanted: readonly string[]): Language | null {
  for (const one of wanted) {
    const [code = ''] = one.toLowerCase().split('-');
    // Hebrew's old code, which some systems still report.
    const meant = code === 'iw' ? 'he' : code;
    const found = LANGUAGES.find((language) => language === meant);
    if (found) return found;
  }
  return null;
}

export function isRightToLeft(language: Language): boolean {
  return language === 'he';
}
