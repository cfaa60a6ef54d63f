/** The built app as electron-builder packs it for Windows, and a Windows that answers who signed a file: as far as updates go. */
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

export interface Windows {
  /** What `win.signtoolOptions.publisherName` was when it was packed. */
  publishers: string[];
  /** The subject of the certificate that signed whatever is asked about; null for a Windows that cannot tell. */
  signedBy: string | null;
}

/** In `folder`, for driveDesktopApp. What Windows is asked stands in `folder/asked-windows`, one line each. */
export function asWindows(folder: string, { publishers, signedBy }: Windows, env: Record<string, string>) {
  const packed = join(folder, 'packed');
  mkdirSync(packed);
  for (const part of ['main', 'preload', 'renderer', 'icons', 'sandbox'])
    cpSync(join(ROOT, 'out', part), join(packed, 'out', part), { recursive: true });
  for (const name of ['node_modules', 'resources']) symlinkSync(join(ROOT, name), join(packed, name));
  writeFileSync(join(packed, 'package.json'), JSON.stringify({ type: 'module', version: '0.1.0', updatePublishers: publishers }));
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
  const main = join(packed, 'out', 'main', 'index.js');
  return { main, env: { ...env, STAND_IN_PLATFORM: 'win32', LOCALAPPDATA: join(folder, 'cache'), comspec: shell } };
}
