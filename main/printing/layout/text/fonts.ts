/** Fonts for letters a printer lacks: shipped ones first, then the system's. */
import { readFileSync } from 'node:fs';
import { GlobalFonts } from '@napi-rs/canvas';
import { resourcePath } from '../../resources.ts';
import { type Coverage, coverageOf } from './font-coverage.ts';
import { systemFamilyFor } from './system-fonts.ts';

/** By preference. Read when first needed: most kitchens never print ideographs. */
const FACES = [
  { family: 'Tillbridge Mono', regular: 'fonts/DejaVuSansMono.ttf', bold: 'fonts/DejaVuSansMono-Bold.ttf' },
  { family: 'Tillbridge Sans', regular: 'fonts/DejaVuSans.ttf', bold: 'fonts/DejaVuSans-Bold.ttf' },
  { family: 'Tillbridge Ideographs', regular: 'fonts/DroidSansFallbackFull.ttf', bold: 'fonts/DroidSansFallbackFull.ttf' },
  { family: 'Tillbridge Emoji', regular: 'fonts/NotoEmoji-Bold.ttf', bold: 'fonts/NotoEmoji-Bold.ttf' },
] as const;
const SHAPED = 1;

/** Characters that only vary or color emoji aren't printed. */
const WITHOUT_INK = /\u{200d}|[\u{fe0e}\u{fe0f}]|[\u{1f3fb}-\u{1f3ff}]/gu;

interface Face {
  family: string;
  covers: Coverage;
}

const loaded = new Map<string, Face>();

/** The first family with every character, or null. Throws Error naming an unreadable font file. */
export function familyFor(text: string, bold: boolean): string | null {
  const codePoints = Array.from(inked(text), (character) => character.codePointAt(0) ?? 0);
  for (let at = 0; at < FACES.length; at += 1) {
    const { family, covers } = face(at, bold);
    if (codePoints.every(covers)) return family;
  }
  return systemFamilyFor(codePoints);
}

export function inked(text: string): string {
  return text.replaceAll(WITHOUT_INK, '') || text;
}

/** CSS list of families for text shaped as a whole; the best for joining scripts is first. */
export function allFamilies(bold: boolean, more: Iterable<string>): string {
  const shipped = [SHAPED, 0, ...FACES.keys()].map((at) => face(at, bold).family);
  return [...new Set([...shipped, ...more])].map((family) => `"${family}"`).join(', ');
}

/** Shipped fonts fit the line height; others may not. */
export function isShipped(family: string): boolean {
  return loaded.has(family);
}

/** Each weight is a separate family: the engine must not synthesize bold. */
function face(at: number, bold: boolean): Face {
  const { family, regular, bold: boldFile } = FACES[at] as (typeof FACES)[number];
  const name = bold ? `${family} Bold` : family;
  const known = loaded.get(name);
  if (known) return known;
  const read = register(bold ? boldFile : regular, name);
  loaded.set(name, read);
  return read;
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
