/** Keeps Tillbridge from writing to a file or system device. */

import type { BigIntStats, Stats } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { message } from '../../../contract/message.ts';
import { devicePath, type NameRefusal } from './device-name.ts';

const OTHER = message('printer.chooseDevice');

/** Null if it may be a printer: a character device or pipe. Windows only recognizes files and folders; `devicePath` checks the name. */
export function whyNoPrinter(path: string, stats: Stats | BigIntStats, platform: NodeJS.Platform = process.platform): NameRefusal | null {
  if (stats.isFile()) return { text: message('printer.isFile', { path }), hint: OTHER };
  if (stats.isDirectory()) return { text: message('printer.isFolder', { path }), hint: OTHER };
  if (platform === 'win32' || stats.isFIFO()) return null;
  if (!stats.isCharacterDevice() || isSystemDevice(Number(stats.rdev), platform))
    return { text: message('printer.notPrinter', { path }), hint: OTHER };
  return null;
}

/** Null if it may be a printer or is missing (unplugged). Doesn't open the device, since that can have effects. */
export async function checkDevice(given: string): Promise<NameRefusal | null> {
  const name = devicePath(given);
  if ('text' in name) return name;
  // Windows ports would have to be opened to be checked.
  if (process.platform === 'win32') return null;
  const stats = await stat(name.path).catch(() => null);
  return stats && whyNoPrinter(name.path, stats);
}

/** An error code such as ENOENT; null if writable. */
export async function whyNotWritable(path: string): Promise<string | null> {
  return access(path, constants.W_OK).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code ?? '',
  );
}

/**
 * Linux majors: memory and /dev/null (1), consoles (4 below minor 64, 5, 7), watchdog and misc (10), input (13), screens (29, 195, 226),
 * sound (116), modems (108).
 */
const LINUX_SYSTEM = new Set([1, 5, 7, 10, 13, 29, 108, 116, 195, 226]);

function isSystemDevice(rdev: number, platform: NodeJS.Platform): boolean {
  const major = Math.floor(rdev / 256) % 4096;
  // On macOS, memory and /dev/null.
  if (platform !== 'linux') return platform === 'darwin' && Math.floor(rdev / 2 ** 24) === 3;
  const minor = (rdev % 256) + Math.floor(rdev / 2 ** 20) * 256;
  return LINUX_SYSTEM.has(major) || (major === 4 && minor < 64);
}
