/** The language of a screen before staff choose one. */
import { expect, test } from 'vitest';
import { languageFor } from '../../../contract/language.ts';

test("the first supported language of the browser's list is used, whatever its region", () => {
  expect(languageFor(['de-AT', 'en'])).toBe('de');
  expect(languageFor(['fr-FR', 'fi-FI', 'en'])).toBe('fi');
  expect(languageFor(['iw', 'en'])).toBe('he');
  expect(languageFor(['EN-us'])).toBe('en');
  expect(languageFor(['fr', 'sv', ''])).toBeNull();
  expect(languageFor([])).toBeNull();
});
