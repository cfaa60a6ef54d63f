/** `npm run package` for Linux: an AppImage that keeps the sandbox, and a deb and an rpm with their metadata. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { copyFor, PACKING_MS, pack } from '../../../fake-electron/packing/pack.ts';
import { fileFolder } from '../../../setup/parts.ts';

/** The AppImage's runtime, a stub of this size, precedes its files. */
const RUNTIME_BYTES = '4096';
const VERSION = JSON.parse(readFileSync('package.json', 'utf8')).version as string;
const FEED = 'https://updates.example.test/feed';

const folder = fileFolder();

const run = (program: string, ...args: string[]): string => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

describe('x64', () => {
  let dist: string;
  let image: string;
  let deb: string;
  beforeAll(() => {
    const settings = [`publish.url=${FEED}`];
    ({ dist } = pack({ folder, platform: 'linux', targets: ['AppImage', 'deb', 'rpm'], settings }));
    image = join(folder, 'image');
    run('unsquashfs', '-q', '-n', '-o', RUNTIME_BYTES, '-d', image, join(dist, `Tillbridge-${VERSION}.AppImage`));
    deb = join(folder, 'deb');
    run('dpkg-deb', '-x', join(dist, `tillbridge_${VERSION}_amd64.deb`), deb);
  }, PACKING_MS);

  const entryOf = (root: string, path: string): Map<string, string> =>
    new Map(
      readFileSync(join(root, path), 'utf8')
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );

  test('the menu entry of the AppImage starts the app with its sandbox', () => {
    const entry = entryOf(image, 'tillbridge.desktop');
    expect(entry.get('Exec')).toBe('AppRun %U');
    expect(entry.get('MimeType')).toContain('x-scheme-handler/tillbridge');
    run('desktop-file-validate', join(image, 'tillbridge.desktop'));
  });

  test.each([
    ['allows user namespaces', 0, '--hidden'],
    ['forbids user namespaces (see installing.md)', 1, '--no-sandbox --hidden'],
  ])('on a system that %s, the AppImage passes its arguments on, and --no-sandbox only where needed', (_, unshareEnds, args) => {
    const programs = mkdtempSync(join(folder, 'programs-'));
    writeFileSync(join(programs, 'unshare'), `#!/bin/sh\nexit ${unshareEnds}\n`, { mode: 0o755 });
    writeFileSync(join(image, 'tillbridge'), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
    expect(execFileSync(join(image, 'AppRun'), ['--hidden'], { encoding: 'utf8', env })).toBe(`${args}\n`);
  });

  test('the menu entry of the deb starts the app with its sandbox', () => {
    const path = 'usr/share/applications/tillbridge.desktop';
    expect(entryOf(deb, path).get('Exec')).toBe('/opt/Tillbridge/tillbridge %U');
    run('desktop-file-validate', join(deb, path));
  });

  test("the software center can read the app's description, menu entry and icons", () => {
    const path = join(deb, 'usr/share/metainfo/app.tillbridge.Tillbridge.metainfo.xml');
    run('appstreamcli', 'validate', '--no-net', path);
    expect(readFileSync(path, 'utf8')).toContain('<launchable type="desktop-id">tillbridge.desktop</launchable>');
    for (const size of ['16x16', '512x512'])
      expect(statSync(join(deb, `usr/share/icons/hicolor/${size}/apps/tillbridge.png`)).size).toBeGreaterThan(0);
  });

  test('the AppImage and the deb have the address of the update feed, and the deb knows that it is a deb', () => {
    for (const resources of [join(image, 'resources'), join(deb, 'opt/Tillbridge/resources')])
      expect(readFileSync(join(resources, 'app-update.yml'), 'utf8')).toMatch(new RegExp(`^provider: generic\nurl: ${FEED}$`, 'm'));
    expect(readFileSync(join(deb, 'opt/Tillbridge/resources/package-type'), 'utf8')).toBe('deb');
  });

  test('the update list names AppImage, deb and rpm with their hashes', () => {
    const list = readFileSync(join(dist, 'latest-linux.yml'), 'utf8');
    expect(list).toMatch(new RegExp(`^version: ${VERSION}$`, 'm'));
    for (const name of [`Tillbridge-${VERSION}.AppImage`, `tillbridge_${VERSION}_amd64.deb`, `tillbridge-${VERSION}.x86_64.rpm`])
      expect(list).toMatch(new RegExp(`- url: ${name}\n +sha512: \\S{88}`));
  });

  test('the deb has a maintainer and dependencies, and deletes no data on removal', () => {
    const control = run('dpkg-deb', '-f', join(dist, `tillbridge_${VERSION}_amd64.deb`));
    expect(control).toMatch(/^Architecture: amd64$/m);
    expect(control).toMatch(/^Maintainer: .+ <.+@.+>$/m);
    expect(control).toMatch(/^Depends: .*libsecret-1-0/m);
    run('dpkg-deb', '-e', join(dist, `tillbridge_${VERSION}_amd64.deb`), join(folder, 'control'));
    expect(readFileSync(join(folder, 'control/postrm'), 'utf8')).not.toMatch(/\.local|\/home|XDG_DATA/);
  });

  test('the rpm contains the same app', () => {
    const file = join(dist, `tillbridge-${VERSION}.x86_64.rpm`);
    expect(run('rpm', '-qp', '--qf', '%{NAME} %{VERSION} %{ARCH}', file)).toBe(`tillbridge ${VERSION} x86_64`);
    const files = run('rpm', '-qlp', file);
    for (const path of ['/opt/Tillbridge/resources/app.asar', '/usr/share/metainfo/app.tillbridge.Tillbridge.metainfo.xml'])
      expect(files).toContain(`${path}\n`);
    expect(run('rpm', '-qpR', file)).toContain('libnotify');
    const unpacked = run('sh', '-c', `rpm2cpio '${file}' | cpio -i --to-stdout --quiet './opt/Tillbridge/resources/package-type'`);
    expect(unpacked).toBe('rpm');
  });
});

test(
  'for arm64, AppImage, deb and rpm are built with native modules for arm64',
  () => {
    const root = copyFor('linux', 'arm64');
    const { dist } = pack({ folder, platform: 'linux', targets: ['AppImage', 'deb', 'rpm'], archs: ['arm64'], root });
    const files = readdirSync(dist);
    for (const name of [
      `Tillbridge-${VERSION}-arm64.AppImage`,
      `tillbridge_${VERSION}_arm64.deb`,
      `tillbridge-${VERSION}.aarch64.rpm`,
      'latest-linux-arm64.yml',
    ])
      expect(files).toContain(name);
    const unpacked = readdirSync(join(dist, 'linux-arm64-unpacked/resources/app.asar.unpacked'), { recursive: true, encoding: 'utf8' });
    expect(unpacked.filter((name) => name.endsWith('.node')).join()).toMatch(
      /canvas-linux-arm64-gnu.*keyring-linux-arm64-gnu.*prebuilds.linux-arm64/,
    );
  },
  PACKING_MS,
);

test('packing for arm64 with native modules of x64 is refused', () => {
  expect(() => pack({ folder, platform: 'linux', targets: [], archs: ['arm64'] })).toThrow('npm ci --os=linux --cpu=arm64');
});
