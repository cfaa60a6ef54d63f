/** Reference pictures: one compressed stream per story file and look. Written by `npm run gallery -- --renew`. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Reference } from './compare.ts';
import type { Look } from './draw.ts';
import { coloursOf, indexed, type Palette, type Picture, paletteOf } from './picture.ts';

const FOLDER = fileURLToPath(new URL('./references/', import.meta.url));
/** Stories repeat content from a dozen stories ago, a megabyte each. */
const PACKED = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 19,
    [constants.ZSTD_c_windowLog]: 27,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  },
};
const UNPACKED = { params: { [constants.ZSTD_d_windowLogMax]: 27 } };

interface Head {
  /** The browser and fonts that drew them. */
  by: string;
  palette: Palette;
  stories: { id: string; width: number; height: number }[];
}

export interface Kept {
  by: string;
  stories: Map<string, Reference>;
}

const fileOf = (group: string, { language, theme }: Look): string => join(FOLDER, `${language}-${theme}`, `${group}.zst`);

export function keep(group: string, look: Look, by: string, pictures: ReadonlyMap<string, Picture>): void {
  const palette = paletteOf([...pictures.values()]);
  const stories = [...pictures].map(([id, { width, height }]) => ({ id, width, height }));
  const head = Buffer.from(`${JSON.stringify({ by, palette, stories } satisfies Head)}\n`);
  const path = fileOf(group, look);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, zstdCompressSync(Buffer.concat([head, ...[...pictures.values()].map((one) => indexed(one, palette))]), PACKED));
}

/** Null if there are no references. */
export function kept(group: string, look: Look): Kept | null {
  const path = fileOf(group, look);
  if (!existsSync(path)) return null;
  const all = zstdDecompressSync(readFileSync(path), UNPACKED);
  const end = all.indexOf('\n');
  const { by, palette, stories } = JSON.parse(all.toString('utf8', 0, end)) as Head;
  const found = new Map<string, Reference>();
  let at = end + 1;
  for (const { id, width, height } of stories) {
    found.set(id, { width, height, palette, indexes: all.subarray(at, at + width * height) });
    at += width * height;
  }
  return { by, stories: found };
}

export function pictureOf({ width, height, indexes, palette }: Reference): Picture {
  return { width, height, pixels: coloursOf(indexes, palette) };
}

/** Names of story files that have references. */
export function keptGroups(look: Look): string[] {
  const folder = join(fileOf('any', look), '..');
  return existsSync(folder) ? readdirSync(folder).map((name) => name.replace(/\.zst$/, '')) : [];
}

export function forget(group: string, look: Look): void {
  rmSync(fileOf(group, look), { force: true });
}
