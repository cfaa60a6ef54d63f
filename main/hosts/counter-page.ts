/** How both hosts serve the page: file types and the strictest working headers. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { english } from '../../contract/english.ts';
import { message } from '../../contract/message.ts';

const PAGE_IS_MISSING = message('app.pagesMissing');

class PageMissing extends Error {
  readonly text = PAGE_IS_MISSING;
  readonly hint = message('app.reinstall');
  constructor() {
    super(english(PAGE_IS_MISSING));
  }
}

/** Throws PageMissing if `folder` lacks the built page. */
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

/** `extension`: with the dot. */
export function mediaType(extension: string): string {
  return TYPES[extension] ?? 'application/octet-stream';
}

/** The street map runs in a frame with a worker, under a separate policy. */
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

/** The map's page and worker may contact only `tilesOrigin` and load their own scripts; other files always have the same policy. */
export function headersOf(path: string, tilesOrigin: string | null): Record<string, string> {
  if (!OF_THE_MAP.test(path)) return PAGE_HEADERS;
  const tiles = tilesOrigin === null ? '' : ` img-src ${tilesOrigin}; connect-src ${tilesOrigin};`;
  return {
    ...PAGE_HEADERS,
    'content-security-policy': `default-src 'none'; script-src 'self'; style-src 'self'; worker-src 'self';${tiles} base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  };
}

/** The build names these files by content, so they never change. */
export const NAMED_BY_CONTENT = /^\/assets\//;
export const KEPT_FOR_GOOD = 'max-age=31536000, immutable';
