/** `npm run lockfile`, after each `npm install`: leaves in package-lock.json only what holds on every computer. test/unit/house/lockfile.test.ts checks it. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCommandLine } from '../setup/command-line.ts';

interface Entry {
  resolved?: string;
  engines?: unknown;
  libc?: string[];
  gypfile?: boolean;
}

const ROOT = join(import.meta.dirname, '..', '..');
const FILE = join(ROOT, 'package-lock.json');

readCommandLine({ options: {} });
const lock = JSON.parse(readFileSync(FILE, 'utf8')) as { packages: Record<string, Entry> };
for (const [path, entry] of Object.entries(lock.packages)) {
  if (path === '') continue;
  // The address of whichever registry was near.
  if (entry.resolved?.includes('://')) delete entry.resolved;
  // Packages run on the Node that comes with them; npm would compare with the one that runs npm.
  delete entry.engines;
  // Built for glibc: where npm installs it beside musl, nothing starts.
  if (path.startsWith('node_modules/node-linux-')) entry.libc = ['glibc'];
  if (comesCompiled(join(ROOT, path))) entry.gypfile = false;
}
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);

/** npm compiles whatever has a binding.gyp, unless the lockfile says what only the package's own file says. */
function comesCompiled(folder: string): boolean {
  if (!existsSync(join(folder, 'binding.gyp'))) return false;
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Entry).gypfile === false;
}
