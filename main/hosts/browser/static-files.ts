/** Files are in memory; only those present at the start are served. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { checkPage, mediaType } from '../counter-page.ts';

export interface StaticFile {
  body: Buffer;
  type: string;
}

/** By URL path; `/` is index.html. Throws PageMissing. */
export function readStaticFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  checkPage(folder);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const url = `/${path.slice(folder.length + 1).replaceAll('\\', '/')}`;
    files.set(url, { body: readFileSync(path), type: mediaType(extname(entry.name)) });
  }
  const index = files.get('/index.html');
  if (index) files.set('/', index);
  return files;
}

/** Identifies the build: index.html names other files by content hash. */
export function buildOf(files: ReadonlyMap<string, StaticFile>): string {
  return createHash('sha256')
    .update(files.get('/')?.body ?? '')
    .digest('hex');
}
