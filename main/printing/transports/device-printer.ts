/** Prints to a device file (USB or serial). It reports nothing, so printouts are sent, never confirmed. */

import { constants, type FileHandle, open } from 'node:fs/promises';
import { message } from '../../../contract/message.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import type { Time } from '../../../shared/time/time.ts';
import { inTime, TookTooLong } from '../../time/time-limit.ts';
import { checkDevice, whyNoPrinter, whyNotWritable } from './device-kind.ts';
import { devicePath } from './device-name.ts';
import type { Trouble } from './printer-status.ts';
import type { PrintResult } from './tcp-printer.ts';
import { printOnWindowsPort, windowsPortTrouble } from './windows/print-on-windows.ts';
import { windowsPrintSystem } from './windows/windows-print-system.ts';

const CHUNK_BYTES = 4 * 1024;
const PAUSE_MS = 20;
const LOOK_MS = 5_000;

/** Never rejects. Never writes to a regular file: the printer may be unplugged or its path mistyped. `stallMs`: limit without progress. */
export async function printOnDevice(
  given: string,
  bytes: Buffer,
  stallMs = 10_000,
  signal?: AbortSignal,
  time = systemTime,
  windows = windowsPrintSystem,
): Promise<PrintResult> {
  const name = devicePath(given);
  if ('text' in name) return failed(true, { code: 'not-a-printer', ...name });
  const { path } = name;
  if (process.platform === 'win32') return printOnWindowsPort(windows, path, bytes, stallMs);
  const limited = <T>(work: (late: AbortSignal) => Promise<T>): Promise<T> => inTime(time, path, stallMs, work);
  let device: FileHandle;
  try {
    // Checked before opening, since opening can have effects, and again afterwards, when the open device can no longer be exchanged.
    const before = await limited(() => checkDevice(given));
    if (before) return failed(true, { code: 'not-a-printer', ...before });
    device = await limited((late) => openDevice(path, late));
  } catch (error) {
    return failed(true, whyNot(path, codeOf(error)));
  }
  let at = 0;
  let isBegun = false;
  try {
    const instead = whyNoPrinter(path, await limited(() => device.stat()));
    if (instead) return failed(true, { code: 'not-a-printer', ...instead });
    for (let taken = time.monotonic(); at < bytes.length; ) {
      if (signal?.aborted) return failed(at === 0, { code: 'cancelled', text: message('printer.stopped') });
      const written = await limited(() => writeSome(device, bytes.subarray(at, at + CHUNK_BYTES))).catch((error: unknown) => {
        // The timed-out bytes may still print.
        isBegun = error instanceof TookTooLong;
        throw error;
      });
      at += written;
      if (written > 0) taken = time.monotonic();
      else if (time.monotonic() - taken > stallMs) return failed(at === 0, STALLED);
      else await time.wait(PAUSE_MS);
    }
    return { outcome: 'sent', warnings: [] };
  } catch (error) {
    if (isBegun) return failed(false, STALLED);
    return failed(at === 0, whyNot(path, codeOf(error)));
  } finally {
    // Closing flushes a serial line, so it can hang.
    await inTime(time, `${path} (${device.fd})`, stallMs, () => device.close()).catch(() => undefined);
  }
}

/** Non-blocking: a printer without paper could block a thread indefinitely. */
async function openDevice(path: string, late: AbortSignal): Promise<FileHandle> {
  const device = await open(path, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  if (!late.aborted) return device;
  await device.close();
  throw late.reason;
}

const STALLED: Trouble = {
  code: 'stalled',
  text: message('printer.acceptsNoMore'),
  hint: message('printer.checkRetrying'),
};

/** What prevents printing; null if nothing is visible. */
export async function deviceTrouble(given: string, time: Time = systemTime, windows = windowsPrintSystem): Promise<Trouble | null> {
  const name = devicePath(given);
  if ('text' in name) return { code: 'not-a-printer', ...name };
  if (process.platform === 'win32') return windowsPortTrouble(windows, name.path);
  try {
    return await inTime(time, name.path, LOOK_MS, async () => {
      const isNone = await checkDevice(given);
      if (isNone) return { code: 'not-a-printer', ...isNone };
      const code = await whyNotWritable(name.path);
      return code === null ? null : whyNot(name.path, code);
    });
  } catch (error) {
    return whyNot(name.path, codeOf(error));
  }
}

/** Bytes written; 0 if the device isn't ready for more. */
async function writeSome(device: FileHandle, part: Buffer): Promise<number> {
  try {
    return (await device.write(part)).bytesWritten;
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return 0;
    throw error;
  }
}

export function whyNot(path: string, code: string): Trouble {
  if (code === 'EACCES' || code === 'EPERM') {
    const hint = message('printer.allowUser');
    return { code: 'unreachable', text: message('printer.notWritable', { path }), hint };
  }
  if (code === 'ETIMEDOUT') {
    const hint = message('printer.checkRetrying');
    return { code: 'unreachable', text: message('printer.deviceNotResponding', { path }), hint };
  }
  const text = code === 'EBUSY' ? message('file.inUse', { path }) : message('printer.noneAtDevice', { path });
  return { code: 'unreachable', text, hint: message('printer.checkCable') };
}

function failed(nothingPrinted: boolean, why: Trouble): PrintResult {
  return { outcome: 'failed', nothingPrinted, ...why };
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
