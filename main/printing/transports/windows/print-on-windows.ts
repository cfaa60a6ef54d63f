/** Prints through Windows' print system by a printer's name there, and follows the document to its end. */

import { message, type Text } from '../../../../contract/message.ts';
import type { Time } from '../../../time/time.ts';
import type { Trouble } from '../printer-status.ts';
import type { PrintResult } from '../tcp-printer.ts';
import { ACCESS_DENIED, NO_SUCH_FILE, NO_SUCH_PRINTER, UNAVAILABLE, WindowsPrintError, type WindowsPrintSystem } from './print-system.ts';
import { stateOfDocument, troubleOfDocument, troubleOfPrinter } from './windows-states.ts';

/** A printed document is in the list for a moment only. */
const LOOK_EVERY_MS = 100;

export interface Following {
  time: Time;
  /** So long a document may be held up. */
  passMs: number;
  signal?: AbortSignal | undefined;
  /** What holds it up, while it does; null once nothing does. */
  onTrouble?: ((trouble: Trouble | null) => void) | undefined;
}

/**
 * Null where Windows has no printer of this name, or cannot be asked. What is not printed after `passMs` is taken back, so that it cannot come out after it
 * was printed again. Never rejects.
 */
export async function printOnWindows(
  system: WindowsPrintSystem,
  name: string,
  bytes: Uint8Array,
  following: Following,
): Promise<PrintResult | null> {
  try {
    const id = await system.print(name, bytes);
    return await follow(system, name, id, following).catch(() => failed(NO_ANSWER, false));
  } catch (error) {
    const code = codeOf(error);
    if (code === NO_SUCH_PRINTER || code === UNAVAILABLE) return null;
    // It may have taken the document before its answer was given up.
    if (code === null) return failed(NO_ANSWER, false);
    return failed({ code: 'unreachable', says: message('system-printer-name-takes-no-jobs', { name }), remedy: LOOK }, true);
  }
}

async function follow(system: WindowsPrintSystem, name: string, id: number, following: Following): Promise<PrintResult> {
  const { time, passMs, signal, onTrouble } = following;
  let trouble = null as Trouble | null;
  for (const until = time.monotonic() + passMs; time.monotonic() < until && !signal?.aborted; await time.wait(LOOK_EVERY_MS)) {
    const status = await system.document(name, id);
    // It was passed on between two looks: that it was printed Windows did not say.
    const state = status === null ? 'sent' : stateOfDocument(status);
    if (state === 'printed') return { outcome: 'reported', warnings: [] };
    if (state === 'sent') return { outcome: 'sent', warnings: [] };
    if (state === 'deleted') return failed(stalled(message('paper-was-deleted-in-queue-of-name', { name })), false);
    const now: Trouble | null = troubleOfPrinter(await system.printer(name)) ?? troubleOfDocument(status ?? 0);
    if (now?.code !== trouble?.code) onTrouble?.(now);
    trouble = now;
  }
  if (!(await system.cancel(name, id))) return { outcome: 'sent', warnings: [] };
  return failed(trouble ?? stalled(message('system-printer-name-holds-paper-back', { name })), false);
}

/** What Windows knows to be in the way of a printer; null where nothing is, or where it cannot be asked. Never rejects. */
export async function windowsPrinterTrouble(system: WindowsPrintSystem, name: string): Promise<Text | null> {
  try {
    return troubleOfPrinter(await system.printer(name))?.says ?? null;
  } catch (error) {
    const code = codeOf(error);
    if (code === UNAVAILABLE) return null;
    if (code === NO_SUCH_PRINTER) return message('system-printer-name-does-not-exist', { name });
    return code === null ? message('print-system-does-not-answer') : message('system-printer-name-takes-no-jobs', { name });
  }
}

/** Writes to a port or a device. Never rejects. */
export async function printOnWindowsPort(
  system: WindowsPrintSystem,
  path: string,
  bytes: Uint8Array,
  stallMs: number,
): Promise<PrintResult> {
  try {
    const taken = await system.writePort(path, bytes, stallMs);
    if (taken === bytes.length) return { outcome: 'sent', warnings: [] };
    return failed(stalled(message('printer-takes-nothing-more-it-may')), taken === 0);
  } catch (error) {
    const code = codeOf(error);
    return code === null ? failed(NO_ANSWER, false) : failed(portTrouble(path, code), true);
  }
}

function portTrouble(path: string, code: number): Trouble {
  const remedy = message('check-its-cable-and-that-it');
  // What has a serial line open has it alone: Windows says then that access is denied.
  if (code === ACCESS_DENIED) return { code: 'unreachable', says: message('another-program-uses-path', { path }), remedy };
  if (code === NO_SUCH_FILE) return { code: 'unreachable', says: message('no-printer-is-connected-at-path', { path }), remedy };
  return { code: 'unreachable', says: message('device-at-path-does-not-answer', { path }), remedy: message('look-at-printer-it-is-tried') };
}

/** Whether there is such a port at all; null where it is, or where Windows does not say. */
export async function windowsPortTrouble(system: WindowsPrintSystem, path: string): Promise<Trouble | null> {
  const isThere = await system.hasPort(path).catch(() => true);
  return isThere ? null : portTrouble(path, NO_SUCH_FILE);
}

const LOOK = message('look-at-printer-and-at-its');
const NO_ANSWER: Trouble = stalled(message('print-system-does-not-answer'));

function stalled(says: Text): Trouble {
  return { code: 'stalled', says, remedy: LOOK };
}

function failed(trouble: Trouble, nothingPrinted: boolean): PrintResult {
  return { outcome: 'failed', nothingPrinted, ...trouble };
}

function codeOf(error: unknown): number | null {
  return error instanceof WindowsPrintError ? error.code : null;
}
