/** Restricts folders on Windows to this user, the system and administrators. */

import { execFile } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { readFile, rm, stat } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join, win32 } from 'node:path';
import { promisify } from 'node:util';
import { message } from '../../contract/message.ts';
import { type Exposure, holdsOnlyOurs, isOurs } from './private-files.ts';

const run = promisify(execFile);

const SYSTEM = 'S-1-5-18';
/** Like root: administrators can access every file anyway. */
const ADMINISTRATORS = 'S-1-5-32-544';
/** Everyone, interactive, authenticated, anonymous, users, guests. */
const EVERYBODY = ['S-1-1-0', 'S-1-5-4', 'S-1-5-11', 'S-1-5-7', 'S-1-5-32-545', 'S-1-5-32-546'];

/** Arguments of icacls, and its time limit, ms. */
export interface RightsCall {
  args: string[];
  limitMs: number;
}

/** Limits how long an unresponsive share delays start and end. */
const LONGEST_MS = 10_000;
/** Limit of the call that visits every file: interrupted, it would leave some open. */
const EVERY_FILE_MS = 120_000;

/**
 * Arguments of icacls calls, made in order and without a shell: the folder stops inheriting, gets its owner and three rights; then
 * everything in it inherits from it alone.
 */
export function rightsCalls(folder: string, userSid: string, kind: 'folder' | 'file' = 'folder'): RightsCall[] {
  const all = (sid: string): string => `*${sid}:${kind === 'folder' ? '(OI)(CI)' : ''}F`;
  const calls = [
    [folder, '/inheritance:r', '/grant:r', all(userSid), all(SYSTEM), all(ADMINISTRATORS), '/q'],
    [folder, '/remove:g', ...EVERYBODY.map((sid) => `*${sid}`), '/q'],
    // Changes the owner, too: an owner can grant rights again.
    [folder, '/setowner', `*${userSid}`, '/q'],
  ].map((args) => ({ args, limitMs: LONGEST_MS }));
  // Changes links themselves, never their targets.
  return kind === 'file' ? calls : [...calls, { args: [`${folder}\\*`, '/reset', '/t', '/l', '/q'], limitMs: EVERY_FILE_MS }];
}

/** Environment variables naming folders that others need. */
const SHARED = ['SystemDrive', 'ProgramData', 'ProgramFiles', 'ProgramFiles(x86)', 'ProgramW6432', 'PUBLIC', 'APPDATA', 'LOCALAPPDATA'];

/**
 * Whether a folder is a drive or share root, the home or temporary folder, a Windows folder, or above one of these. Its rights must stay,
 * as its contents depend on them. Pure.
 */
export function isSharedPlace(folder: string, env: NodeJS.ProcessEnv, home: string, temp: string): boolean {
  const flat = (path: string): string =>
    `${win32
      .normalize(path.replace(/^\\\\[?.]\\(?:UNC\\)?/i, ''))
      .toLowerCase()
      .replace(/\\+$/, '')}\\`;
  const itself = flat(folder);
  const { root } = win32.parse(win32.normalize(folder));
  if (itself === flat(root)) return true;
  const places = [home, temp, ...SHARED.map((name) => env[name] ?? '')].filter((path) => path !== '');
  if (places.some((path) => flat(path).startsWith(itself))) return true;
  return env.SystemRoot !== undefined && (itself.startsWith(flat(env.SystemRoot)) || flat(env.SystemRoot).startsWith(itself));
}

/** Parses `whoami /user /fo csv /nh`: `"shop\anna","S-1-5-21-..."`. Null for anything else. */
export function userSidOf(answer: string): string | null {
  return /"(S-1-[0-9-]+)"\s*$/.exec(answer.trim())?.[1] ?? null;
}

/** Called by full path, as Windows searches the current folder first. */
async function tool(name: 'whoami' | 'icacls', args: string[], limitMs = LONGEST_MS): Promise<string> {
  const tools = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32');
  return (await run(join(tools, `${name}.exe`), args, { windowsHide: true, timeout: limitMs })).stdout;
}

async function ownSid(): Promise<string> {
  const sid = userSidOf(await tool('whoami', ['/user', '/fo', 'csv', '/nh']));
  if (sid === null) throw new Error('whoami named no user');
  return sid;
}

async function close(path: string, sid: string, kind: 'folder' | 'file' = 'folder'): Promise<void> {
  for (const { args, limitMs } of rightsCalls(path, sid, kind)) await tool('icacls', args, limitMs);
}

/**
 * Parses `icacls /save`: `D:PAI(A;OICI;FA;;;BA)...`. True only if nothing is inherited and only this user, the system and administrators
 * have rights; disks without rights report none of that.
 */
export function isClosedTo(userSid: string, saved: string): boolean {
  const [, flags = '', entries = ''] = /D:([A-Z_]*)((?:\([^()]*\))+)/.exec(saved) ?? [];
  const allowed = new Set([userSid, SYSTEM, 'SY', ADMINISTRATORS, 'BA', ...(userSid.endsWith('-500') ? ['LA'] : [])]);
  const given = [...entries.matchAll(/\(([^()]*)\)/g)].map(([, entry = '']) => entry.split(';'));
  return flags.includes('P') && given.length > 0 && given.every(([type, , , , , sid = '']) => type === 'D' || allowed.has(sid));
}

/** Closes a folder and verifies it by reading back. Never rejects: false if unverified. */
export async function closeFolderOnWindows(folder: string): Promise<boolean> {
  const saved = join(folder, 'tillbridge-rights.part');
  try {
    const sid = await ownSid();
    await close(folder, sid);
    await tool('icacls', [folder, '/save', saved, '/q']);
    return isClosedTo(sid, (await readFile(saved)).toString('utf16le'));
  } catch {
    return false;
  } finally {
    await rm(saved, { force: true }).catch(() => undefined);
  }
}

/** In a shared place, closes only Tillbridge's files and reports the rest. Never rejects: failures are reported, too. */
export async function closeDataFolderOnWindows(dataDir: string): Promise<Exposure[]> {
  try {
    const folder = realpathSync.native(dataDir);
    const sid = await ownSid();
    if (!isSharedPlace(folder, process.env, homedir(), tmpdir()) && holdsOnlyOurs(folder)) {
      await close(dataDir, sid);
      return [];
    }
    for (const name of readdirSync(folder).filter(isOurs)) {
      const path = join(folder, name);
      await close(path, sid, (await stat(path)).isDirectory() ? 'folder' : 'file');
    }
    return [
      {
        text: message('dataFolder.otherFiles', { dataDir }),
        hint: message('dataFolder.useOwn'),
      },
    ];
  } catch (error) {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    return [
      {
        text: message('dataFolder.cannotRestrict', { dataDir, why }),
        hint: message('dataFolder.restrictInWindows'),
      },
    ];
  }
}
