/** The page's size until the board is shown, and the time from requesting its socket, compared with a bare page with one socket. */
import { rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { freePort } from '../../../main/demo/venue.ts';
import { startBrowser } from '../../../test/e2e/venue/screen.ts';
import { until } from '../../../test/e2e/venue/venue.ts';
import { openVenueProcess } from '../../faults/venue-process.ts';
import { startProgram } from '../beside/program.ts';
import { folderWith } from '../load/stored-orders.ts';
import { inTurns } from '../table/rounds.ts';
import { type Row, rowOf } from '../table/row.ts';

/** Fonts are already compressed. */
const PACKED = /\.woff2$/;

interface Loaded {
  /** All fetched until then, gzipped; `code`: without fonts. */
  kilobytes: number;
  code: number;
  ms: number;
}

export async function measurePage(): Promise<Row[]> {
  const folders = [folderWith(1_000), folderWith(0)] as const;
  // With stored orders, setup doesn't replace the board.
  const app = await openVenueProcess({ dataDir: folders[0], robot: false, printers: false });
  const browser = await startBrowser();
  const port = await freePort();
  const bare = await startProgram('lab/bench/beside/start.ts', folders[1], String(port));
  try {
    await app.switchOn();
    const sides = {
      here: () => load(browser, app.counterUrl(), '.app[data-linked="true"]'),
      bare: () => load(browser, `http://127.0.0.1:${port}/`, 'section'),
    };
    await inTurns(sides, 1);
    const loaded = await inTurns(sides);
    const here = (what: keyof Loaded) => loaded.here.map((one) => one[what]);
    const beside = { what: 'bare page, one socket, one element', rounds: loaded.bare.map(({ ms }) => ms) };
    const first = 'first load of the counter, gzipped, fonts and all';
    return [
      rowOf({ id: 'page-kilobytes', what: first, unit: 'kB', here: here('kilobytes'), aim: 200 }),
      rowOf({ id: 'page-code-kilobytes', what: 'the same without fonts', unit: 'kB', here: here('code') }),
      rowOf({ id: 'page-board', what: 'its socket asked for to the linked counter painted', here: here('ms'), beside, aim: 300 }),
    ];
  } finally {
    await bare.end();
    await browser.close();
    await app.close();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

async function load(browser: Browser, url: string, board: string): Promise<Loaded> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  const bodies: Promise<{ bytes: number; isFont: boolean }>[] = [];
  page.on('response', (response) => {
    if (response.status() !== 200) return;
    const isFont = PACKED.test(new URL(response.url()).pathname);
    bodies.push(response.body().then((body) => ({ isFont, bytes: isFont ? body.length : gzipSync(body).length })));
  });
  await page.addInitScript(`(() => {
    const Socket = window.WebSocket;
    window.WebSocket = class extends Socket {
      constructor(...given) {
        super(...given);
        window.askedAt ??= performance.now();
      }
    };
    new MutationObserver((_, watch) => {
      if (!document.querySelector(${JSON.stringify(board)})) return;
      watch.disconnect();
      requestAnimationFrame(() => setTimeout(() => { window.paintedAt = performance.now(); }));
    }).observe(document, { childList: true, subtree: true, attributes: true });
  })()`);
  await page.goto(url);
  await until('the board', () => page.evaluate('window.paintedAt'));
  const ms = Number(await page.evaluate('window.paintedAt - window.askedAt'));
  const fetched = await Promise.all(bodies);
  await context.close();
  const kilobytes = (of: typeof fetched): number => of.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
  return { kilobytes: kilobytes(fetched), code: kilobytes(fetched.filter(({ isFont }) => !isFont)), ms };
}
