/** The docs page that shows every picture of `screens.ts`. */
import type { Language } from '../../contract/language.ts';

export const LANGUAGES = { en: 'English', de: 'German', he: 'Hebrew', ja: 'Japanese' } as const satisfies Partial<Record<Language, string>>;
export const THEMES = ['light', 'dark'] as const;

export function screensPage(names: readonly string[]): string {
  const parts = names.map((name) => [`## ${name}`, '', '| | light | dark |', '|---|---|---|', ...rowsOf(name)].join('\n'));
  return `${HEAD}\n\n${parts.join('\n\n')}\n`;
}

const HEAD = `# All screens

For staff, translators and designers. Taken by \`npm run pictures -- screens\` from the running app in English, German, Hebrew and Japanese, light and dark: at 1280x800, and below at half size at 1920x1080, 1024x768 and on an upright tablet (768x1024). Tests check the other languages the same way.`;

function rowsOf(name: string): string[] {
  return Object.entries(LANGUAGES).map(([language, called]) => {
    const cells = THEMES.map((theme) => {
      const file = `images/screens/${name}-${language}-${theme}`;
      const about = `${name}, ${called}, ${theme}`;
      const [one, others] = [picture(`${file}.jpg`, about), picture(`${file}-sizes.webp`, `${about}, three other sizes`)];
      return `${one}<br>${others}`;
    });
    return `| ${called} | ${cells.join(' | ')} |`;
  });
}

const picture = (file: string, about: string) => `<img src="${file}" width="420" alt="${about}">`;
