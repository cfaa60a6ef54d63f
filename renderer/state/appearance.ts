/** Applies the screen settings to the page: language, direction, theme, size, density. */
import { isRightToLeft, LANGUAGES, type Language, languageFor, type ScreenSettings } from '../../contract/contract.ts';
import { loadFaces } from '../fonts.ts';
import { speak } from '../words.ts';
import { call } from './link.ts';
import { readUiState, setUiState, useUiState } from './ui-state.ts';

/** A customer display has no density. */
type Look = Pick<ScreenSettings, 'language' | 'theme' | 'size'> & Partial<Pick<ScreenSettings, 'density'>>;

const REMEMBERED = 'tillbridge-language';

/**
 * Called once at page start. Until main reports the language, the last one applies, else the browser's. If none was chosen yet, main gets
 * the browser's languages.
 */
export function startAppearance(): void {
  const last = LANGUAGES.find((language) => language === localStorage.getItem(REMEMBERED));
  void speakNow(last ?? ownLanguage());
  let isReported = false;
  const follow = () => {
    const { held, view } = readUiState();
    const app = held?.state.app.app;
    if (!app) return;
    // A display's browser doesn't choose the language.
    const isChosen = !('languageIsChosen' in app) || app.languageIsChosen;
    void wear(isChosen ? app.screen : { ...app.screen, language: null });
    if (isChosen || isReported || view !== 'counter') return;
    isReported = true;
    void call('screen.prefer', { languages: [...navigator.languages] });
  };
  useUiState.subscribe((now, before) => {
    if (now.held?.state.app !== before.held?.state.app) follow();
  });
}

/** Resolves when the page uses the language; null means the browser's. */
export async function wear({ language, theme, size, density = 'usual' }: Look): Promise<void> {
  Object.assign(document.documentElement.dataset, { theme, size, density });
  const spoken = language ?? ownLanguage();
  if (spoken !== readUiState().language) await speakNow(spoken);
}

const ownLanguage = (): Language => languageFor(navigator.languages) ?? 'en';

async function speakNow(language: Language): Promise<void> {
  try {
    await Promise.all([speak(language), loadFaces(language)]);
  } catch {
    // The language's file is unreadable: the texts stay, and the next update tries again.
    return;
  }
  localStorage.setItem(REMEMBERED, language);
  document.documentElement.lang = language;
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr';
  setUiState({ language });
}
