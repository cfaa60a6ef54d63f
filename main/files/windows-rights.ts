/** Folders on Windows: this user, the system and its administrators, and nobody else. */

import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { message } from '../../contract/message.ts';
import type { Exposure } from './private-files.ts';

const run = promisify(execFile);

const SYSTEM = 'S-1-5-18';
/** As root elsewhere: whoever is one can take any file of the computer. */
const ADMINISTRATORS = 'S-1-5-32-544';
/** Everybody, who is logged in, who has proved who he is, who has not, the computer's users, and its guests. */
const EVERYBODY = ['S-1-1-0', 'S-1-5-4', 'S-1-5-11', 'S-1-5-7', 'S-1-5-32-545', 'S-1-5-32-546'];

/**
 * What icacls is called with, one call after the other, all without a shell: the folder inherits nothing from the place it stands in and is
 * given to three; then everything in it inherits from the folder alone, whatever was granted on it before.
 */
export function rightsCalls(folder: string, userSid: string): string[][] {
  const all = (sid: string): string => `*${sid}:(OI)(CI)F`;
  return [
    [folder, '/inheritance:r', '/grant:r', all(userSid), all(SYSTEM), all(ADMINISTRATORS), '/q'],
    [folder, '/remove:g', ...EVERYBODY.map((sid) => `*${sid}`), '/q'],
    // Links are changed themselves, never what they lead to.
    [`${folder}\\*`, '/reset', '/t', '/l', '/q'],
  ];
}

/** From the answer of `whoami /user /fo csv /nh`: `"shop\anna","S-1-5-21-..."`. Null for anything else. */
export function userSidOf(answer: string): string | null {
  return /"(S-1-[0-9-]+)"\s*$/.exec(answer.trim())?.[1] ?? null;
}

/** A share that does not answer holds up neither a start nor an end. */
const LONGEST_MS = 10_000;

/** By their full names: Windows looks into the current folder first. */
async function tool(name: 'whoami' | 'icacls', args: string[]): Promise<string> {
  const tools = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32');
  return (await run(join(tools, `${name}.exe`), args, { windowsHide: true, timeout: LONGEST_MS })).stdout;
}

/** Answers the user to whom it is closed now. Throws where that cannot be done. */
async function close(folder: string): Promise<string> {
  const sid = userSidOf(await tool('whoami', ['/user', '/fo', 'csv', '/nh']));
  if (sid === null) throw new Error('whoami named no user');
  for (const args of rightsCalls(folder, sid)) await tool('icacls', args);
  return sid;
}

/**
 * From what `icacls /save` writes: `D:PAI(A;OICI;FA;;;BA)...`. True only where the folder inherits nothing, and nobody but this user, the
 * system and its administrators is allowed anything: a disk that keeps no rights says none of that.
 */
export function isClosedTo(userSid: string, saved: string): boolean {
  const [, flags = '', entries = ''] = /D:([A-Z_]*)((?:\([^()]*\))+)/.exec(saved) ?? [];
  const allowed = new Set([userSid, SYSTEM, 'SY', ADMINISTRATORS, 'BA', ...(userSid.endsWith('-500') ? ['LA'] : [])]);
  const given = [...entries.matchAll(/\(([^()]*)\)/g)].map(([, entry = '']) => entry.split(';'));
  return flags.includes('P') && given.length > 0 && given.every(([type, , , , , sid = '']) => type === 'D' || allowed.has(sid));
}

/**
 * Closes a folder on a disk that may keep no rights, and reads back whether it is closed. Never rejects: false is what cannot be proved.
 */
export async function closeFolderOnWindows(folder: string): Promise<boolean> {
  const saved = join(folder, 'tillbridge-rights.part');
  try {
    const sid = await close(folder);
    await tool('icacls', [folder, '/save', saved, '/q']);
    return isClosedTo(sid, (await readFile(saved)).toString('utf16le'));
  } catch {
    return false;
  } finally {
    await rm(saved, { force: true }).catch(() => undefined);
  }
}

/** Never rejects: what cannot be closed is told. */
export async function closeDataFolderOnWindows(dataDir: string): Promise<Exposure[]> {
  try {
    await close(dataDir);
    return [];
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return [
      {
        says: message('data-folder-data-dir-could-not', { dataDir, why }),
        remedy: message('open-its-properties-in-windows-and'),
      },
    ];
  }
}
