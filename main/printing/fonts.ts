/** The fonts that draw what a printer's own letters lack. To bring letters for more scripts, add a face to the list: nothing else changes. */
import { readFileSync } from 'node:fs';
import { GlobalFonts } from '@napi-rs/canvas';
import { type Coverage, coverageOf } from './font-coverage.ts';
import { resourcePath } from './resources.ts';

/** In order of preference. CJK and emoji have no shipped face yet: their characters are drawn as boxes with the code point. */
const FACES = [
  { family: 'Tillbridge Mono', regular: 'fonts/DejaVuSansMono.ttf', bold: 'fonts/DejaVuSansMono-Bold.ttf' },
  { family: 'Tillbridge Sans', regular: 'fonts/DejaVuSans.ttf', bold: 'fonts/DejaVuSans-Bold.ttf' },
];

interface Face {
  family: string;
  covers: Coverage;
}

let loaded: { regular: Face[]; bold: Face[] } | undefined;

/** The family that has every character of the text, or null when none has. Throws an Error that names a font file which cannot be read. */
export function familyFor(text: string, bold: boolean): string | null {
  const codePoints = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const face = faces(bold).find(({ covers }) => codePoints.every(covers));
  return face?.family ?? null;
}

/** All families, best for connected scripts first, as a CSS list for text that must be shaped as a whole. */
export function allFamilies(bold: boolean): string {
  return faces(bold)
    .map(({ family }) => `"${family}"`)
    .reverse()
    .join(', ');
}

/** Each weight is a family of its own, so that no engine guesses a weight. */
function faces(bold: boolean): Face[] {
  loaded ??= {
    regular: FACES.map(({ family, regular }) => register(regular, family)),
    bold: FACES.map(({ family, bold: file }) => register(file, `${family} Bold`)),
  };
  return bold ? loaded.bold : loaded.regular;
}

function register(file: string, family: string): Face {
  const path = resourcePath(file);
  let font: Buffer;
  try {
    font = readFileSync(path);
  } catch {
    throw new Error(`The font file ${file} is missing from this installation. Install Tillbridge again.`);
  }
  if (GlobalFonts.register(font, family) === null) throw new Error(`The font file ${file} cannot be read. Install Tillbridge again.`);
  return { family, covers: coverageOf(font) };
}
