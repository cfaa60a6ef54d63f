/** Renders stories with the toolbar's theme, language, size, density and screen. */
import type { Preview } from '@storybook/react-vite';
import * as v from 'valibot';
import { LANGUAGES, OWN_NAME, ScreenSettings, teachGeorgian } from '../../../contract/contract.ts';
import { readOrders } from '../orders.ts';
import type { Scene } from '../scene.tsx';
import { setTheStage } from '../stage.ts';
import '../../tokens.css';
import '../../base.css';

teachGeorgian(Intl);

/** Covers all scripts of the shipped fonts. */
const LETTERS = 'Aa ő ờ Ωω אב ქა 日本';

const SIZES = [
  [1920, 1080],
  [1280, 800],
  [1024, 768],
  [768, 1024],
  [420, 800],
] as const;

const choice = (title: string, icon: 'sun' | 'globe' | 'zoom' | 'listunordered', items: readonly { value: string; title: string }[]) => ({
  toolbar: { title, icon, items: [...items], dynamicTitle: true },
});
const named = (...values: string[]) => values.map((value) => ({ value, title: value }));

const preview: Preview = {
  globalTypes: {
    theme: choice('Theme', 'sun', named('light', 'dark', 'system')),
    language: choice(
      'Language',
      'globe',
      LANGUAGES.map((value) => ({ value, title: `${OWN_NAME[value]} (${value})` })),
    ),
    size: choice('Size', 'zoom', named('small', 'usual', 'large')),
    density: choice('Density', 'listunordered', named('usual', 'dense')),
  },
  initialGlobals: { theme: 'light', language: 'en', size: 'usual', density: 'usual' },
  parameters: {
    layout: 'fullscreen',
    viewport: {
      options: Object.fromEntries(
        SIZES.map(([width, height]) => [
          `${width}x${height}`,
          { name: `${width} × ${height}`, styles: { width: `${width}px`, height: `${height}px` }, type: 'desktop' },
        ]),
      ),
    },
    options: { storySort: { method: 'alphabetical' } },
  },
  loaders: [
    async ({ globals: { theme, language, size, density }, parameters }) => {
      await readOrders();
      await setTheStage((parameters as { scene: () => Scene }).scene(), v.parse(ScreenSettings, { theme, language, size, density }));
      // Layout depends on card heights, which depend on fonts.
      await document.fonts.load(`1em ${getComputedStyle(document.documentElement).getPropertyValue('--font')}`, LETTERS);
    },
  ],
  decorators: [(Story, { globals: { theme, language, size, density } }) => <Story key={`${theme} ${language} ${size} ${density}`} />],
};

export default preview;
