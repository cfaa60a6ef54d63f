/** The built counter page, held in memory: only files that were there at the start can ever be asked for. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export interface StaticFile {
  body: Buffer;
  type: string;
}

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
};

/** Files by URL path; `/` is index.html. */
export function readStaticFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const url = `/${path.slice(folder.length + 1).replaceAll('\\', '/')}`;
    files.set(url, { body: readFileSync(path), type: TYPES[extname(entry.name)] ?? 'application/octet-stream' });
  }
  const index = files.get('/index.html');
  if (index) files.set('/', index);
  return files;
}
