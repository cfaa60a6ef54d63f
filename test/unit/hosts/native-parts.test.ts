/** Packing for one system with native modules of another is refused with the command that fixes it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { refuseForeignParts, refuseMissingParts, targetOf } from '../../../main/hosts/electron/package/native-parts.ts';
import { peFile } from '../../fake-electron/packing/pe-file.ts';
import { testFolder } from '../../setup/parts.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
let folder: string;
beforeEach(() => {
  folder = testFolder();
});

function put(name: string, content: Buffer | string): string {
  const file = join(folder, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

test.each([
  ['darwin-arm64', 'darwin', 'arm64'],
  ['darwin-x64', 'darwin', 'x64'],
  ['linux-arm64', 'linux', 'arm64'],
  ['linux-x64', 'linux', 'x64'],
  ['win32-arm64', 'win32', 'arm64'],
  ['win32-x64', 'win32', 'x64'],
])("the system and processor of the database driver's build for %s are recognized", (name, platform, arch) => {
  expect(targetOf(join(ROOT, 'node_modules/better-sqlite3/prebuilds', `${name}.node`))).toEqual({ platform, arch });
});

test('a file without native code has no target system, and a cut-off one has an unknown processor', () => {
  expect(targetOf(put('text.node', 'hello'))).toBeNull();
  expect(targetOf(put('cut.node', peFile({ machine: 'x64' }).subarray(0, 66)))).toEqual({ platform: 'win32', arch: 'unknown' });
});

test('a module of another system or processor is refused by name', () => {
  put('keytar/keytar.node', readFileSync(join(ROOT, 'node_modules/better-sqlite3/prebuilds/linux-x64.node')));
  put('canvas/skia.node', peFile({ machine: 'x64' }));
  put('canvas/index.js', '');
  const refusal = expect.objectContaining({ message: expect.stringMatching(/keytar\.node\. .*npm ci --os=win32 --cpu=x64/) });
  expect(() => refuseForeignParts(folder, { platform: 'win32', arch: 'x64' })).toThrow(refusal);
  expect(() => refuseForeignParts(join(folder, 'canvas'), { platform: 'win32', arch: 'x64' })).not.toThrow();
  expect(() => refuseForeignParts(join(folder, 'canvas'), { platform: 'win32', arch: 'arm64' })).toThrow('skia.node');
});

test("packages of the target system that aren't installed are named", () => {
  const lock = {
    packages: {
      'node_modules/@napi-rs/canvas-win32-x64-msvc': { version: '1.0.11', os: ['win32'], cpu: ['x64'] },
      'node_modules/@napi-rs/canvas-linux-x64-gnu': { version: '1.0.11', os: ['linux'], cpu: ['x64'] },
      'node_modules/@napi-rs/canvas-linux-x64-musl': { version: '1.0.11', os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    },
  };
  put('package-lock.json', JSON.stringify(lock));
  put('node_modules/@napi-rs/canvas-linux-x64-gnu/package.json', '{}');
  expect(() => refuseMissingParts(folder, { platform: 'linux', arch: 'x64' })).not.toThrow();
  expect(() => refuseMissingParts(folder, { platform: 'win32', arch: 'x64' })).toThrow('@napi-rs/canvas-win32-x64-msvc@1.0.11');
});
