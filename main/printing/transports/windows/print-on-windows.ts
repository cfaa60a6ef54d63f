import { message, type Text } from '../../../../contract/message.ts';
import { type Following, failed, followDocument, REPORTED, SENT, stalled } from '../follow-document.ts';
import type { Trouble } from '../printer-status.ts';
import type { PrintResult } from '../tcp-printer.ts';
import { ACCESS_DENIED, NO_SUCH_FILE, NO_SUCH_PRINTER, UNAVAILABLE, WindowsPrintError, type WindowsPrintSystem } from './print-system.ts';
import { stateOfDocument, troubleOfDocument, troubleOfPrinter } from './windows-states.ts';

/** Short, because Windows removes a printed document from its list soon. */
const LOOK_EVERY_MS = 100;

/** Null without such a printer or print system. Never rejects. */
export async function printOnWindows(
  system: WindowsPrintSystem,
  name: string,
  bytes: Uint8Array,
  following: Following,
): Promise<PrintResult | null> {
  try {
    const id = await system.print(name, bytes);
    const queued = {
      lookEveryMs: LOOK_EVERY_MS,
      look: () => look(system, name, id),
      takeBack: () => system.cancel(name, id),
      whyHeldBack: () => message('printer.queueHolding', { name }),
    };
    return await followDocument(queued, following).catch(() => failed(NO_ANSWER, false));
  } catch (error) {
    const code = codeOf(error);
    if (code === NO_SUCH_PRINTER || code === UNAVAILABLE) return null;
    // Windows may have accepted the document despite the timeout.
    if (code === null) return failed(NO_ANSWER, false);
    return failed(
      { code: 'unreachable', text: message('printer.queueAcceptsNoJobs', { name }), hint: message('printer.checkQueue') },
      true,
    );
  }
}

async function look(system: WindowsPrintSystem, name: string, id: number): Promise<PrintResult | Trouble | null> {
  const status = await system.document(name, id);
  // The document disappeared between two polls, so Windows didn't report it as printed.
  const state = status === null ? 'sent' : stateOfDocument(status);
  if (state === 'printed') return REPORTED;
  if (state === 'sent') return SENT;
  if (state === 'deleted') return failed(stalled(message('printer.jobRemoved', { name })), false);
  return troubleOfPrinter(await system.printer(name)) ?? troubleOfDocument(status ?? 0);
}

/** What prevents printing; null if nothing is known. Never rejects. */
export async function windowsPrinterTrouble(system: WindowsPrintSystem, name: string): Promise<Text | null> {
  try {
    return troubleOfPrinter(await system.printer(name))?.text ?? null;
  } catch (error) {
    const code = codeOf(error);
    if (code === UNAVAILABLE) return null;
    if (code === NO_SUCH_PRINTER) return message('printer.systemPrinterMissing', { name });
    return code === null ? message('printer.systemNotResponding') : message('printer.queueAcceptsNoJobs', { name });
  }
}

/** Never rejects. */
export async function printOnWindowsPort(
  system: WindowsPrintSystem,
  path: string,
  bytes: Uint8Array,
  stallMs: number,
): Promise<PrintResult> {
  try {
    const taken = await system.writePort(path, bytes, stallMs);
    if (taken === bytes.length) return SENT;
    return failed(stalled(message('printer.acceptsNoMore')), taken === 0);
  } catch (error) {
    const code = codeOf(error);
    return code === null ? failed(NO_ANSWER, false) : failed(portTrouble(path, code), true);
  }
}

function portTrouble(path: string, code: number): Trouble {
  const hint = message('printer.checkCable');
  // Serial ports are exclusive: Windows denies access to one in use.
  if (code === ACCESS_DENIED) return { code: 'unreachable', text: message('file.inUse', { path }), hint };
  if (code === NO_SUCH_FILE) return { code: 'unreachable', text: message('printer.noneAtDevice', { path }), hint };
  return { code: 'unreachable', text: message('printer.deviceNotResponding', { path }), hint: message('printer.checkRetrying') };
}

/** Null if the port exists or that is unknown. */
export async function windowsPortTrouble(system: WindowsPrintSystem, path: string): Promise<Trouble | null> {
  const isThere = await system.hasPort(path).catch(() => true);
  return isThere ? null : portTrouble(path, NO_SUCH_FILE);
}

const NO_ANSWER: Trouble = stalled(message('printer.systemNotResponding'));

function codeOf(error: unknown): number | null {
  return error instanceof WindowsPrintError ? error.code : null;
}
