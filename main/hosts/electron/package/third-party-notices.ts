/** Writes NOTICE: the licences of everything shipped, in installers too. Run by `npm run notice`, after a build. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Locked {
  version: string;
  license?: string;
  /** Set for platform builds, whose licence is their main package's. */
  os?: string[];
  cpu?: string[];
}

const ABOUT = `Tillbridge
Licensed under the Apache License, Version 2.0: see LICENSE.

Tillbridge ships with what others made, each under its own licence. The licences follow.
Electron is under the MIT licence; those of what is in it stand in LICENSES.chromium.html, beside the installed app.
`;
const RULE = '='.repeat(100);

/** Covers bundled packages (out/bundled.json) and those listed in electron-builder.yml. */
export function thirdPartyNotices(root: string): string {
  const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
  const locked = JSON.parse(read('package-lock.json')).packages as Record<string, Locked>;
  const bundled = JSON.parse(read('out', 'bundled.json')) as string[];
  const { taken, leftOut } = packedPaths(read('electron-builder.yml'));
  const isPacked = (path: string): boolean => {
    const file = `${path}/package.json`;
    return taken.some((glob) => matchesGlob(file, glob)) && !leftOut.some((glob) => matchesGlob(file, glob));
  };
  const paths = Object.entries(locked)
    .filter(([path, { os, cpu }]) => !os && !cpu && (bundled.includes(path) || isPacked(path)))
    .map(([path]) => path);
  const parts = [...new Set(paths)].sort().map((path) => noticeOf(root, path, locked[path] as Locked));
  const fonts = readdirSync(join(root, 'resources', 'fonts'))
    .filter((name) => name.endsWith('-LICENSE.txt'))
    .map((name) => `Font: ${name.replace('-LICENSE.txt', '')}\n\n${read('resources', 'fonts', name).trim()}\n`);
  return [ABOUT, ...parts, ...fonts].join(`\n${RULE}\n\n`);
}

/** Package paths; `!node_modules/**` only excludes unlisted ones. */
function packedPaths(builder: string): { taken: string[]; leftOut: string[] } {
  const patterns = [...builder.matchAll(/^ {2}- "?(!?node_modules\/[^"\n]+)"?$/gm)].map(([, pattern = '']) =>
    pattern.replaceAll(/\$\{\w+\}/g, '*'),
  );
  return {
    taken: patterns.filter((pattern) => !pattern.startsWith('!')),
    leftOut: patterns.filter((pattern) => pattern.startsWith('!') && pattern !== '!node_modules/**').map((pattern) => pattern.slice(1)),
  };
}

function noticeOf(root: string, path: string, { version, license = 'not told' }: Locked): string {
  const folder = join(root, path);
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const texts = readdirSync(folder)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  if (texts.length === 0) texts.push(`Its authors: ${authorOf(folder)}. The package holds no text of its licence.`);
  return `${name} ${version} (${license})\n\n${texts.join('\n\n')}\n`;
}

function authorOf(folder: string): string {
  const { author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { author?: string | { name?: string } };
  const name = typeof author === 'string' ? author : author?.name;
  return (name ?? 'not told').replace(/\s*<[^>]*>/, '');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const root = join(import.meta.dirname, '..', '..', '..', '..');
  writeFileSync(join(root, 'NOTICE'), thirdPartyNotices(root));
}
