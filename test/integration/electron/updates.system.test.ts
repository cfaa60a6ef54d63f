/** The installed app updates from a feed with signed lists: downloaded while orders arrive, installed on quitting. */
import { createHash, generateKeyPairSync } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publicHalf, signList } from '../../../main/hosts/electron/updates/list-signature.ts';
import { openSettings } from '../../e2e/venue/settings.ts';
import type { Venue } from '../../e2e/venue/venue.ts';
import { type About, asPacked, asWindows, type Windows } from '../../fake-electron/as-packed.ts';
import { type DesktopApp, driveDesktopApp } from '../../fake-electron/drive.ts';
import { openVenueWithoutApp } from '../../fake-electron/venue-with-desktop.ts';
import { closing, testFolder, testServer } from '../../setup/parts.ts';

const NEW = '#!/bin/sh\n# the new version\nexit 0\n';
const CERTIFICATE = 'CN=Tillbridge Oy, O=Tillbridge Oy, L=Helsinki, C=FI';
const KEY = generateKeyPairSync('ed25519').privateKey;
const OURS: About = { updateKeys: [publicHalf(KEY)] };
const OLD = '#!/bin/sh\n# the old version\nexit 0\n';

/** On a busy computer an update takes a minute instead of a second. */
const PATIENCE = { timeout: 150_000 };

let folder: string;
let installed: string;
let address: string;
let asked: string[];
let venue: Venue;
let app: DesktopApp | null = null;
/** The packed app's main file, once a start has packed it. */
let packed: string | null = null;
let promised: string;
/** Version of each list that the feed has. */
let lists: Record<string, string>;
/** Signs the feed's update list; tests replace it. */
let signed: (name: string, list: string) => string;
beforeEach(async () => {
  folder = testFolder();
  installed = join(folder, 'Tillbridge.AppImage');
  writeFileSync(installed, OLD);
  chmodSync(installed, 0o755);
  asked = [];
  promised = NEW;
  lists = { latest: '9.9.9' };
  signed = (name, list) => signList(name, list, KEY);
  const feed = await testServer((request, response) => {
    asked.push((request.url ?? '').split('?')[0] ?? '');
    const [list = '', name = ''] = /(latest|early)[-\w]*\.yml/.exec(request.url ?? '') ?? [];
    const version = lists[name];
    if (version) response.end(signed(list, listOf(version)));
    else if (/\.(AppImage|exe)$/.test(request.url ?? '')) response.end(NEW);
    else response.writeHead(404).end();
  });
  address = feed.origin;
  venue = closing(await openVenueWithoutApp());
});
afterEach(async () => {
  await app?.kill();
  app = null;
  packed = null;
});

function listOf(version: string): string {
  const sha512 = createHash('sha512').update(promised).digest('base64');
  const files = ['AppImage', 'exe'].map((kind) => ({ url: `Tillbridge-${version}.${kind}`, sha512, size: promised.length }));
  return JSON.stringify({ version, files, path: files[0]?.url, sha512, releaseDate: '2026-01-01T00:00:00.000Z' });
}

async function quits(running: DesktopApp): Promise<void> {
  await running.act('quit').catch(() => undefined);
  expect(await running.ended).toBe(0);
}

function packOnce(about: About): string {
  packed ??= asPacked(folder, about);
  return packed;
}

interface Start {
  desktop?: object;
  about?: About;
  windows?: Windows;
  /** Content of the file package-type, which electron-builder puts next to the app in a deb. */
  packageType?: string;
}

async function start({ desktop = {}, about = OURS, windows, packageType }: Start = {}): Promise<DesktopApp> {
  const file = join(venue.dataDir, 'settings.json');
  const settings = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ ...settings, desktop: { update_feed: address, ...desktop } }));
  const env = { STAND_IN_PACKAGED: 'yes', APPIMAGE: installed, XDG_CACHE_HOME: join(folder, 'cache') };
  const given = windows ? asWindows(folder, windows, about, env) : { main: packOnce(about), env };
  if (packageType) writeFileSync(join(dirname(given.main), 'package-type'), packageType);
  app = await driveDesktopApp({ dataDir: venue.dataDir, ...given });
  return app;
}

test('a new version is downloaded and announced, waits for open orders, and installs on quitting', async () => {
  const running = await start();
  await running.page().getByText('Tillbridge 9.9.9 is ready.').waitFor(PATIENCE);
  expect(readFileSync(installed, 'utf8')).toBe(OLD);
  await quits(running);
  expect(readFileSync(installed, 'utf8')).toBe(NEW);
});

test('a version that failed to install is reported at the next start, although it is downloaded again', async () => {
  const first = await start();
  await first.page().getByText('Tillbridge 9.9.9 is ready.').waitFor(PATIENCE);
  await quits(first);
  // The installer ran after quitting, and the started version is still the old one.
  writeFileSync(installed, OLD);
  const second = await start();
  await second.page().getByText("Tillbridge 9.9.9 couldn't be installed when Tillbridge quit.").waitFor(PATIENCE);
  // Warnings come first, the others are folded.
  await second
    .page()
    .getByRole('button', { name: /^Show \d+ more$/ })
    .click(PATIENCE);
  await second.page().getByText('Tillbridge 9.9.9 is ready.').waitFor(PATIENCE);
});

test("a file that doesn't match the list isn't installed", async () => {
  promised = `${NEW}# and more\n`;
  const running = await start();
  await expect.poll(() => asked.filter((path) => path.endsWith('.AppImage')).length, PATIENCE).toBeGreaterThan(0);
  await running.page().getByText("its file doesn't match the feed").waitFor(PATIENCE);
  expect(await running.page().getByText('is ready.').count()).toBe(0);
  await quits(running);
  expect(readFileSync(installed, 'utf8')).toBe(OLD);
});

test.each<[string, (name: string, list: string) => string]>([
  ['not signed', (_name, list) => list],
  ['signed with another key', (name, list) => signList(name, list, generateKeyPairSync('ed25519').privateKey)],
  ['signed and changed', (name, list) => signList(name, list, KEY).replace('9.9.9', '9.9.8')],
])('an update list that is %s is refused before the updater reads it, and reported', async (_how, sign) => {
  signed = sign;
  const running = await start();
  await running.page().getByText("version list isn't signed with this Tillbridge's key").waitFor(PATIENCE);
  expect(asked.filter((path) => path.endsWith('.AppImage'))).toEqual([]);
});

test('the update feed packed with the app is used if the settings have none', async () => {
  const running = await start({ desktop: { update_feed: null }, about: { ...OURS, updateFeed: address } });
  await running.page().getByText('Tillbridge 9.9.9 is ready.').waitFor(PATIENCE);
});

test('an app packed without a key to verify updates downloads none and reports that', async () => {
  const running = await start({ about: { updateKeys: [] } });
  await running.page().getByText("Tillbridge doesn't update itself here").waitFor(PATIENCE);
  expect(asked).toEqual([]);
});

test('the early ring gets the early version from when it is chosen, the stable one never an older version', async () => {
  lists = { latest: '0.0.1', early: '9.9.9' };
  const running = await start();
  await expect.poll(() => asked, PATIENCE).toEqual([expect.stringMatching(/^\/latest[-\w]*\.yml$/)]);
  const choose = (update_ring: string) =>
    running.page().evaluate(`window.tillbridge.call('settings.saveDesktop', ${JSON.stringify({ desktop: { update_ring } })})`);
  expect(await choose('early')).toMatchObject({ ok: true });
  await running.page().getByText('Tillbridge 9.9.9 is ready.').waitFor(PATIENCE);
  expect(asked.slice(1)).toEqual([expect.stringMatching(/^\/early[-\w]*\.yml$/), expect.stringMatching(/9\.9\.9\.AppImage$/)]);
});

test('without early versions in the feed, the early ring gets the stable one', async () => {
  const running = await start({ desktop: { update_ring: 'early' } });
  await running.page().getByText('Tillbridge 9.9.9 is ready.').waitFor(PATIENCE);
  expect(asked.map((path) => path.replace(/[-.].*/, ''))).toEqual(['/early', '/latest', '/Tillbridge']);
});

test("an early list signed for another name isn't used", async () => {
  lists = { latest: '0.0.1', early: '9.9.9' };
  signed = (_name, list) => signList('latest-linux.yml', list, KEY);
  const running = await start({ desktop: { update_ring: 'early' } });
  await running.page().getByText("version list isn't signed with this Tillbridge's key").waitFor(PATIENCE);
  expect(asked.filter((path) => path.endsWith('.AppImage'))).toEqual([]);
});

test('a deb announces a new version and downloads nothing: the administrator installs it', async () => {
  const running = await start({ packageType: 'deb' });
  await running.page().getByText('Tillbridge 9.9.9 is available.').waitFor(PATIENCE);
  expect(asked.filter((path) => path.endsWith('.AppImage'))).toEqual([]);
  await openSettings(running.page(), 'Computer and backups');
  await running.page().getByText('Whoever manages this computer installs new versions as packages.').waitFor(PATIENCE);
});

test('without an update feed nothing is requested', async () => {
  const running = await start({ desktop: { update_feed: 'none' } });
  await running.page().getByRole('button').first().waitFor(PATIENCE);
  await quits(running);
  expect(asked).toEqual([]);
});

test('on Windows a new version signed by the publisher is downloaded and announced', async () => {
  const running = await start({ windows: { publishers: ['Tillbridge Oy'], signedBy: CERTIFICATE } });
  await running.page().getByText('Tillbridge 9.9.9 is ready.').waitFor(PATIENCE);
  expect(readFileSync(join(folder, 'asked-windows'), 'utf8')).toContain('Get-AuthenticodeSignature');
});

test.each([
  ['signed by another publisher', { publishers: ['Tillbridge Oy'], signedBy: 'CN=Mallory Ltd, O=Mallory Ltd' }],
  ['signed by a publisher whose name only begins alike', { publishers: ['Tillbridge Oy'], signedBy: 'CN=Tillbridge Oy Updates, O=M' }],
  ["whose signature Windows can't read", { publishers: ['Tillbridge Oy'], signedBy: null }],
])('on Windows a new version %s is refused and reported', async (_what, windows) => {
  const running = await start({ windows });
  await running.page().getByText("An update was rejected: it isn't signed by").waitFor(PATIENCE);
  expect(await running.page().getByText('is ready.').count()).toBe(0);
  await quits(running);
  expect(existsSync(join(folder, 'cache/tillbridge-updates/pending/Tillbridge-9.9.9.exe'))).toBe(false);
});

test('on Windows an app packaged without a publisher downloads no updates and reports that', async () => {
  const running = await start({ windows: { publishers: [], signedBy: CERTIFICATE } });
  await running.page().getByText("Tillbridge doesn't update itself here").waitFor(PATIENCE);
  expect(asked).toEqual([]);
});
