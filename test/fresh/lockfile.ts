/**
 * `npm run lockfile`, after each `npm install`: keeps in package-lock.json only what holds everywhere. Checked by
 * test/unit/house/lockfile.test.ts.
 */
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
  // This may be the address of a local registry.
  if (entry.resolved?.includes('://')) delete entry.resolved;
  // npm would compare this with its own Node, but packages run on the bundled one.
  delete entry.engines;
  // The bundled Node is built for glibc and wouldn't start with musl.
  if (path.startsWith('node_modules/node-linux-')) entry.libc = ['glibc'];
  if (comesCompiled(join(ROOT, path))) entry.gypfile = false;
}
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);

/** npm compiles anything with a binding.gyp, unless the lockfile has the package's `gypfile: false`. */
function comesCompiled(folder: string): boolean {
  if (!existsSync(join(folder, 'binding.gyp'))) return false;
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Entry).gypfile === false;
}
