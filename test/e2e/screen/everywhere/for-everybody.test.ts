/**
 * The counter for everybody: every screen, in every language, light and dark, in `npm run test:sweep`. `npm test` looks at each screen in
 * both themes, in a language of each theme's own, at each language in both themes, and at the sizes of every screen with the longest words
 * and from right to left.
 */
import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '../../../../contract/language.ts';
import { isSweep } from '../../../setup/sweep.ts';
import {
  inPseudoLanguage,
  lookAt,
  lookAtCouriers,
  lookAtWhatTakesTheScreen,
  THEMES,
  VIEW_NAMES,
  withEveryKindOfOrder,
} from './every-screen.ts';

withEveryKindOfOrder();

const LOOKS = THEMES.flatMap((theme, round) =>
  LANGUAGES.map((language, at) => ({
    theme,
    language,
    // In the sample the screens go round the languages, one language on in the second theme.
    views: VIEW_NAMES.filter((_, view) => isSweep || (view + round) % LANGUAGES.length === at),
  })),
);

test('every screen is looked at in both themes, and every language', () => {
  for (const theme of THEMES) {
    const looks = LOOKS.filter((look) => look.theme === theme);
    expect(new Set(looks.flatMap(({ views }) => views))).toEqual(new Set(VIEW_NAMES));
    expect(looks.filter(({ views }) => views.length > 0).map(({ language }) => language)).toEqual(LANGUAGES);
  }
});

test.each(LOOKS)('in $language, $theme, screens are usable by all', { timeout: 240_000 }, ({ language, theme, views }) =>
  lookAt(views, language, theme),
);

test('in a language of long words, from right to left, every word on every screen comes from a message file, and fits', async () => {
  const hebrew = await inPseudoLanguage();
  await lookAt(VIEW_NAMES, 'he', 'light', 'words');
  await lookAtCouriers(['he'], 'light', 'words');
  await hebrew();
}, 240_000);

const DESKS: Record<(typeof THEMES)[number], readonly Language[]> = isSweep
  ? { light: LANGUAGES, dark: LANGUAGES }
  : { light: ['he'], dark: ['de'] };
test.each(THEMES)('the courier desk and its settings are usable by all, %s', { timeout: 480_000 }, (theme) =>
  lookAtCouriers(DESKS[theme], theme),
);

test.each(THEMES)('what takes the whole screen is usable by all too, %s', { timeout: 60_000 }, lookAtWhatTakesTheScreen);
