/** The built app as electron-builder packs it, as far as updates go; also for a Windows that answers who signed a file. */
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

/** What stands in `extraMetadata` of electron-builder.yml. */
export interface About {
  updateFeed?: string;
  updateKeys: string[];
  updatePublishers?: string[];
}

/** In `folder`, for driveDesktopApp: the main file. */
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
  /** The subject of the certificate that signed whatever is asked about; null for a Windows that cannot tell. */
  signedBy: string | null;
}

/** What Windows is asked stands in `folder/asked-windows`, one line each. */
export function asWindows(folder: string, { publishers, signedBy }: Windows, about: About, env: Record<string, string>) {
  const main = asPacked(folder, { ...about, updatePublishers: publishers });
  const shell = join(folder, 'cmd.exe');
  const answer =
    signedBy === null
      ? 'process.exit(1);'
      : `console.log(JSON.stringify({ Status: 0, Path, SignerCertificate: { Subject: ${JSON.stringify(signedBy)} } }));`;
  // The path stands between single quotes in what PowerShell is asked.
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
