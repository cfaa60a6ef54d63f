/** Prints by system printer name: CUPS on Linux and macOS, spooler or share on Windows. */

import { type FileHandle, open } from 'node:fs/promises';
import { message, type Text } from '../../../contract/message.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import type { Time } from '../../../shared/time/time.ts';
import { inTime } from '../../time/time-limit.ts';
import { endOf, troubleIn } from './cups-states.ts';
import { queueName, sharePath } from './device-name.ts';
import { type Following, failed, followDocument, REPORTED, SENT, stalled } from './follow-document.ts';
import type { Trouble } from './printer-status.ts';
import { runProgram } from './run-program.ts';
import type { PrintResult } from './tcp-printer.ts';
import { printOnWindows, windowsPrinterTrouble } from './windows/print-on-windows.ts';
import type { WindowsPrintSystem } from './windows/print-system.ts';
import { windowsPrintSystem } from './windows/windows-print-system.ts';

const LOOK_EVERY_MS = 300;
/** Limit for the print system to accept a document; it may be on another computer. */
const TAKE_OVER_MS = 20_000;
const ASK_MS = 5_000;
const UNKNOWN = /unknown printer|does not exist|invalid destination/i;

/** `windows`: for tests. */
interface Ways {
  time?: Time;
  signal?: AbortSignal | undefined;
  onTrouble?: ((trouble: Trouble | null) => void) | undefined;
  windows?: WindowsPrintSystem;
}

/**
 * Sends raw bytes and waits until the system passed them on. Cancels after `passMs`, so that they can't print after the retry. Never
 * rejects.
 */
export async function printBySystem(given: string, bytes: Buffer, passMs = 20_000, ways: Ways = {}): Promise<PrintResult> {
  const checked = queueName(given);
  if ('text' in checked) return { outcome: 'failed', nothingPrinted: true, code: 'not-a-printer', ...checked };
  const { time = systemTime, windows = windowsPrintSystem, signal, onTrouble } = ways;
  const print = process.platform === 'win32' ? printByWindows : printByCups;
  return print(checked.name, bytes, { time, passMs, signal, onTrouble }, windows);
}

/** Older setups name a share instead of a printer. */
async function printByWindows(name: string, bytes: Buffer, following: Following, windows: WindowsPrintSystem): Promise<PrintResult> {
  const result = await printOnWindows(windows, name, bytes, following);
  if (result !== null) return result;
  const share = sharePath(name);
  if (share !== null) return printOnShare(share, name, bytes, following.passMs, following.time);
  return {
    outcome: 'failed',
    nothingPrinted: true,
    code: 'unreachable',
    text: message('printer.systemPrinterMissing', { name }),
    hint: message('printer.chooseFromList'),
  };
}

async function printByCups(queue: string, bytes: Buffer, following: Following): Promise<PrintResult> {
  const { time } = following;
  const handed = await handOver(queue, bytes, time);
  if ('outcome' in handed) return handed;
  const { request } = handed;
  const queued = {
    lookEveryMs: LOOK_EVERY_MS,
    look: async () =>
      (await stillThere(queue, request, time)) ? troubleIn(queue, await described(queue, time)) : howItEnded(queue, request, time),
    takeBack: () => runProgram(time, 'cancel', [request], { limitMs: ASK_MS }).then(() => true),
    whyHeldBack: () => whyHeldBack(queue, time),
  };
  return followDocument(queued, following);
}

async function howItEnded(queue: string, request: string, time: Time): Promise<PrintResult> {
  const ran = await runProgram(time, 'lpstat', ['-W', 'completed', '-l', '-o', queue], { limitMs: ASK_MS });
  const end = ran.is === 'ended' ? endOf(request, ran.stdout) : null;
  if (end === 'broken-off') return failed(stalled(message('printer.jobRemoved', { name: queue })), false);
  return end === 'printed' ? REPORTED : SENT;
}

async function described(queue: string, time: Time): Promise<string> {
  const ran = await runProgram(time, 'lpstat', ['-l', '-p', queue], { limitMs: ASK_MS });
  return ran.is === 'ended' ? ran.stdout : '';
}

async function handOver(queue: string, bytes: Buffer, time: Time): Promise<{ request: string } | PrintResult> {
  const args = ['-d', queue, '-o', 'raw', '-t', 'Tillbridge', '--'];
  const ran = await runProgram(time, 'lp', args, { limitMs: TAKE_OVER_MS, input: bytes });
  // `lp` may have passed the document on already.
  if (ran.is === 'late') return failed(stalled(message('printer.systemNotResponding')), false);
  const output = ran.is === 'ended' ? ran.stdout + ran.stderr : '';
  const request = /request id is (\S+)/.exec(output)?.[1];
  // The ID starts with the queue's name, so `cancel` can't read it as an option.
  if (ran.is === 'ended' && ran.isWell && request?.startsWith(`${queue}-`)) return { request };
  const unknown = UNKNOWN.test(output);
  return {
    outcome: 'failed',
    nothingPrinted: true,
    code: 'unreachable',
    text:
      ran.is === 'missing'
        ? message('printer.noPrintSystem')
        : unknown
          ? message('printer.systemPrinterMissing', { name: queue })
          : message('printer.queueAcceptsNoJobs', { name: queue }),
    hint: message('printer.checkSystemName'),
  };
}

/** Whether the system's queue may still have the document; true if unknown. */
async function stillThere(queue: string, request: string, time: Time): Promise<boolean> {
  const ran = await runProgram(time, 'lpstat', ['-o', queue], { limitMs: ASK_MS });
  if (ran.is !== 'ended') return ran.is === 'late';
  return !ran.isWell || ran.stdout.split('\n').some((line) => line.startsWith(`${request} `));
}

async function whyHeldBack(name: string, time: Time): Promise<Text> {
  const ran = await runProgram(time, 'lpstat', ['-p', name], { limitMs: ASK_MS });
  if (ran.is === 'late') return message('printer.systemNotResponding');
  const stdout = ran.is === 'ended' ? ran.stdout : '';
  const reason = stdout.split('\n')[1]?.trim();
  if (reason) return message('printer.queueHoldingBecause', { name, reason });
  return message('printer.queueHolding', { name });
}

/** What prevents printing, as far as the system reports it. Never rejects. */
export async function systemQueueTrouble(given: string, time: Time = systemTime, windows = windowsPrintSystem): Promise<Text | null> {
  const checked = queueName(given);
  if ('text' in checked) return checked.text;
  const { name } = checked;
  if (process.platform === 'win32') return windowsPrinterTrouble(windows, name);
  const ran = await runProgram(time, 'lpstat', ['-l', '-p', name], { limitMs: ASK_MS });
  if (ran.is === 'late') return message('printer.systemNotResponding');
  if (ran.is === 'missing') return message('printer.noPrintSystem');
  if (!ran.isWell) return UNKNOWN.test(ran.stderr) ? message('printer.systemPrinterMissing', { name }) : null;
  return troubleIn(name, ran.stdout)?.text ?? null;
}

/** Writes to a shared Windows printer as to a file. What the spooler accepts after `passMs` still prints. */
export async function printOnShare(path: string, queue: string, bytes: Buffer, passMs: number, time = systemTime): Promise<PrintResult> {
  const text = message('printer.sharedAcceptsNoJobs', { name: queue });
  const refused = { outcome: 'failed', code: 'unreachable', text, hint: message('printer.shareInWindows') } as const;
  let share: FileHandle;
  try {
    share = await inTime(time, path, passMs, async (signal) => {
      const opened = await open(path, 'w');
      if (!signal.aborted) return opened;
      await opened.close();
      throw signal.reason;
    });
  } catch {
    return { ...refused, nothingPrinted: true };
  }
  try {
    await inTime(time, path, passMs, () => share.writeFile(bytes).then(() => share.close()));
    return SENT;
  } catch {
    // Not awaited: it hangs as long as the write does.
    void share.close().catch(() => undefined);
    return { ...refused, nothingPrinted: false };
  }
}
