/** Packs the app like `npm run package`, with an Electron stub and fakes of the packers' tools. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { electronVersion, writeElectronStub } from './electron-stub.ts';
import { NSIS_STEPS, packingTools } from './tools.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const OPTION = { linux: '--linux', win32: '--win', darwin: '--mac' } as const;
const WHOLE = ['main', 'out', 'resources', 'contract', 'shared', 'package.json', 'package-lock.json', 'electron-builder.yml', 'LICENSE'];

/** Time limit of packing on a busy computer. */
export const PACKING_MS = 900_000;

export interface Packed {
  /** The output folder. */
  dist: string;
  nsisSteps: () => string;
}

interface PackOptions {
  folder: string;
  platform: keyof typeof OPTION;
  /** Installers; none packs only the app. */
  targets: readonly string[];
  archs?: readonly ('x64' | 'arm64')[];
  /** More electron-builder settings: `extraMetadata.version=9.9.9`. */
  settings?: readonly string[];
  env?: Record<string, string>;
  /** The folder to pack: this one, or a copy with another system's native modules. */
  root?: string;
}

/** Throws with electron-builder's output on failure. */
export function pack({ folder, platform, targets, archs = ['x64'], settings = [], env = {}, root = ROOT }: PackOptions): Packed {
  const work = mkdtempSync(join(folder, 'pack-'));
  const [stub, dist] = [join(work, 'electron'), join(work, 'dist')];
  writeElectronStub(stub, platform);
  // Strong compression takes minutes and doesn't change the content.
  const loose = ['compression=store', 'appImage.compression=zstd'];
  const given = [...loose, `electronDist=${stub}`, `electronVersion=${electronVersion()}`, `directories.output=${dist}`, ...settings];
  const words = [OPTION[platform], ...(targets.length > 0 ? targets : ['dir']), ...archs.map((arch) => `--${arch}`)];
  const { status, stdout, stderr } = spawnSync('electron-builder', [...words, ...given.map((one) => `-c.${one}`)], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}`, ...packingTools(join(work, 'tools')), ...env },
  });
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  return { dist, nsisSteps: () => readFileSync(join(work, 'tools', NSIS_STEPS), 'utf8') };
}

/** Copies that this process has made of the current build. */
const copied = new Set<string>();

/** Copies the app with the packages of `npm ci --os --cpu`: common ones are linked, the others fetched. */
export function copyFor(platform: string, arch: string): string {
  const copy = join(ROOT, 'dist', `for-${platform}-${arch}`);
  if (copied.has(copy)) return copy;
  copied.add(copy);
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { recursive: true });
  for (const name of WHOLE) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  const modules = join(copy, 'node_modules');
  mkdirSync(modules);
  const names = readdirSync(join(ROOT, 'node_modules')).filter((name) => !name.startsWith('.'));
  execFileSync('cp', ['-al', ...names.map((name) => join(ROOT, 'node_modules', name)), modules]);
  rmSync(join(modules, 'keytar', 'build'), { recursive: true, force: true });
  for (const name of readdirSync(join(modules, '@napi-rs')).filter((one) => one.includes('-')))
    rmSync(join(modules, '@napi-rs', name), { recursive: true });
  for (const { path, name } of nativePackages(platform, arch)) {
    const [file = ''] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--pack-destination', copy, name], { cwd: copy, encoding: 'utf8' }),
    );
    mkdirSync(join(copy, path), { recursive: true });
    execFileSync('tar', ['-xzf', join(copy, (file as { filename: string }).filename), '--strip-components=1', '-C', join(copy, path)]);
  }
  return copy;
}

function nativePackages(platform: string, arch: string): { path: string; name: string }[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; os?: string[]; cpu?: string[] }>;
  };
  return Object.entries(packages)
    .filter(
      ([path, { os, cpu }]) =>
        /^node_modules\/(@napi-rs\/(canvas|keyring)|@koromix\/koffi-win32)-/.test(path) && os?.includes(platform) && cpu?.includes(arch),
    )
    .map(([path, { version }]) => ({ path, name: `${path.replace('node_modules/', '')}@${version}` }));
}
