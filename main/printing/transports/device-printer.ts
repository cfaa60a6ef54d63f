/** Prints on a device file: a USB printer's, or a serial line's. It takes bytes and tells nothing, so a paper is sent here, never confirmed. */

import { constants, type FileHandle, open } from 'node:fs/promises';
import { message } from '../../../contract/message.ts';
import { systemTime } from '../../time/system-time.ts';
import { lookAtDevice, whyNoPrinter, whyNotWritable } from './device-kind.ts';
import { devicePath } from './device-name.ts';
import type { Trouble } from './printer-status.ts';
import type { PrintResult } from './tcp-printer.ts';

const CHUNK_BYTES = 4 * 1024;
const PAUSE_MS = 20;

/**
 * Never rejects. Never makes a file, and never writes into one: a printer that was unplugged must not become a heap of bytes under its
 * name, and a name that was mistyped must not cost the file that is called so. `stallMs`: without a byte taken.
 */
export async function printOnDevice(
  given: string,
  bytes: Buffer,
  stallMs = 10_000,
  signal?: AbortSignal,
  time = systemTime,
): Promise<PrintResult> {
  const name = devicePath(given);
  if ('says' in name) return failed(true, { code: 'not-a-printer', ...name });
  // Looked at before it is opened, since opening alone can do something, and again once it is open, since only that cannot change any more.
  const before = await lookAtDevice(given);
  if (before) return failed(true, { code: 'not-a-printer', ...before });
  const { path } = name;
  let device: FileHandle;
  try {
    // Not blocking: a printer without paper would hold a thread of this process for as long as it likes.
    device = await open(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch (error) {
    return failed(true, whyNot(path, codeOf(error)));
  }
  let at = 0;
  try {
    const instead = whyNoPrinter(path, await device.stat());
    if (instead) return failed(true, { code: 'not-a-printer', ...instead });
    for (let taken = time.monotonic(); at < bytes.length; ) {
      if (signal?.aborted) return failed(at === 0, { code: 'cancelled', says: message('printing-was-stopped') });
      const written = await writeSome(device, bytes.subarray(at, at + CHUNK_BYTES));
      at += written;
      if (written > 0) taken = time.monotonic();
      else if (time.monotonic() - taken > stallMs) {
        const says = message('printer-takes-nothing-more-it-may');
        return failed(at === 0, { code: 'stalled', says, remedy: message('look-at-printer-it-is-tried') });
      } else await time.wait(PAUSE_MS);
    }
    return { outcome: 'sent', warnings: [] };
  } catch (error) {
    return failed(at === 0, whyNot(path, codeOf(error)));
  } finally {
    await device.close().catch(() => undefined);
  }
}
/** What can be seen of a device without printing: that it is none, is not there, or is not this user's. Null where nothing is in the way. */
export async function deviceTrouble(given: string): Promise<Trouble | null> {
  const name = devicePath(given);
  if ('says' in name) return { code: 'not-a-printer', ...name };
  const isNone = await lookAtDevice(given);
  if (isNone) return { code: 'not-a-printer', ...isNone };
  const code = await whyNotWritable(name.path);
  return code === null ? null : whyNot(name.path, code);
}

/** 0 when the device is not ready for more. */
async function writeSome(device: FileHandle, part: Buffer): Promise<number> {
  try {
    return (await device.write(part)).bytesWritten;
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return 0;
    throw error;
  }
}

/** Why a device could not be opened or written to. `code`: the system's word for it, such as ENOENT. Pure. */
export function whyNot(path: string, code: string): Trouble {
  if (code === 'EACCES' || code === 'EPERM') {
    const remedy = message('give-this-user-right-to-print');
    return { code: 'unreachable', says: message('this-user-may-not-write-to', { path }), remedy };
  }
  const says = code === 'EBUSY' ? message('another-program-uses-path', { path }) : message('no-printer-is-connected-at-path', { path });
  return { code: 'unreachable', says, remedy: message('check-its-cable-and-that-it') };
}

function failed(nothingPrinted: boolean, why: Trouble): PrintResult {
  return { outcome: 'failed', nothingPrinted, ...why };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
