/** Two versions from `npm run package` and a feed: the first updates to the second. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { extractAll } from '@electron/asar';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../../main/demo/venue.ts';
import { makeKey, signFeed } from '../../../../main/hosts/electron/package/sign-feed.ts';
import { type DesktopApp, driveDesktopApp } from '../../../fake-electron/drive.ts';
import { PACKING_MS, pack } from '../../../fake-electron/packing/pack.ts';
import { openVenueWithoutApp } from '../../../fake-electron/venue-with-desktop.ts';
import { closing, fileFolder } from '../../../setup/parts.ts';

const OLD = '0.1.0';
const NEW = '9.9.9';
const folder = fileFolder();
let main: string;
let image: string;
let dist: string;
let feed: Server;
let app: DesktopApp | null = null;

beforeAll(async () => {
  const port = await freePort();
  const key = join(folder, 'key.pem');
  const address = `http://127.0.0.1:${port}`;
  const given = [`publish.url=${address}`, `extraMetadata.updateFeed=${address}`, `extraMetadata.updateKeys=${makeKey(key)}`];
  const packed = (version: string): string =>
    pack({ folder, platform: 'linux', targets: ['AppImage'], settings: [...given, `extraMetadata.version=${version}`] }).dist;
  const old = packed(OLD);
  image = join(old, `Tillbridge-${OLD}.AppImage`);
  main = unpack(join(old, 'linux-unpacked', 'resources'));
  dist = packed(NEW);
  expect(signFeed(dist, key)).toEqual(['latest-linux.yml']);
  feed = createServer((request, response) => {
    try {
      response.end(readFileSync(join(dist, (request.url ?? '').split('?')[0] ?? '')));
    } catch {
      response.writeHead(404).end();
    }
  }).listen(port, '127.0.0.1');
}, PACKING_MS);
afterEach(async () => {
  await app?.kill();
  app = null;
});
afterAll(() => {
  feed.close();
  feed.closeAllConnections();
});

/** The packed app in a form Node can run; Electron reads the archive itself. */
function unpack(resources: string): string {
  const to = join(folder, 'unpacked');
  extractAll(join(resources, 'app.asar'), to);
  cpSync(join(resources, 'app.asar.unpacked'), to, { recursive: true });
  return join(to, 'out/main/index.js');
}

async function start(): Promise<{ running: DesktopApp; installed: string }> {
  const work = mkdtempSync(join(folder, 'run-'));
  const installed = join(work, 'Tillbridge.AppImage');
  execFileSync('cp', ['-p', image, installed]);
  mkdirSync(join(work, 'cache'));
  const venue = closing(await openVenueWithoutApp());
  const env = { STAND_IN_PACKAGED: 'yes', STAND_IN_VERSION: OLD, APPIMAGE: installed, XDG_CACHE_HOME: join(work, 'cache') };
  app = await driveDesktopApp({ dataDir: venue.dataDir, main, env });
  return { running: app, installed };
}

test('the newer version in the feed is found, verified, and installed after quitting', async () => {
  const { running, installed } = await start();
  await running.page().getByText(`Tillbridge ${NEW} is ready.`).waitFor({ timeout: 150_000 });
  await running.act('quit').catch(() => undefined);
  expect(await running.ended).toBe(0);
  expect(readFileSync(installed).equals(readFileSync(join(dist, `Tillbridge-${NEW}.AppImage`)))).toBe(true);
});

test('an update list changed after it was signed is refused', async () => {
  const list = join(dist, 'latest-linux.yml');
  const signed = readFileSync(list, 'utf8');
  writeFileSync(list, signed.replaceAll(NEW, '9.9.10'));
  const { running, installed } = await start();
  await running.page().getByText("version list isn't signed with this Tillbridge's key").waitFor({ timeout: 150_000 });
  writeFileSync(list, signed);
  expect(readFileSync(installed).equals(readFileSync(image))).toBe(true);
});

test('an update file that was changed is refused', async () => {
  appendFileSync(join(dist, `Tillbridge-${NEW}.AppImage`), 'and more');
  const { running, installed } = await start();
  await running.page().getByText("its file doesn't match the feed").waitFor({ timeout: 150_000 });
  await running.act('quit').catch(() => undefined);
  expect(await running.ended).toBe(0);
  expect(readFileSync(installed).equals(readFileSync(image))).toBe(true);
});
