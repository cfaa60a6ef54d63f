/** System fonts for letters the shipped fonts lack: found by file name, read when needed. */
import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { GlobalFonts } from '@napi-rs/canvas';
import { type Coverage, coverageOfFile } from './font-coverage.ts';

const NOTO: Readonly<Record<string, string>> = { Hangul: 'Noto Sans KR', Tibetan: 'Noto Serif Tibetan' };

const SCRIPTS = (
  'Thai Khmer Lao Myanmar Ethiopic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Tibetan ' +
  'Hangul Thaana Syriac Cherokee Tifinagh Mongolian'
)
  .split(' ')
  .map((script) => ({ letters: new RegExp(`\\p{Script=${script}}`, 'u'), noto: NOTO[script] ?? `Noto Sans ${script}` }));

/** File names on Windows, macOS and Linux; large fonts last. */
const FILES = [
  'LeelawUI,Nirmala,ebrima,mmrtext,himalaya,segoeui,seguisym,malgun',
  'Arial Unicode,Thonburi,Khmer Sangam MN,Khmer MN,Kohinoor,KohinoorBangla,Tamil Sangam MN,Myanmar Sangam MN,Kefa,KefaIII,AppleSDGothicNeo',
  'Loma,KhmerOS,Lohit-Devanagari,Lohit-Bengali,AbyssinicaSIL,Padauk,NanumGothic,FreeSans,FreeSerif',
  'NotoSans,NotoSansSymbols,NotoSansSymbols2,NotoSansMath,NotoSansCJKkr,NotoSansCJK,unifont',
].flatMap((files) => files.split(',').map(plainName));

interface Face {
  /** Null until first drawn. */
  family: string | null;
  covers: Coverage;
}

let files: ReadonlyMap<string, string> | null = null;
const faces = new Map<string, Face | null>();

export function systemFamilyFor(codePoints: readonly number[]): string | null {
  files ??= fontFiles();
  for (const name of [...notoFor(codePoints).map(plainName), ...FILES]) {
    const path = files.get(name);
    const face = path === undefined ? null : faceIn(path);
    const family = path !== undefined && face && codePoints.every(face.covers) ? familyOf(face, path) : null;
    if (family !== null) return family;
  }
  return null;
}

export function rescanFonts(): void {
  files = null;
}

/** Fonts to install for these letters. */
export function fontsFor(letters: Iterable<string>): string[] {
  return [...new Set(notoFor([...letters].map((letter) => letter.codePointAt(0) ?? 0)))];
}

function notoFor(codePoints: readonly number[]): string[] {
  return codePoints.flatMap((point) => SCRIPTS.find(({ letters }) => letters.test(String.fromCodePoint(point)))?.noto ?? []);
}

/** The same for "NotoSansThai[wdth,wght].ttf" and "NotoSansThai-Regular.otf". */
function plainName(file: string): string {
  return file
    .replace(/(?:\.(?:ttf|otf|ttc))+$/i, '')
    .replace(/\[.*\]|-VariableFont_.*|-VF$|-Regular$|\s/gi, '')
    .toLowerCase();
}

/** Skips unreadable folders. */
function fontFiles(): Map<string, string> {
  return new Map(
    folders().flatMap((folder) => {
      try {
        const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' });
        return inside
          .filter((file) => /\.(?:ttf|otf|ttc)$/i.test(file))
          .map((file) => [plainName(basename(file)), join(folder, file)] as const);
      } catch {
        return [];
      }
    }),
  );
}

/** TILLBRIDGE_FONTS replaces the usual folders. */
function folders(): string[] {
  const home = homedir();
  if (process.env.TILLBRIDGE_FONTS !== undefined) return process.env.TILLBRIDGE_FONTS.split(delimiter).filter((folder) => folder !== '');
  if (process.platform === 'win32')
    return [join(process.env.WINDIR ?? 'C:\\Windows', 'Fonts'), join(home, 'AppData', 'Local', 'Microsoft', 'Windows', 'Fonts')];
  if (process.platform === 'darwin') return ['/System/Library/Fonts', '/Library/Fonts', join(home, 'Library', 'Fonts')];
  return ['/usr/share/fonts', '/usr/local/share/fonts', join(home, '.fonts'), join(home, '.local', 'share', 'fonts')];
}

/** Null if unreadable: other programs' files must never prevent printing. */
function faceIn(path: string): Face | null {
  const known = faces.get(path);
  if (known !== undefined) return known;
  let face: Face | null = null;
  try {
    face = { family: null, covers: coverageOfFile(path) };
  } catch {
    // An unreadable font counts as missing.
  }
  faces.set(path, face);
  return face;
}

/** Null if the drawing engine can't read it. */
function familyOf(face: Face, path: string): string | null {
  if (face.family !== null) return face.family;
  const family = `Tillbridge ${plainName(basename(path))}`;
  if (GlobalFonts.registerFromPath(path, family) === null) faces.set(path, null);
  else face.family = family;
  return face.family;
}
