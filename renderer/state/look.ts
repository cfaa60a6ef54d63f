/** Puts what the bridge says of the screens on the page: language and its direction, theme, size, density. */
import { isRightToLeft, LANGUAGES, type Language, type ScreenSettings } from '../../preload/contract.ts';
import { speak } from '../words.ts';
import { readCounter, setCounter, useCounter } from './counter.ts';

const REMEMBERED = 'tillbridge-language';

/** Starts following; called once, when the page starts. Until the bridge has said, the language of the last time holds. */
export function startLook(): void {
  const last = LANGUAGES.find((language) => language === localStorage.getItem(REMEMBERED));
  if (last) void speakNow(last);
  const follow = () => {
    const screen = readCounter().held?.state.app.app?.screen;
    if (screen) wear(screen);
  };
  useCounter.subscribe((now, before) => {
    if (now.held?.state.app !== before.held?.state.app) follow();
    if (now.outside !== null && before.outside === null && !last) speakLikeTheBrowser();
  });
}

/** A page that is not let in, and never was, speaks as its browser does. */
function speakLikeTheBrowser(): void {
  const wanted = navigator.languages.map((tag) => tag.split('-')[0]);
  const language = wanted.map((one) => LANGUAGES.find((known) => known === one)).find((known) => known !== undefined);
  if (language && language !== readCounter().language) void speakNow(language);
}

function wear({ language, theme, size, density }: ScreenSettings): void {
  Object.assign(document.documentElement.dataset, { theme, size, density });
  if (language !== readCounter().language) void speakNow(language);
}

async function speakNow(language: Language): Promise<void> {
  try {
    await speak(language);
  } catch {
    // The file could not be read: the words stay as they are, and the next news of the bridge tries again.
    return;
  }
  localStorage.setItem(REMEMBERED, language);
  document.documentElement.lang = language;
  document.documentElement.dir = isRightToLeft(language) ? 'rtl' : 'ltr';
  setCounter({ language });
}
