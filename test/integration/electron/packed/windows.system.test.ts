/** `npm run package` for Windows: an installer for one or all users, an MSI for managed computers, and the update list. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractFile } from '@electron/asar';
import { beforeAll, expect, test } from 'vitest';
import { LANGUAGES } from '../../../../contract/language.ts';
import { wingetManifest } from '../../../../main/hosts/electron/package/winget.ts';
import { copyFor, PACKING_MS, pack } from '../../../fake-electron/packing/pack.ts';
import { fileFolder } from '../../../setup/parts.ts';

const VERSION = JSON.parse(readFileSync('package.json', 'utf8')).version as string;
const folder = fileFolder();
let dist: string;
let steps: string;
beforeAll(() => {
  const root = copyFor('win32', 'x64');
  const packed = pack({ folder, platform: 'win32', targets: ['nsis', 'msi'], root });
  dist = packed.dist;
  steps = packed.nsisSteps();
}, PACKING_MS);

const run = (program: string, ...args: string[]): string => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
const setup = (): string => join(dist, `Tillbridge-${VERSION}-setup.exe`);

test('the installer contains the app with native modules of Windows only', () => {
  // The app's archive is whole in the installer; 7-Zip warns of the parts around it.
  const listed = run('sh', '-c', `7za l '${setup()}' || true`);
  for (const name of ['Tillbridge.exe', 'resources/app.asar', 'resources/app-update.yml']) expect(listed).toContain(` ${name}\n`);
  const unpacked = readdirSync(join(dist, 'win-unpacked/resources/app.asar.unpacked'), { recursive: true, encoding: 'utf8' });
  const parts = unpacked.filter((name) => name.endsWith('.node'));
  expect(parts.sort().join()).toMatch(/koffi-win32-x64.*canvas-win32-x64-msvc.*keyring-win32-x64-msvc.*win32-x64\.node/);
  expect(parts.filter((name) => /linux|keytar/.test(name))).toEqual([]);
});

test('an all-user installation opens the firewall for tablets, and its removal closes it', () => {
  expect(steps).toMatch(
    /netsh advfirewall firewall add rule name="Tillbridge tablets" dir=in .*localport=8742,8743 profile=private,domain/,
  );
  expect(steps).toContain('netsh advfirewall firewall delete rule name="Tillbridge tablets"');
});

test('removal asks in every language what to keep, and keeps all without an answer', () => {
  const asked = new Set(steps.match(/LangString: "keepOrDelete" \d+ "\p{L}[^\n]*/gu));
  expect(asked.size).toBe(LANGUAGES.length);
  expect(steps).toContain('$LOCALAPPDATA\\Tillbridge');
  // Yes or no, with "no" as the default.
  expect(steps).toMatch(/MessageBox: 292: "\$\(keepOrDelete\)" \(on IDNO goto \+2\)/);
});

test('the update list names the installer with its hash; the packed app knows the feed and the publisher', () => {
  const list = readFileSync(join(dist, 'latest.yml'), 'utf8');
  expect(list).toMatch(new RegExp(`- url: Tillbridge-${VERSION}-setup\\.exe\n +sha512: \\S{88}`));
  // Only an administrator updates an MSI.
  expect(list).not.toContain('.msi');
  expect(readFileSync(join(dist, 'win-unpacked/resources/app-update.yml'), 'utf8')).toMatch(/^provider: generic\nurl: https:/m);
  const { updatePublishers, updateFeed } = JSON.parse(
    extractFile(join(dist, 'win-unpacked/resources/app.asar'), 'package.json').toString(),
  );
  expect(updatePublishers).toEqual([expect.stringMatching(/\S/)]);
  expect(updateFeed).toMatch(/^https:/);
});

test('the MSI installs silently for all users, starts nothing and replaces older versions', () => {
  const source = readFileSync(join(dist, `Tillbridge-${VERSION}-x64.msi`), 'utf8');
  expect(source).toMatch(/<Property Id="ALLUSERS" Secure="yes" Value="1"\/>/);
  expect(source).toMatch(new RegExp(`<Product .*UpgradeCode="[0-9A-F-]{36}" Version="${VERSION}.0" .*Manufacturer="Tillbridge"`));
  expect(source).toContain('<MajorUpgrade ');
  expect(source).toMatch(/<File Name="Tillbridge\.exe" .*Id="mainExecutable"/);
  expect(source).not.toMatch(/CustomAction|<UIRef/);
});

test('the winget manifest has both the installer and the MSI', () => {
  const manifest = wingetManifest(dist, 'https://updates.example.test', { version: VERSION, publisher: 'Tillbridge' });
  expect(manifest.get('Tillbridge.Tillbridge.installer.yaml')?.match(/InstallerType: \w+/g)).toEqual([
    'InstallerType: nullsoft',
    'InstallerType: wix',
  ]);
});

test("a release without a signature isn't packed", () => {
  const env = { TILLBRIDGE_RELEASE: '1' };
  expect(() => pack({ folder, platform: 'win32', targets: [], root: copyFor('win32', 'x64'), env })).toThrow('a signature');
});
