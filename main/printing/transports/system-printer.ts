/** Prints through the operating system, by the printer's name there: CUPS on Linux and macOS, a shared printer on Windows. Never through a shell. */

import { execFile, spawn } from 'node:child_process';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { message, type Text } from '../../../contract/message.ts';
import { systemTime } from '../../time/system-time.ts';
import { queueName, sharePath } from './device-name.ts';
import type { PrintResult } from './tcp-printer.ts';

const run = promisify(execFile);
const LOOK_EVERY_MS = 300;
const UNKNOWN = /unknown printer|does not exist|invalid destination/i;

/**
 * Hands the bytes over raw and waits until the system has passed them on. Never rejects. What it has not passed on after `passMs` is
 * taken back, so that the same paper cannot come out of the system's queue after it was printed again.
 */
export async function printBySystem(
  given: string,
  bytes: Buffer,
  passMs = 20_000,
  signal?: AbortSignal,
  time = systemTime,
): Promise<PrintResult> {
  const checked = queueName(given);
  if ('says' in checked) return { outcome: 'failed', nothingPrinted: true, code: 'not-a-printer', ...checked };
  const queue = checked.name;
  if (process.platform === 'win32') return printOnShare(sharePath(queue), queue, bytes, passMs, time);
  const handed = await handOver(queue, bytes);
  if ('outcome' in handed) return handed;
  for (const until = time.monotonic() + passMs; time.monotonic() < until && !signal?.aborted; ) {
    if (!(await stillThere(queue, handed.request))) return { outcome: 'sent', warnings: [] };
    await time.wait(LOOK_EVERY_MS);
  }
  await run('cancel', [handed.request]).catch(() => undefined);
  const says = await whyHeldBack(queue);
  return { outcome: 'failed', nothingPrinted: false, code: 'stalled', says, remedy: message('look-at-printer-and-at-its') };
}

async function handOver(queue: string, bytes: Buffer): Promise<{ request: string } | PrintResult> {
  const child = spawn('lp', ['-d', queue, '-o', 'raw', '-t', 'Tillbridge', '--'], { env: { ...process.env, LC_ALL: 'C' } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  const request = /request id is (\S+)/.exec(said)?.[1];
  // As it was asked for: what is taken back later is this paper and no option.
  if (code === 0 && request?.startsWith(`${queue}-`)) return { request };
  const unknown = UNKNOWN.test(said);
  return {
    outcome: 'failed',
    nothingPrinted: true,
    code: 'unreachable',
    says:
      code === null
        ? message('this-computer-has-no-print-system')
        : unknown
          ? message('system-printer-name-does-not-exist', { name: queue })
          : message('system-printer-name-takes-no-jobs', { name: queue }),
    remedy: message('check-its-name-in-system-settings'),
  };
}

async function stillThere(queue: string, request: string): Promise<boolean> {
  const { stdout } = await run('lpstat', ['-o', queue]).catch(() => ({ stdout: '' }));
  return stdout.split('\n').some((line) => line.startsWith(`${request} `));
}

/** With the system's own words, where it has any. */
async function whyHeldBack(name: string): Promise<Text> {
  const { stdout } = await run('lpstat', ['-p', name], { env: { ...process.env, LC_ALL: 'C' } }).catch(() => ({ stdout: '' }));
  const reason = stdout.split('\n')[1]?.trim();
  if (reason) return message('system-printer-queue-holds-paper-back', { name, reason });
  return message(stdout.includes('disabled') ? 'system-printer-name-is-stopped' : 'system-printer-name-holds-paper-back', { name });
}

/** What keeps a printer of the system from taking papers, as far as the system says; null where nothing does. Never rejects. */
export async function systemQueueTrouble(given: string): Promise<Text | null> {
  const checked = queueName(given);
  if ('says' in checked) return checked.says;
  if (process.platform === 'win32') return null;
  const { name } = checked;
  try {
    const { stdout } = await run('lpstat', ['-p', name], { env: { ...process.env, LC_ALL: 'C' }, timeout: 5_000 });
    return /\bdisabled\b/.test(stdout) ? message('system-printer-name-is-stopped', { name }) : null;
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    if (code === 'ENOENT') return message('this-computer-has-no-print-system');
    return UNKNOWN.test(stderr) ? message('system-printer-name-does-not-exist', { name }) : null;
  }
}

/**
 * A printer of this computer that is shared takes a file that is written to its address as it is. `passMs`: for the spooler to take it;
 * what it takes later is on paper then, so it counts as begun.
 */
export async function printOnShare(path: string, queue: string, bytes: Buffer, passMs: number, time = systemTime): Promise<PrintResult> {
  const says = message('shared-printer-queue-takes-no-jobs', { name: queue });
  const refused = { outcome: 'failed', code: 'unreachable', says, remedy: message('share-printer-in-windows-under-this') } as const;
  let share: FileHandle;
  try {
    share = await open(path, 'w');
  } catch {
    return { ...refused, nothingPrinted: true };
  }
  const writing = share
    .writeFile(bytes)
    .then(() => share.close())
    .then(
      () => 'sent' as const,
      () => 'broken' as const,
    );
  const outcome = await Promise.race([writing, time.wait(passMs, { keepsAlive: false })]);
  if (outcome === 'sent') return { outcome, warnings: [] };
  void share.close().catch(() => undefined);
  return { ...refused, nothingPrinted: false };
}
