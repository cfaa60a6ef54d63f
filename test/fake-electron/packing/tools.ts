/** Replaces electron-builder's installer tools with Debian's, and with fakes of missing ones. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { peFile } from './pe-file.ts';

/** Installer libraries electron-builder adds to those of NSIS. */
const NSIS_LIBRARIES = ['UAC', 'Nsis7z', 'SpiderBanner', 'WinShell', 'nsProcess', 'StdUtils'];
/** File with the compiled steps of installer and uninstaller, one per line. */
export const NSIS_STEPS = 'nsis-steps';
const FPM = join(import.meta.dirname, 'fpm.ts');
/** An unreachable address: only the cache is used. */
const MIRROR = 'https://tools.example/';
/** The MSI compiler. */
const WIX = { release: 'wix-4.0.0.5512.2', file: 'wix-4.0.0.5512.2.7z' };

/** Library calls of electron-builder's scripts. */
function callsOfScripts(): [library: string, call: string][] {
  const folder = join(
    dirname(createRequire(createRequire(import.meta.url).resolve('electron-builder')).resolve('app-builder-lib')),
    '..',
    'templates',
    'nsis',
  );
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ns[hi]$/.test(name));
  return scripts.flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/\b(\w+)::(\w+)/g)].map(([, library = '', call = '']): [string, string] => [
      library,
      call,
    ]),
  );
}

/** Creates the tools in `folder`; returns the environment that names them. */
export function packingTools(folder: string): Record<string, string> {
  const put = (name: string, content: string | Buffer = ''): string => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content, { mode: 0o755 });
    return file;
  };
  for (const name of ['mksquashfs', 'desktop-file-validate']) put(`appimage/${name}`, `#!/bin/sh\nexec /usr/bin/${name} "$@"\n`);
  for (const arch of ['x64', 'arm64']) {
    put(`appimage/runtimes/runtime-${arch}`, Buffer.alloc(4096));
    put(`appimage/lib/${arch}/libnone.so`);
  }
  put(
    'nsis/makensis',
    `#!/bin/sh\nout='${join(folder, NSIS_STEPS)}'\n/usr/bin/makensis -V4 "$@" >> "$out" 2>&1 && exit 0\ntail -20 "$out"\nexit 1\n`,
  );
  put('nsis/elevate.exe', peFile({ machine: 'x86' }));
  const calls = callsOfScripts();
  for (const name of NSIS_LIBRARIES) {
    const exports = [...new Set(calls.filter(([library]) => library === name).map(([, call]) => call))];
    put(`nsis-resources/plugins/x86-unicode/${name}.dll`, peFile({ machine: 'x86', exports }));
  }
  putWine(put);
  return {
    ELECTRON_BUILDER_7ZIP_PATH: '/usr/bin/7za',
    ELECTRON_BUILDER_CACHE: join(folder, 'cache'),
    APPIMAGE_TOOLS_PATH: join(folder, 'appimage'),
    CUSTOM_FPM_PATH: put('fpm', `#!/bin/sh\nexec '${process.execPath}' '${FPM}' "$@"\n`),
    ELECTRON_BUILDER_NSIS_DIR: join(folder, 'nsis'),
    ELECTRON_BUILDER_NSIS_RESOURCES_DIR: join(folder, 'nsis-resources'),
    ELECTRON_BUILDER_WINE_TOOLSET_DIR: join(folder, 'wine'),
    ELECTRON_BUILDER_BINARIES_MIRROR: MIRROR,
    CSC_IDENTITY_AUTO_DISCOVERY: 'false',
  };
}

/** A fake Wine: the uninstaller is a copy of the installer, and the MSI is the compiler's input. */
function putWine(put: (name: string, content?: string) => string): void {
  put('wine/wine-home/.none');
  put('wine/lib/.none');
  put(
    'wine/bin/wine',
    `#!/bin/sh
set -e
case "$1" in
  *candle.exe) exit 0 ;;
  *light.exe)
    shift
    while [ "$1" != "-out" ]; do shift; done
    cp project.wxs "$(printf %s "$2" | sed 's#^Z:##; s#\\\\#/#g')" ;;
  *) cp "$1" "\${1%exe}__uninstaller.exe" ;;
esac
`,
  );
  // The compiler is in the cache, as if fetched.
  const cached = `cache/${WIX.release}/${WIX.file.replace('.7z', '')}-${shortHash(`${MIRROR}${WIX.release}/${WIX.file}`)}`;
  put(`${cached}/candle.exe`);
  put(`${cached}.state`, JSON.stringify({ version: 1, state: 'complete', timestamp: 0, fileCount: 1, extractedSize: 0 }));
}

/** electron-builder's folder name for a download address. */
function shortHash(address: string): string {
  let hash = 5381;
  for (const letter of address) hash = ((hash << 5) + hash) ^ letter.charCodeAt(0);
  return (hash >>> 0).toString(36).slice(0, 5).padStart(5, '0');
}
