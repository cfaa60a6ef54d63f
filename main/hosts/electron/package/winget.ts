/** The winget manifest: `node main/hosts/electron/package/winget.ts dist ADDRESS`; ADDRESS is the download folder. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const IDENTIFIER = 'Tillbridge.Tillbridge';
const SCHEMA = '1.6.0';

interface Installer {
  file: string;
  type: 'nullsoft' | 'wix';
  scope: 'user' | 'machine';
  arch: 'x64' | 'arm64';
}

/** The manifest's three files by name. `publisher`: as in the signing certificate. */
export function wingetManifest(folder: string, address: string, about: { version: string; publisher: string }): Map<string, string> {
  const { version, publisher } = about;
  const head = (type: string): string => `PackageIdentifier: ${IDENTIFIER}\nPackageVersion: ${version}\n${type}`;
  const tail = (type: string): string => `ManifestType: ${type}\nManifestVersion: ${SCHEMA}\n`;
  const installers = installersIn(folder, version).map((one) => entryOf(folder, address, one));
  if (installers.length === 0) throw new Error(`No installer of ${version} for Windows is in ${folder}.`);
  const locale = [
    'PackageLocale: en-US',
    `Publisher: ${JSON.stringify(publisher)}`,
    'PackageName: Tillbridge',
    'License: Apache-2.0',
    'ShortDescription: Orders of a delivery service at the counter, in the kitchen and in the till.',
  ];
  return new Map([
    [`${IDENTIFIER}.yaml`, `${head('DefaultLocale: en-US\n')}${tail('version')}`],
    [`${IDENTIFIER}.installer.yaml`, `${head('Installers:\n')}${installers.join('')}${tail('installer')}`],
    [`${IDENTIFIER}.locale.en-US.yaml`, `${head(`${locale.join('\n')}\n`)}${tail('defaultLocale')}`],
  ]);
}

function installersIn(folder: string, version: string): Installer[] {
  const files = readdirSync(folder);
  return [
    { file: `Tillbridge-${version}-setup.exe`, type: 'nullsoft', scope: 'user', arch: 'x64' } as const,
    { file: `Tillbridge-${version}-x64.msi`, type: 'wix', scope: 'machine', arch: 'x64' } as const,
    { file: `Tillbridge-${version}-arm64.msi`, type: 'wix', scope: 'machine', arch: 'arm64' } as const,
  ].filter(({ file }) => files.includes(file));
}

function entryOf(folder: string, address: string, { file, type, scope, arch }: Installer): string {
  const sha256 = createHash('sha256')
    .update(readFileSync(join(folder, file)))
    .digest('hex')
    .toUpperCase();
  const lines = [
    `- Architecture: ${arch}`,
    `  InstallerType: ${type}`,
    `  Scope: ${scope}`,
    `  InstallerUrl: ${new URL(encodeURIComponent(file), address.replace(/\/?$/, '/')).href}`,
    `  InstallerSha256: ${sha256}`,
    // An upgrade keeps the installed version's data.
    '  UpgradeBehavior: install',
  ];
  return `${lines.join('\n')}\n`;
}

if (import.meta.main) {
  const [folder, address] = process.argv.slice(2);
  if (!folder || !address) throw new Error('winget.ts FOLDER ADDRESS');
  const root = join(import.meta.dirname, '..', '..', '..', '..');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const [, publisher = 'Tillbridge'] =
    /updatePublishers: &publishers \[([^\],]+)\]/.exec(readFileSync(join(root, 'electron-builder.yml'), 'utf8')) ?? [];
  const to = join(folder, 'winget');
  mkdirSync(to, { recursive: true });
  for (const [name, text] of wingetManifest(folder, address, { version, publisher })) writeFileSync(join(to, name), text);
  console.log(`The manifest is in ${to}: winget validate ${to}`);
}
