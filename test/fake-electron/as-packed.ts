/** The built app as packed by electron-builder, as far as updates need it; also for a Windows with file signatures. */
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** What a packed app's package.json has from `extraMetadata` of electron-builder.yml. */
export interface About {
  updateFeed?: string;
  updateKeys: string[];
  updatePublishers?: string[];
}

/** Writes the packed app to `folder`; returns its main file, for driveDesktopApp. */
export function asPacked(folder: string, about: About): string {
  const packed = join(folder, 'packed');
  mkdirSync(packed);
  for (const part of ['main', 'preload', 'renderer', 'icons', 'sandbox', 'relay'])
    cpSync(join(ROOT, 'out', part), join(packed, 'out', part), { recursive: true });
  for (const name of ['node_modules', 'resources']) symlinkSync(join(ROOT, name), join(packed, name));
  writeFileSync(join(packed, 'package.json'), JSON.stringify({ type: 'module', version: '0.1.0', ...about }));
  return join(packed, 'out', 'main', 'index.js');
}

export interface Windows {
  publishers: string[];
  /** Subject of the certificate that signed any file; null if Windows can't tell. */
  signedBy: string | null;
}

/** The packed app as on Windows; records queries to Windows in `folder/asked-windows`. */
export function asWindows(folder: string, { publishers, signedBy }: Windows, about: About, env: Record<string, string>) {
  const main = asPacked(folder, { ...about, updatePublishers: publishers });
  const shell = join(folder, 'cmd.exe');
  const answer =
    signedBy === null
      ? 'process.exit(1);'
      : `console.log(JSON.stringify({ Status: 0, Path, SignerCertificate: { Subject: ${JSON.stringify(signedBy)} } }));`;
  // PowerShell gets the path in single quotes.
  writeFileSync(
    shell,
    `#!${process.execPath}
const asked = process.argv.join(' ');
const Path = /LiteralPath '([^']+)'/.exec(asked)?.[1];
require('node:fs').appendFileSync(${JSON.stringify(join(folder, 'asked-windows'))}, asked + '\\n');
${answer}
`,
  );
  chmodSync(shell, 0o755);
  return { main, env: { ...env, STAND_IN_PLATFORM: 'win32', LOCALAPPDATA: join(folder, 'cache'), comspec: shell } };
}
