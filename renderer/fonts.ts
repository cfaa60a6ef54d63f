/** The shipped fonts; those of other scripts load with their language. */
import '@fontsource-variable/inter/index.css';
import type { Language } from '../contract/contract.ts';

/** Fonts for letters that Inter lacks. */
const FACES: Partial<Record<Language, () => Promise<unknown>>> = {
  he: () => import('@fontsource-variable/noto-sans-hebrew/index.css'),
  ka: () => import('@fontsource-variable/noto-sans-georgian/index.css'),
  ja: () => import('@fontsource-variable/noto-sans-jp/index.css'),
};

/** Rejects if the file can't be read. */
export async function loadFaces(language: Language): Promise<void> {
  await FACES[language]?.();
}
