import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface Target {
  platform: string;
  arch: string;
}

const ELF = 0x464c457f;
const MACH_O = 0xfeedfacf;
/** A universal binary. */
const MACH_O_FAT = 0xbebafeca;
const PE = 0x5a4d;
const ELF_ARCHS: Record<number, string> = { 62: 'x64', 183: 'arm64' };
const PE_ARCHS: Record<number, string> = { 34404: 'x64', 43620: 'arm64' };
const MACH_O_ARCHS: Record<number, string> = { 16777223: 'x64', 16777228: 'arm64' };
const HEAD_BYTES = 4096;

/** By the file's magic number; null if unknown. */
export function targetOf(file: string): Target | null {
  const head = headOf(file);
  const magic = head.readUInt32LE(0);
  if (magic === ELF) return of('linux', ELF_ARCHS[head.readUInt16LE(18)]);
  if (magic === MACH_O) return of('darwin', MACH_O_ARCHS[head.readUInt32LE(4)]);
  if (magic === MACH_O_FAT) return { platform: 'darwin', arch: 'universal' };
  const at = head.readUInt32LE(0x3c);
  return head.readUInt16LE(0) === PE && at + 6 <= HEAD_BYTES ? of('win32', PE_ARCHS[head.readUInt16LE(at + 4)]) : null;
}

function of(platform: string, arch = 'unknown'): Target {
  return { platform, arch };
}

function headOf(file: string): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  const open = openSync(file, 'r');
  readSync(open, head);
  closeSync(open);
  return head;
}

export function fits(file: string, { platform, arch }: Target): boolean {
  const made = targetOf(file);
  return made?.platform === platform && (made.arch === arch || made.arch === 'universal');
}

/** Throws an Error naming native files for other targets. */
export function refuseForeignParts(folder: string, target: Target): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.node'));
  const foreign = files.filter((name) => !fits(join(folder, name), target));
  if (foreign.length > 0) throw new Error(`Not made for ${target.platform} ${target.arch}: ${foreign.join(', ')}. ${howToInstall(target)}`);
}

/** Platform-specific packages, as in package-lock.json. */
const OF_ONE_SYSTEM = /^node_modules\/(@napi-rs\/(canvas|keyring)|@koromix\/koffi-win32)-/;

/** Throws an Error naming missing native packages: without them nothing prints. */
export function refuseMissingParts(root: string, { platform, arch }: Target): void {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; os?: string[]; cpu?: string[]; libc?: string[] }>;
  };
  const missing = Object.entries(packages).filter(
    ([path, { os, cpu, libc }]) =>
      OF_ONE_SYSTEM.test(path) && os?.includes(platform) && cpu?.includes(arch) && !isMusl(path, libc) && !existsSync(join(root, path)),
  );
  if (missing.length === 0) return;
  const names = missing.map(([path, { version }]) => `${relative('node_modules', path).replaceAll('\\', '/')}@${version}`);
  throw new Error(`Not installed for ${platform} ${arch}: ${names.join(', ')}. ${howToInstall({ platform, arch })}`);
}

function isMusl(path: string, libc: readonly string[] = []): boolean {
  return path.endsWith('-musl') || libc.includes('musl');
}

function howToInstall({ platform, arch }: Target): string {
  return `Pack in a copy of this folder, after: npm ci --os=${platform} --cpu=${arch} --ignore-scripts`;
}
