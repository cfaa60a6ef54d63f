/** The installed app updates itself from a feed of the venue's own: fetched while orders come in, put in place when it is quit. */
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Venue } from '../../e2e/venue/venue.ts';
import { asWindows, type Windows } from '../../fake-electron/as-windows.ts';
import { type DesktopApp, driveDesktopApp } from '../../fake-electron/drive.ts';
import { openVenueWithoutApp } from '../../fake-electron/venue-with-desktop.ts';

const NEW = '#!/bin/sh\n# the new version\nexit 0\n';
const OLD = '#!/bin/sh\n# the old version\nexit 0\n';

let folder: string;
let installed: string;
let feed: Server;
let asked: string[];
let venue: Venue;
let app: DesktopApp | null = null;
/** What the feed says the new version's file is. */
let promised: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tillbridge-updates-'));
  installed = join(folder, 'Tillbridge.AppImage');
  writeFileSync(installed, OLD);
  chmodSync(installed, 0o755);
  asked = [];
  promised = NEW;
  feed = createServer((request, response) => {
    asked.push((request.url ?? '').split('?')[0] ?? '');
    if (request.url?.includes('.yml')) response.end(latest());
    else if (/\.(AppImage|exe)$/.test(request.url ?? '')) response.end(NEW);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
  venue = await openVenueWithoutApp();
});
afterEach(async () => {
  await app?.kill();
  app = null;
  await venue.close();
  feed.close();
  feed.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

function latest(): string {
  const sha512 = createHash('sha512').update(promised).digest('base64');
  const files = ['AppImage', 'exe'].map((kind) => ({ url: `Tillbridge-9.9.9.${kind}`, sha512, size: promised.length }));
  return JSON.stringify({ version: '9.9.9', files, path: files[0]?.url, sha512, releaseDate: '2026-01-01T00:00:00.000Z' });
}

async function start(withFeed: boolean, windows?: Windows): Promise<DesktopApp> {
  const file = join(venue.dataDir, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  const { port } = feed.address() as AddressInfo;
  writeFileSync(file, JSON.stringify({ ...settings, desktop: withFeed ? { update_feed: `http://127.0.0.1:${port}` } : {} }));
  const env = { STAND_IN_PACKAGED: 'yes', APPIMAGE: installed, XDG_CACHE_HOME: join(folder, 'cache') };
  app = await driveDesktopApp({ dataDir: venue.dataDir, env, ...(windows ? asWindows(folder, windows, env) : {}) });
  return app;
}

test('a new version is fetched and told of, works on nothing while orders are open, and is in place after quitting', async () => {
  const running = await start(true);
  await running.page().getByText('Tillbridge 9.9.9 is ready.').waitFor({ timeout: 40_000 });
  expect(readFileSync(installed, 'utf8')).toBe(OLD);
  await running.act('quit').catch(() => undefined);
  expect(await running.ended).toBe(0);
  expect(readFileSync(installed, 'utf8')).toBe(NEW);
}, 120_000);

test('a file that is not the one that was promised is not put in place', async () => {
  promised = `${NEW}# and more\n`;
  const running = await start(true);
  await expect.poll(() => asked.filter((path) => path.endsWith('.AppImage')).length, { timeout: 40_000 }).toBeGreaterThan(0);
  await running.page().getByText("its file doesn't match the feed").waitFor({ timeout: 40_000 });
  expect(await running.page().getByText('is ready.').count()).toBe(0);
  await running.act('quit').catch(() => undefined);
  expect(await running.ended).toBe(0);
  expect(readFileSync(installed, 'utf8')).toBe(OLD);
}, 120_000);

test('without a feed in the settings nobody is asked', async () => {
  const running = await start(false);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await running.act('quit').catch(() => undefined);
  expect(await running.ended).toBe(0);
  expect(asked).toEqual([]);
}, 120_000);

const CERTIFICATE = 'CN=Tillbridge Oy, O=Tillbridge Oy, L=Helsinki, C=FI';

test('on Windows a new version signed by the publisher is fetched and told of', async () => {
  const running = await start(true, { publishers: ['Tillbridge Oy'], signedBy: CERTIFICATE });
  await running.page().getByText('Tillbridge 9.9.9 is ready.').waitFor({ timeout: 40_000 });
  expect(readFileSync(join(folder, 'asked-windows'), 'utf8')).toContain('Get-AuthenticodeSignature');
}, 120_000);

test.each([
  ['signed by somebody else', { publishers: ['Tillbridge Oy'], signedBy: 'CN=Mallory Ltd, O=Mallory Ltd' }],
  ['signed by somebody whose name only begins alike', { publishers: ['Tillbridge Oy'], signedBy: 'CN=Tillbridge Oy Updates, O=M' }],
  ['whose signature Windows cannot tell', { publishers: ['Tillbridge Oy'], signedBy: null }],
])(
  'on Windows a new version %s is refused and told of',
  async (_what, windows) => {
    const running = await start(true, windows);
    await running.page().getByText("An update was rejected: it isn't signed by").waitFor({ timeout: 40_000 });
    expect(await running.page().getByText('is ready.').count()).toBe(0);
    await running.act('quit').catch(() => undefined);
    expect(await running.ended).toBe(0);
    expect(existsSync(join(folder, 'cache/tillbridge-updates/pending/Tillbridge-9.9.9.exe'))).toBe(false);
  },
  60_000,
);

test('on Windows an app that was packaged without a publisher fetches nothing, and says so', async () => {
  const running = await start(true, { publishers: [], signedBy: CERTIFICATE });
  await running.page().getByText("Tillbridge doesn't update itself here").waitFor({ timeout: 40_000 });
  expect(asked).toEqual([]);
}, 120_000);
