/**
 * `npm run package` for macOS, as far as another system can: the app, the update zip and its list. Disk image and signatures need macOS.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../../contract/language.ts';
import { copyFor, PACKING_MS, pack } from '../../../fake-electron/packing/pack.ts';
import { fileFolder } from '../../../setup/parts.ts';

const VERSION = JSON.parse(readFileSync('package.json', 'utf8')).version as string;
const folder = fileFolder();

test('packing for macOS makes a disk image to install from and a zip for updates', () => {
  expect(readFileSync('electron-builder.yml', 'utf8')).toMatch(/^mac:\n(?: {2}#.*\n)? {2}target: \[dmg, zip\]$/m);
});

describe.each(['arm64', 'x64'] as const)('%s', (arch) => {
  let dist: string;
  let contents: string;
  beforeAll(() => {
    ({ dist } = pack({ folder, platform: 'darwin', targets: ['zip'], archs: [arch], root: copyFor('darwin', arch) }));
    const unpacked = join(folder, `unpacked-${arch}`);
    execFileSync('7za', ['x', '-y', `-o${unpacked}`, join(dist, `Tillbridge-${VERSION}-${arch}.zip`)], { stdio: 'pipe' });
    contents = join(unpacked, 'Tillbridge.app/Contents');
  }, PACKING_MS);

  test('the app explains its use of the local network in every language', () => {
    const plist = readFileSync(join(contents, 'Info.plist'), 'utf8');
    expect(plist).toMatch(/<key>NSLocalNetworkUsageDescription<\/key>\s*<string>.*printers.*<\/string>/);
    expect(plist).toMatch(/<key>NSBonjourServices<\/key>\s*<array>\s*<string>_pdl-datastream\._tcp<\/string>/);
    const texts = LANGUAGES.map((language) => readFileSync(join(contents, `Resources/${language}.lproj/InfoPlist.strings`), 'utf8'));
    for (const text of texts) expect(text).toMatch(/^NSLocalNetworkUsageDescription = ".*Tillbridge.*";$/m);
    expect(new Set(texts).size).toBe(LANGUAGES.length);
  });

  test("the app's native modules are for the app's processor", () => {
    const parts = readdirSync(join(contents, 'Resources/app.asar.unpacked'), { recursive: true, encoding: 'utf8' });
    expect(parts.filter((name) => name.endsWith('.node')).join()).toMatch(
      new RegExp(`canvas-darwin-${arch}.*keyring-darwin-${arch}.*darwin-${arch}\\.node`),
    );
  });

  test("the update list names the zip, and the app knows the list's address", () => {
    expect(readFileSync(join(dist, 'latest-mac.yml'), 'utf8')).toMatch(
      new RegExp(`- url: Tillbridge-${VERSION}-${arch}\\.zip\n +sha512: \\S{88}`),
    );
    expect(readFileSync(join(contents, 'Resources/app-update.yml'), 'utf8')).toContain('provider: generic');
  });
});

test("a release without notarization isn't packed", () => {
  const root = copyFor('darwin', 'arm64');
  expect(() => pack({ folder, platform: 'darwin', targets: ['zip'], archs: ['arm64'], root, env: { TILLBRIDGE_RELEASE: '1' } })).toThrow(
    'notarization',
  );
});

test('packing for macOS with native modules of this system is refused', () => {
  expect(() => pack({ folder, platform: 'darwin', targets: ['zip'], archs: ['arm64'] })).toThrow('npm ci --os=darwin --cpu=arm64');
});
