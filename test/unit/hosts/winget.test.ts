/** The winget manifest names each installer with its hash, scope and download address. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { wingetManifest } from '../../../main/hosts/electron/package/winget.ts';
import { testFolder } from '../../setup/parts.ts';

const ABOUT = { version: '1.2.3', publisher: 'CN=Tillbridge Oy, C=FI' };
let folder: string;
beforeEach(() => {
  folder = testFolder();
});

test('the manifest has both installers', () => {
  writeFileSync(join(folder, 'Tillbridge-1.2.3-setup.exe'), 'setup');
  writeFileSync(join(folder, 'Tillbridge-1.2.3-x64.msi'), 'msi');
  writeFileSync(join(folder, 'Tillbridge-1.2.2-x64.msi'), 'old');
  const files = wingetManifest(folder, 'https://updates.example.test/feed', ABOUT);
  expect([...files.keys()]).toEqual([
    'Tillbridge.Tillbridge.yaml',
    'Tillbridge.Tillbridge.installer.yaml',
    'Tillbridge.Tillbridge.locale.en-US.yaml',
  ]);
  const hash = (text: string) => createHash('sha256').update(text).digest('hex').toUpperCase();
  expect(files.get('Tillbridge.Tillbridge.installer.yaml')).toBe(`PackageIdentifier: Tillbridge.Tillbridge
PackageVersion: 1.2.3
Installers:
- Architecture: x64
  InstallerType: nullsoft
  Scope: user
  InstallerUrl: https://updates.example.test/feed/Tillbridge-1.2.3-setup.exe
  InstallerSha256: ${hash('setup')}
  UpgradeBehavior: install
- Architecture: x64
  InstallerType: wix
  Scope: machine
  InstallerUrl: https://updates.example.test/feed/Tillbridge-1.2.3-x64.msi
  InstallerSha256: ${hash('msi')}
  UpgradeBehavior: install
ManifestType: installer
ManifestVersion: 1.6.0
`);
  expect(files.get('Tillbridge.Tillbridge.locale.en-US.yaml')).toContain('Publisher: "CN=Tillbridge Oy, C=FI"\n');
});

test('a folder without Windows installers has no manifest', () => {
  expect(() => wingetManifest(folder, 'https://updates.example.test', ABOUT)).toThrow('No installer of 1.2.3');
});
