/** Applies the settings of the screens to the page: language and direction, theme, size, density. */
import { isRightToLeft, LANGUAGES, type Language, languageFor, type ScreenSettings } from '../../contract/contract.ts';
import { loadFaces } from '../fonts.ts';
import { speak } from '../words.ts';
import { readCounter, setCounter, useCounter } from './counter.ts';
import { call } from './link.ts';

const REMEMBERED = 'tillbridge-language';

/**
 * Starts following; called once, when the page starts. Until the bridge has said, the language of the last time holds, and where there
 * was none the browser's own. Where no one has chosen one yet, the bridge is told what this browser speaks.
 */
export function startAppearance(): void {
  const last = LANGUAGES.find((language) => language === localStorage.getItem(REMEMBERED));
  void speakNow(last ?? ownLanguage());
  let isReported = false;
  const follow = () => {
    const { held, view } = readCounter();
    const app = held?.state.app.app;
    if (!app) return;
    void wear(app.languageIsChosen ? app.screen : { ...app.screen, language: null });
    // The counter decides; a display only shows.
    if (app.languageIsChosen || isReported || view !== 'counter') return;
    isReported = true;
    void call('screen.prefer', { languages: [...navigator.languages] });
  };
  useCounter.subscribe((now, before) => {
    if (now.held?.state.app !== before.held?.state.app) follow();
  });
}

/** Resolves when the page speaks the language: null for the browser's own. */
export async function wear({ language, theme, size, density }: ScreenSettings): Promise<void> {
  Object.assign(document.documentElement.dataset, { theme, size, density });
  const spoken = language ?? ownLanguage();
  if (spoken !== readCounter().language) await speakNow(spoken);
}

const ownLanguage = (): Language => languageFor(navigator.languages) ?? 'en';

async function speakNow(language: Language): Promise<void> {
  try {
    await Promise.all([speak(language), loadFaces(language)]);
  } catch {
    // The file could not be read: the words stay as they are, and the next news of the bridge tries again.
    return;
  }
  localStorage.setItem(REMEMBERED, language);
  document.documentElement.lang = language;
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr';
  setCounter({ language });
}
