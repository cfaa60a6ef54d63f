/** Every screen in English and Hebrew, light and dark, with very long words, in contrast themes: accessible. */
import { test } from 'vitest';
import {
  inContrastTheme,
  inPseudoLanguage,
  lookAt,
  lookAtCouriers,
  lookAtWhatTakesTheScreen,
  THEMES,
  VIEW_NAMES,
  withEveryKindOfOrder,
} from './every-screen.ts';

withEveryKindOfOrder();

test.each([
  ['en', 'light'],
  ['he', 'dark'],
] as const)('in %s, %s, every screen is accessible', { timeout: 240_000 }, (language, theme) => lookAt(VIEW_NAMES, language, theme));

test("in a pseudo language, long and right to left, every word is from a message file and isn't cut", async () => {
  const hebrew = await inPseudoLanguage();
  await lookAt(VIEW_NAMES, 'he', 'light', 'words');
  await lookAtCouriers(['he'], 'light', 'words');
  await hebrew();
}, 240_000);

test('the courier desk and its settings are accessible', { timeout: 240_000 }, () => lookAtCouriers(['he'], 'light'));

test.each(THEMES)(
  'in a %s contrast theme every word is visible, and no mark depends on color alone',
  { timeout: 240_000 },
  async (theme) => {
    const end = await inContrastTheme(theme);
    await lookAt(VIEW_NAMES, 'en', theme, 'contrast theme');
    await end();
  },
);

test.each(THEMES)('full-screen views (STOP, order alert) are accessible too, %s', { timeout: 60_000 }, async (theme) => {
  await lookAtWhatTakesTheScreen(theme);
  const end = await inContrastTheme(theme);
  await lookAtWhatTakesTheScreen(theme, 'contrast theme');
  await end();
});
