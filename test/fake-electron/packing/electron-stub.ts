/** Empty Electron files for one system: as much as electron-builder reads and renames. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LANGUAGES } from '../../../contract/language.ts';
import { peFile } from './pe-file.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
/** Marks the fuses in Electron's binary, followed by version, count and one character each. */
export const SENTINEL = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
export const FUSES = [
  'runAsNode',
  'cookieEncryption',
  'nodeOptions',
  'nodeCliInspect',
  'asarIntegrity',
  'onlyLoadAppFromAsar',
  'ownV8Snapshot',
  'fileProtocolExtraPrivileges',
  'wasmTrapHandlers',
];
const AS_ELECTRON_COMES = '101100011';
const WIRE = Buffer.concat([SENTINEL, Buffer.from([1, FUSES.length]), Buffer.from(AS_ELECTRON_COMES)]);

export const electronVersion = (): string =>
  JSON.parse(readFileSync(join(ROOT, 'node_modules/electron/package.json'), 'utf8')).version as string;

export function writeElectronStub(folder: string, platform: 'linux' | 'win32' | 'darwin'): void {
  const put = (name: string, content: string | Buffer = ''): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
    chmodSync(join(folder, name), 0o755);
  };
  put('version', electronVersion());
  for (const name of ['LICENSE', 'LICENSES.chromium.html']) put(name);
  if (platform === 'darwin') return writeMac(put);
  mkdirSync(join(folder, 'resources'), { recursive: true });
  if (platform === 'linux') return put('electron', WIRE);
  put('electron.exe', withVersion(peFile({ machine: 'x64', content: WIRE })));
  put('ffmpeg.dll', peFile({ machine: 'x64' }));
}

interface ResourceEditor {
  NtExecutable: { from(file: Buffer): { generate(): ArrayBuffer } };
  NtExecutableResource: { from(executable: object): { entries: object[]; outputResource(executable: object): void } };
  Resource: {
    VersionInfo: {
      createEmpty(): { setStringValues(language: object, values: object): void; outputToResourceEntries(entries: object[]): void };
    };
  };
}

/** Adds Electron's version with the packer's own resource editor. */
function withVersion(file: Buffer): Buffer {
  const packer = createRequire(createRequire(import.meta.url).resolve('electron-builder')).resolve('app-builder-lib');
  const { NtExecutable, NtExecutableResource, Resource } = createRequire(packer)('resedit') as ResourceEditor;
  const executable = NtExecutable.from(file);
  const resource = NtExecutableResource.from(executable);
  const version = Resource.VersionInfo.createEmpty();
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' });
  version.outputToResourceEntries(resource.entries);
  resource.outputResource(executable);
  return Buffer.from(executable.generate());
}

function writeMac(put: (name: string, content?: string | Buffer) => void): void {
  const contents = 'Electron.app/Contents';
  const program = (at: string, name: string): void => {
    put(`${at}/MacOS/${name}`);
    put(`${at}/Info.plist`, plist(name));
  };
  program(contents, 'Electron');
  put(`${contents}/PkgInfo`);
  for (const language of LANGUAGES) put(`${contents}/Resources/${language}.lproj/locale.pak`);
  put(`${contents}/Frameworks/Electron Framework.framework/Electron Framework`, WIRE);
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)'])
    program(`${contents}/Frameworks/Electron Helper${kind}.app/Contents`, `Electron Helper${kind}`);
}

function plist(name: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string><key>CFBundleName</key><string>${name}</string></dict></plist>
`;
}
