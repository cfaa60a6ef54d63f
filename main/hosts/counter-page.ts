/** How both hosts serve the page: its file types, and the strictest headers it works with. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { english } from '../../contract/english.ts';
import { message } from '../../contract/message.ts';

const PAGE_IS_MISSING = message('app.pagesMissing');

/** An installation without the counter's own files. */
class PageMissing extends Error {
  readonly text = PAGE_IS_MISSING;
  readonly hint = message('app.reinstall');
  constructor() {
    super(english(PAGE_IS_MISSING));
  }
}

/** Throws PageMissing where `folder` does not hold the built page. */
export function checkPage(folder: string): void {
  if (!existsSync(join(folder, 'index.html'))) throw new PageMissing();
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

/** The media type for a file name's extension, dot included. */
export function mediaType(extension: string): string {
  return TYPES[extension] ?? 'application/octet-stream';
}

/** The streets' own page stands in a frame of the counter's, with its worker beside it: what it may do, the counter need not. */
const OF_THE_MAP = /^\/map\//;

export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/**
 * The headers of the file at `path`. The page of the map and its worker may ask `tilesOrigin` and no one else, not even the counter's own
 * server beyond their scripts; no one at all while it is null. The policy of every other file is always the same.
 */
export function headersOf(path: string, tilesOrigin: string | null): Record<string, string> {
  if (!OF_THE_MAP.test(path)) return PAGE_HEADERS;
  const tiles = tilesOrigin === null ? '' : ` img-src ${tilesOrigin}; connect-src ${tilesOrigin};`;
  return {
    ...PAGE_HEADERS,
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; worker-src 'self';${tiles} base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  };
}

/** A file whose name tells its content, as the build names those of this folder: another version of it has another name. */
export const NAMED_BY_CONTENT = /^\/assets\//;
export const KEPT_FOR_GOOD = 'max-age=31536000, immutable';
