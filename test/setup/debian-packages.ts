/** Ensures the tests' real programs: a browser, a desktop keyring, a tracer for power cuts, a fake clock, a database server. */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { buildKeytar, keytarIn } from '../../main/hosts/electron/package/build-keytar.ts';
import { whyNoBrowser } from './chromium.ts';
import { CUPS_PACKAGES, hasCups } from './cups-parts.ts';
import { preferHeadlessShell } from './headless-shell.ts';

interface Need {
  what: string;
  isThere: () => boolean;
  packages: readonly string[];
}

const ROOT = join(import.meta.dirname, '..', '..');

/** Languages that the text recognition must know. */
const READ = ['pol', 'ces', 'ell', 'rus', 'kaz', 'heb', 'ara', 'kat', 'hye', 'jpn'];

const needs: readonly Need[] = [
  { what: 'chromium', isThere: () => whyNoBrowser() === null, packages: ['chromium'] },
  { what: 'dbus-run-session', isThere: () => onPath('dbus-run-session'), packages: ['dbus', 'dbus-daemon'] },
  { what: 'dbus-send', isThere: () => onPath('dbus-send'), packages: ['dbus-bin'] },
  { what: 'gnome-keyring-daemon', isThere: () => onPath('gnome-keyring-daemon'), packages: ['gnome-keyring'] },
  { what: 'libsecret', isThere: () => hasLibrary('libsecret-1.so.0'), packages: ['libsecret-1-0'] },
  { what: 'strace', isThere: () => onPath('strace'), packages: ['strace'] },
  { what: 'socat', isThere: () => onPath('socat'), packages: ['socat'] },
  { what: 'cups', isThere: () => hasCups(), packages: CUPS_PACKAGES },
  { what: 'systemd-analyze', isThere: () => onPath('systemd-analyze'), packages: ['systemd'] },
  { what: 'certutil', isThere: () => onPath('certutil'), packages: ['libnss3-tools'] },
  { what: 'zbarimg', isThere: () => onPath('zbarimg'), packages: ['zbar-tools'] },
  { what: 'netpbm', isThere: () => onPath('pnmtopng'), packages: ['netpbm'] },
  { what: 'postgres', isThere: () => existsSync('/usr/lib/postgresql'), packages: ['postgresql-15'] },
  { what: 'pgbouncer', isThere: () => existsSync('/usr/sbin/pgbouncer'), packages: ['pgbouncer'] },
  { what: 'python3', isThere: () => onPath('python3'), packages: ['python3'] },
  {
    what: `tesseract for ${READ.join(', ')}`,
    isThere: () =>
      onPath('tesseract') && READ.every((language) => existsSync(`/usr/share/tesseract-ocr/5/tessdata/${language}.traineddata`)),
    packages: ['tesseract-ocr', ...READ.map((language) => `tesseract-ocr-${language}`)],
  },
  { what: 'rpmbuild', isThere: () => onPath('rpmbuild') && onPath('rpm2cpio') && onPath('cpio'), packages: ['rpm', 'rpm2cpio', 'cpio'] },
  { what: '7za', isThere: () => onPath('7za'), packages: ['p7zip-full'] },
  { what: 'makensis', isThere: () => onPath('makensis'), packages: ['nsis'] },
  { what: 'mksquashfs', isThere: () => onPath('mksquashfs'), packages: ['squashfs-tools'] },
  { what: 'desktop-file-validate', isThere: () => onPath('desktop-file-validate'), packages: ['desktop-file-utils'] },
  { what: 'appstreamcli', isThere: () => onPath('appstreamcli'), packages: ['appstream'] },
  { what: 'faketime', isThere: () => onPath('faketime'), packages: ['faketime'] },
  {
    what: 'what keytar is built with',
    isThere: () => existsSync(keytarIn(ROOT)) || (onPath('pkg-config') && onPath('g++') && onPath('make') && hasLibrary('libsecret-1.so')),
    packages: ['libsecret-1-dev', 'pkg-config', 'g++', 'make', 'python3'],
  },
];

/** As root on Debian, installs missing programs; elsewhere throws with the command to run. */
export default function setUp(): void {
  const missing = needs.filter((need) => !need.isThere());
  if (missing.length > 0) install(missing);
  preferHeadlessShell();
  if (!buildKeytar(ROOT)) throw new Error('keytar is not built; try by hand: cd node_modules/keytar && npm run install');
}

function install(missing: readonly Need[]): void {
  const packages = [...new Set(missing.flatMap((need) => need.packages))];
  const command = `apt-get install -y --no-install-recommends ${packages.join(' ')}`;
  const names = missing.map((need) => need.what).join(', ');
  if (process.getuid?.() !== 0 || !onPath('apt-get')) {
    throw new Error(`The tests need ${names}. On Debian or Ubuntu run: sudo apt-get update && sudo ${command}`);
  }
  console.log(`The tests need ${names}: installing ${packages.join(' ')}.`);
  run('apt-get update', command);
  run(command, command);
  const still = missing.filter((need) => !need.isThere());
  if (still.length === 0) return;
  throw new Error(`${still.map((need) => need.what).join(', ')} is still missing after: ${command}`);
}

function run(command: string, toTryByHand: string): void {
  const [program = '', ...args] = command.split(' ');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, error } = spawnSync(program, args, { cwd: ROOT, env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`"${command}" failed${error ? ` (${error.message})` : ''}; try by hand: ${toTryByHand}`);
}

function onPath(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function hasLibrary(name: string): boolean {
  const multiarch = existsSync('/usr/lib') ? readdirSync('/usr/lib').filter((folder) => folder.includes('-linux-')) : [];
  const folders = ['/usr/lib', '/usr/lib64', '/usr/local/lib', ...multiarch.map((folder) => join('/usr/lib', folder))];
  return folders.some((folder) => existsSync(join(folder, name)));
}
