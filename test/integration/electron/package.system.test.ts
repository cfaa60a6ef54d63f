/** The packaged app, made without Electron's binary: its content, its fuses, and that it starts. */
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractFile } from '@electron/asar';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { LANGUAGES } from '../../../contract/language.ts';
import { BILL, type BillOfMaterials, NOTICE } from '../../../main/hosts/electron/package/bill-of-materials.ts';
import { until } from '../../e2e/venue/venue.ts';
import { driveDesktopApp } from '../../fake-electron/drive.ts';
import { FUSES, SENTINEL } from '../../fake-electron/packing/electron-stub.ts';
import { pack } from '../../fake-electron/packing/pack.ts';
import { openVenueWithoutApp } from '../../fake-electron/venue-with-desktop.ts';
import { closing, fileFolder } from '../../setup/parts.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const MEGABYTE = 1024 * 1024;

const folder = fileFolder();
let resources: string;
beforeAll(() => {
  const { dist } = pack({ folder, platform: 'linux', targets: [] });
  resources = join(dist, 'linux-unpacked', 'resources');
}, 120_000);

function withBin(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` };
}

function asar(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync('asar', args, { encoding: 'utf8', env: withBin() });
  if (status !== 0) throw new Error(`asar: ${stderr}`);
  return stdout;
}

test('the archive has exactly what the app needs', () => {
  const files = asar('list', join(resources, 'app.asar'))
    .trim()
    .split('\n')
    .filter((path) => /\.[^/]+$/.test(path));
  const own = files.filter((path) => !path.startsWith('/node_modules/')).map((path) => path.replace(/-[\w-]{8}\./, '-*.'));
  // Lazily loaded screens, one file per language, and the fonts.
  const assets = own.filter((path) => path.startsWith('/out/renderer/assets/'));
  expect(assets.filter((path) => !/\/[A-Za-z0-9-]+-\*\.(js|css|svg|woff2)$/.test(path))).toEqual([]);
  for (const language of LANGUAGES.filter((one) => one !== 'en')) expect(assets).toContain(`/out/renderer/assets/${language}-*.js`);
  expect(own.filter((path) => !assets.includes(path)).sort()).toEqual([
    '/out/backup/worker.js',
    '/out/icons/icon.png',
    '/out/keyring/worker.js',
    '/out/main/index.js',
    '/out/menu/worker.js',
    '/out/preload/preload.cjs',
    '/out/relay/start.js',
    '/out/renderer/index.html',
    '/out/renderer/map/index.html',
    '/out/renderer/map/maplibre-gl-worker-*.js',
    '/out/renderer/not-started.js',
    '/out/sandbox/start.js',
    '/out/winspool/worker.js',
    '/package.json',
    ...['DejaVu-LICENSE.txt', 'DejaVuSans-Bold.ttf', 'DejaVuSans.ttf', 'DejaVuSansMono-Bold.ttf', 'DejaVuSansMono.ttf'].map(
      (name) => `/resources/fonts/${name}`,
    ),
    ...['DroidSansFallback-LICENSE.txt', 'DroidSansFallbackFull.ttf', 'NotoEmoji-Bold.ttf', 'NotoEmoji-LICENSE.txt'].map(
      (name) => `/resources/fonts/${name}`,
    ),
    '/resources/icons/icon.svg',
  ]);
  const packages = [...new Set(files.flatMap((path) => /^\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []))].map((name) =>
    name.replace(/canvas-.*/, 'canvas-*'),
  );
  expect([...new Set(packages)].sort()).toEqual([
    '@napi-rs/canvas',
    '@napi-rs/canvas-*',
    '@napi-rs/keyring',
    '@napi-rs/keyring-linux-x64-gnu',
    'argparse',
    'better-sqlite3',
    'builder-util-runtime',
    'dank-do-while',
    'debug',
    'electron-updater',
    'fs-extra',
    'graceful-fs',
    'iconv-lite',
    'js-yaml',
    'jsonfile',
    'keytar',
    'koffi',
    'lazy-val',
    'lodash.escaperegexp',
    'lodash.isequal',
    'ms',
    'node-thermal-printer',
    'pngjs',
    'safer-buffer',
    'sax',
    'semver',
    'tiny-typed-emitter',
    'universalify',
    'unorm',
    'write-file-queue',
  ]);
  expect(
    files.filter(
      (path) =>
        !/LICENSE/.test(path) &&
        /\.(ts|map|md|cc|cpp|h|gyp)$|\/(test|docs|src)\//i.test(path) &&
        !/\/lib\/|\/(debug|koffi)\/src\//.test(path),
    ),
  ).toEqual([]);
  // The archive has 29 MB, a fifth of it Japanese fonts; next to it are Electron and 40 MB of native code.
  expect(statSync(join(resources, 'app.asar')).size).toBeLessThan(30 * MEGABYTE);
});

test("the gallery isn't in the archive", () => {
  const archive = join(resources, 'app.asar');
  const texts = asar('list', archive)
    .split('\n')
    .filter((path) => /^\/out\/.*\.(js|cjs|css|html)$/.test(path))
    .map((path) => extractFile(archive, path.slice(1)).toString('utf8'));
  expect(texts.length).toBeGreaterThan(20);
  expect(texts.filter((text) => /drawn-icon|swatch\b|made-up/.test(text))).toEqual([]);
});

test('the bill of materials lists every shipped package with version, license and hash', () => {
  const archive = join(resources, 'app.asar');
  const bill = JSON.parse(readFileSync(join(resources, BILL), 'utf8')) as BillOfMaterials;
  const beside = readdirSync(join(resources, '..', '..')).filter((name) => name.endsWith('.cdx.json'));
  expect(beside).toEqual([expect.stringMatching(/^tillbridge-\d+\.\d+\.\d+-linux-(x64|arm64)\.cdx\.json$/)]);
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', metadata: { component: { name: 'tillbridge' } } });

  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages as Record<string, { integrity: string }>;
  const locked = new Map(Object.values(lock).map(({ integrity }) => [hashOf(integrity), integrity]));
  const packages = bill.components.filter(({ type }) => type === 'library');
  for (const { hashes, licenses, name } of packages) {
    expect(locked.has(String(hashes?.[0]?.content)), name).toBe(true);
    expect(licenses?.length, name).toBeGreaterThan(0);
  }
  const listed = packages.map(({ name, version }) => `${name}@${version}`);
  const inArchive = asar('list', archive)
    .split('\n')
    .filter((path) => /^\/(node_modules\/(@[^/]+\/)?[^/]+\/)+package\.json$/.test(path))
    .map((path) => JSON.parse(extractFile(archive, path.slice(1)).toString('utf8')) as { name: string; version: string })
    .map(({ name, version }) => `${name}@${version}`);
  expect(inArchive.filter((name) => !listed.includes(name))).toEqual([]);
  for (const name of ['electron', 'react', 'undici', 'valibot', 'ws', 'jose']) expect(packages.map((one) => one.name)).toContain(name);
  for (const name of ['vite', 'vitest', 'typescript', 'open', '@napi-rs/canvas-win32-x64-msvc'])
    expect(packages.map((one) => one.name)).not.toContain(name);
  expect(bill.components.filter(({ type }) => type === 'file').map(({ name }) => name)).toContain('NotoEmoji-Bold.ttf');
  const refs = [bill.metadata.component, ...bill.components].map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(bill.dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn]).filter((ref) => !refs.includes(ref))).toEqual([]);
});

test('licenses of all shipped packages and fonts are included, and NOTICE is current', () => {
  const notice = readFileSync(join(resources, NOTICE), 'utf8');
  expect(readFileSync(join(ROOT, NOTICE), 'utf8'), 'NOTICE is old: npm run notice').toBe(notice);
  expect(readFileSync(join(resources, 'LICENSE'), 'utf8')).toContain('Apache License');
  const bill = JSON.parse(readFileSync(join(resources, BILL), 'utf8')) as BillOfMaterials;
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages as Record<
    string,
    { os?: string[]; cpu?: string[] }
  >;
  const named = (name: string) => Object.entries(lock).filter(([path]) => path.endsWith(`node_modules/${name}`));
  // Packages built for one system are listed under their main package; Electron has its own license files.
  const libraries = bill.components.filter(({ type, name }) => type === 'library' && name !== 'electron');
  const whole = libraries.filter(({ name }) => named(name).some(([, { os, cpu }]) => !os && !cpu));
  expect(whole.length).toBeGreaterThan(40);
  expect(whole.filter(({ name, version }) => !notice.includes(`\n${name} ${version} (`)).map(({ name }) => name)).toEqual([]);
  for (const font of ['DejaVu', 'DroidSansFallback', 'NotoEmoji']) expect(notice).toContain(`Font: ${font}`);
  expect(notice).not.toMatch(/not told/);
});

const hashOf = (integrity = ''): string => Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');

test('the packed app has the name of the publisher that must have signed new versions', () => {
  const { updatePublishers } = JSON.parse(extractFile(join(resources, 'app.asar'), 'package.json').toString('utf8'));
  expect(updatePublishers).toEqual([expect.stringMatching(/\S/)]);
  const packaging = readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8');
  expect(packaging).toContain(`updatePublishers: &publishers [${updatePublishers}]`);
  expect(packaging).toMatch(/^ {2}signtoolOptions:\n {4}publisherName: \*publishers$/m);
});

test("Electron's fuses are set so that the binary runs only the app, not Node", () => {
  const binary = readFileSync(join(resources, '..', 'tillbridge'));
  const at = binary.indexOf(SENTINEL) + SENTINEL.length + 2;
  const on = FUSES.filter((_, fuse) => binary[at + fuse] === '1'.charCodeAt(0));
  expect(on).toEqual(['asarIntegrity', 'onlyLoadAppFromAsar', 'wasmTrapHandlers']);
});

test('every package the app loads finds its dependencies in the archive', () => {
  const unpacked = join(folder, 'loads');
  asar('extract', join(resources, 'app.asar'), unpacked);
  cpSync(join(resources, 'app.asar.unpacked'), unpacked, { recursive: true });
  const names = ['electron-updater', 'better-sqlite3', 'keytar', '@napi-rs/keyring', 'node-thermal-printer', '@napi-rs/canvas'];
  const script = join(unpacked, 'load.mjs');
  // The updater is created on first use.
  writeFileSync(
    script,
    `${names.map((name) => `await import('${name}');`).join('\n')}\n(await import('electron-updater')).default.autoUpdater;\nprocess.exit(0);\n`,
  );
  const register = new URL('../../fake-electron/register.ts', import.meta.url).href;
  const { status, stderr } = spawnSync(process.execPath, ['--import', register, script], { encoding: 'utf8' });
  expect(stderr).not.toContain('Cannot find');
  expect(status).toBe(0);
});

test('the packaged app starts, receives an order and prints its ticket', async () => {
  const unpacked = join(folder, 'app');
  asar('extract', join(resources, 'app.asar'), unpacked);
  cpSync(join(resources, 'app.asar.unpacked'), unpacked, { recursive: true });
  const venue = closing(await openVenueWithoutApp());
  const app = await driveDesktopApp({
    dataDir: venue.dataDir,
    main: join(unpacked, 'out/main/index.js'),
    env: { STAND_IN_PACKAGED: 'yes' },
  });
  onTestFinished(app.kill);
  const { order_number: number } = await venue.place('takeaway');
  await app
    .page()
    .getByRole('article', { name: `Order ${number}`, exact: true })
    .getByRole('button', { name: 'Accept', exact: true })
    .click();
  await until('the ticket', () => venue.printer.papers().some(({ cut }) => cut));
  expect((await app.look()).windows[0]?.preferences.devTools).toBe(false);
  expect((await app.look()).pageErrors).toEqual([]);
}, 60_000);
