/** Serves the built page at a custom scheme with the strictest headers. */
import { readFile } from 'node:fs/promises';
import { extname, isAbsolute, join, relative } from 'node:path';
import type { App } from '../../../app/app.ts';
import { headersOf, mediaType, PAGE_HEADERS } from '../../counter-page.ts';

export const PAGE_SCHEME = 'tillbridge-app';
export const PAGE_ADDRESS = `${PAGE_SCHEME}://counter/index.html`;

/** Compares URL parts, as custom schemes don't always have an origin. */
export function isPageAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${PAGE_SCHEME}:` && url.host === 'counter';
}

export function isMapAddress(address: string): boolean {
  return isPageAddress(address) && URL.parse(address)?.pathname === '/map/index.html';
}

export function isDisplayAddress(address: string): boolean {
  const view = URL.parse(address)?.searchParams.get('view');
  return isPageAddress(address) && (view === 'kitchen' || view === 'customer');
}

/** Null if the address names no file inside `folder`. */
export function fileOfAddress(folder: string, address: string): string | null {
  if (!isPageAddress(address)) return null;
  let path: string;
  try {
    path = decodeURIComponent(new URL(address).pathname);
  } catch {
    return null;
  }
  // Checks the path itself: path rules of systems (drives, streams, backslashes) must not decide.
  if (/[\0\\:]/.test(path) || path.split('/').includes('..')) return null;
  const file = join(folder, path === '/' ? 'index.html' : path);
  const inside = relative(folder, file);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? null : file;
}

/** Also serves the customer screen's logo. The map's page may contact the tiles' origin. */
export async function answerPage(
  folder: string,
  request: { method: string; url: string },
  { logoAt, tilesOrigin }: Pick<App, 'logoAt' | 'tilesOrigin'> = { logoAt: () => null, tilesOrigin: () => null },
): Promise<Response> {
  const refuse = (status: number): Response => new Response(null, { status, headers: PAGE_HEADERS });
  if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
  const file = fileOfAddress(folder, request.url);
  if (file === null) return refuse(403);
  const path = new URL(request.url).pathname;
  const give = (type: string, body: Buffer): Response =>
    new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
      status: 200,
      headers: { ...headersOf(path, tilesOrigin()), 'content-type': type },
    });
  const logo = logoAt(path);
  if (logo !== null) return give(logo.type, logo.body);
  try {
    return give(mediaType(extname(file)), await readFile(file));
  } catch {
    return refuse(404);
  }
}
