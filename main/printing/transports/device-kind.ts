/** What a device name leads to: only something that passes bytes on may be written to, never a file that keeps them. */

import type { BigIntStats, Stats } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { message } from '../../../contract/message.ts';
import { devicePath, type NotTaken } from './device-name.ts';

const OTHER = message('printer.chooseDevice');

/**
 * Why this is no printer; null where it may be one: a character device or a pipe. `platform` tells what the numbers of devices mean.
 * On Windows only files and folders are told apart, since the names that get so far are those of devices.
 */
export function whyNoPrinter(path: string, stats: Stats | BigIntStats, platform: NodeJS.Platform = process.platform): NotTaken | null {
  if (stats.isFile()) return { text: message('printer.isFile', { path }), hint: OTHER };
  if (stats.isDirectory()) return { text: message('printer.isFolder', { path }), hint: OTHER };
  if (platform === 'win32' || stats.isFIFO()) return null;
  if (!stats.isCharacterDevice() || isSystemDevice(Number(stats.rdev), platform))
    return { text: message('printer.notPrinter', { path }), hint: OTHER };
  return null;
}

/** Looks at a device without opening it, which alone can set something off. Null where it may be a printer, or where nothing is: it may only be unplugged. */
export async function lookAtDevice(given: string): Promise<NotTaken | null> {
  const name = devicePath(given);
  if ('text' in name) return name;
  // A port of Windows has to be opened to be looked at.
  if (process.platform === 'win32') return null;
  const stats = await stat(name.path).catch(() => null);
  return stats && whyNoPrinter(name.path, stats);
}

/** The system's word for why this user cannot write to a device, such as ENOENT; null where that is not so, or cannot be known. */
export async function whyNotWritable(path: string): Promise<string | null> {
  return access(path, constants.W_OK).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code ?? '',
  );
}

/**
 * Linux numbers its devices by kind: memory and /dev/null (1), the consoles (4 below 64, 5, 7), a watchdog and the like (10), keyboards
 * (13), screens (29, 226), sound (116), telephones over the line (108). Whoever writes to one of them does not print.
 */
const LINUX_SYSTEM = new Set([1, 5, 7, 10, 13, 29, 108, 116, 195, 226]);

function isSystemDevice(rdev: number, platform: NodeJS.Platform): boolean {
  const major = Math.floor(rdev / 256) % 4096;
  // On macOS, memory and /dev/null.
  if (platform !== 'linux') return platform === 'darwin' && Math.floor(rdev / 2 ** 24) === 3;
  const minor = (rdev % 256) + Math.floor(rdev / 2 ** 20) * 256;
  return LINUX_SYSTEM.has(major) || (major === 4 && minor < 64);
}
