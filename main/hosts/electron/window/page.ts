/** Serves the page at a custom address: only files of the built page, with the strictest headers. */
import { readFile } from 'node:fs/promises';
import { extname, isAbsolute, join, relative } from 'node:path';
import type { App } from '../../../app/app.ts';
import { headersOf, mediaType, PAGE_HEADERS } from '../../counter-page.ts';

export const PAGE_SCHEME = 'tillbridge-app';
export const PAGE_ADDRESS = `${PAGE_SCHEME}://counter/index.html`;

/** Whether an address belongs to the counter page. Custom addresses have no origin of their own everywhere, so its parts are compared. */
export function isPageAddress(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === `${PAGE_SCHEME}:` && url.host === 'counter';
}

/** Whether an address is that of the map's streets, which stand in a frame of the counter page. */
export function isMapAddress(address: string): boolean {
  return isPageAddress(address) && URL.parse(address)?.pathname === '/map/index.html';
}

/** Whether an address is one of the venue's other screens: the kitchen display, or the screen for customers. */
export function isDisplayAddress(address: string): boolean {
  const view = URL.parse(address)?.searchParams.get('view');
  return isPageAddress(address) && (view === 'kitchen' || view === 'customer');
}

/** The file inside `folder` that an address names, or null when it names anything else. */
export function fileOfAddress(folder: string, address: string): string | null {
  if (!isPageAddress(address)) return null;
  let path: string;
  try {
    path = decodeURIComponent(new URL(address).pathname);
  } catch {
    return null;
  }
  // Written out, so that no system's own idea of a path (drives, streams, backslashes) ever decides.
  if (/[\0\\:]/.test(path) || path.split('/').includes('..')) return null;
  const file = join(folder, path === '/' ? 'index.html' : path);
  const inside = relative(folder, file);
  return inside === '' || inside.startsWith('..') || isAbsolute(inside) ? null : file;
}

/** Answers one request for the page. The logo of the customers' screen stands beside its files; the map's page may ask the tiles' origin. */
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
    // A missing file or a folder: the page asks for neither.
    return refuse(404);
  }
}
