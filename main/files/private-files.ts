/** Keeps files private to this user, whatever the default rights or the rights of older files. */

import type { ChildProcess } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { chmod, mkdir, open, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { message, type Text } from '../../contract/message.ts';
import { unlessUnknown } from '../../shared/files/private-files.ts';
import { replaceFile } from '../../shared/files/replace-file.ts';

export interface Exposure {
  text: Text;
  hint: Text;
}

const OTHERS = 0o077;
const STICKY = 0o1000;
const EVERYBODY_WRITES = 0o002;

/** Environment variable: the original umask, for a process that replaces this one. */
const GIVEN = 'TILLBRIDGE_UMASK';
interface Closed {
  /** The umask Tillbridge was started with; files for others follow it. */
  given: number;
  /** The process's earlier umask and variable, to restore. */
  before: { umask: number; word: string | undefined };
  /** Number of callers that need the closed state: the entry point until the end, and each app while it has its data folder. */
  by: number;
}
let closed: Closed | null = null;

/**
 * Makes every new file and folder private to this user. Call before writing the first file. The result restores the process once all
 * callers have called theirs.
 */
export function closeToOthers(): () => void {
  // Worker threads can't set the umask, and inherit it.
  if (!isMainThread) return () => undefined;
  closed ??= closeProcess();
  closed.by += 1;
  let isKept = true;
  return () => {
    if (!isKept || closed === null) return;
    isKept = false;
    closed.by -= 1;
    if (closed.by === 0) openProcess(closed);
  };
}

function closeProcess(): Closed {
  const before = { umask: process.umask(OTHERS), word: process.env[GIVEN] };
  const first = Number.parseInt(before.word ?? '', 8);
  const given = Number.isInteger(first) && first >= 0 && first <= 0o777 ? first : before.umask;
  process.env[GIVEN] = given.toString(8);
  return { given, before, by: 0 };
}

function openProcess({ before }: Closed): void {
  process.umask(before.umask);
  if (before.word === undefined) delete process.env[GIVEN];
  else process.env[GIVEN] = before.word;
  closed = null;
}

/** Rights by the original umask, for files that other programs read (the till). */
function rightsForOthers(of: 'file' | 'folder'): number {
  return (of === 'file' ? 0o666 : 0o777) & ~(closed?.given ?? process.umask());
}

/**
 * Starts another program with the original umask. `start` must start it synchronously and wait for nothing: files written meanwhile would
 * be open to others.
 */
export function asGiven<T extends ChildProcess>(start: () => T): T {
  if (closed === null) return start();
  process.umask(closed.given);
  try {
    return start();
  } finally {
    process.umask(OTHERS);
  }
}

/**
 * Creates a folder for another program, with normal rights. Call it only when staff enter the folder: else an unmounted share would be
 * created on the local disk, unnoticed. Throws the file system's error.
 */
export async function makeFolderForOthers(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made === undefined) return;
  for (let one = resolve(folder); one.length >= made.length; one = dirname(one))
    await chmod(one, rightsForOthers('folder')).catch(() => undefined);
}

/**
 * Writes a file for other programs, completely or not at all, by renaming. Does nothing once `late` aborts. Throws the file system's error.
 */
export async function writeForOthers(folder: string, name: string, text: string, late?: AbortSignal): Promise<void> {
  const unfinished = join(folder, `.${name}.part`);
  // Others may write here: through a planted link, a private file would be overwritten and opened.
  await rm(unfinished, { force: true });
  try {
    const file = await open(unfinished, 'wx');
    try {
      // Readers may be other users. Shares without rights still accept the file.
      await file.chmod(rightsForOthers('file')).catch(() => undefined);
      await file.writeFile(text);
      await file.sync().catch(unlessUnknown);
    } finally {
      await file.close();
    }
    late?.throwIfAborted();
    await replaceFile(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * Removes other users' rights from the data folder and everything in it. Returns what it couldn't close. POSIX only: see
 * `windows-rights.ts`.
 */
export function closeDataFolder(dataDir: string): Exposure[] {
  const own = isFolderOfItsOwn(dataDir);
  const failed: string[] = [];
  // The folder first: then others can't swap a file about to be changed.
  if (own) close(dataDir, failed);
  for (const name of readdirSync(dataDir)) {
    if (isOurs(name)) closeAll(join(dataDir, name), failed);
    else if (own) close(join(dataDir, name), failed);
  }
  return [...exposuresOf(dataDir, own), ...(failed[0] === undefined ? [] : [notClosed(failed[0])])];
}

const OURS =
  /^(tillbridge\.sqlite.*|settings(\.|-file).*|vault[.-].*|launch\.key|counter\.address.*|counter-sessions\.json.*|tablets\.json.*|ways-in|open-counter\.html.*|window\.json.*|display-.*|in-use\.lock.*|notifications-waiting|backup|log|crash|electron|training)$/;
/** Up to this many foreign files, such as an installer's, the folder still counts as ours alone. */
const OTHER_FILES = 10;

export function isOurs(name: string): boolean {
  return OURS.test(name);
}

/**
 * Whether the folder is Tillbridge's alone. Home, system and shared folders keep their rights, as others need them; only Tillbridge's files
 * in them are closed.
 */
function isFolderOfItsOwn(dataDir: string): boolean {
  const folder = realpathSync(dataDir);
  const home = resolved(homedir());
  if (folder === home || home.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return false;
  if (folder === resolved(tmpdir()) || (statSync(folder).mode & STICKY) !== 0) return false;
  return holdsOnlyOurs(folder);
}

export function holdsOnlyOurs(folder: string): boolean {
  const others = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isOurs(name));
  return others.length <= OTHER_FILES && others.every((entry) => entry.isFile());
}

function resolved(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

function closeAll(path: string, failed: string[]): void {
  const stat = close(path, failed);
  if (!stat?.isDirectory()) return;
  for (const name of namesIn(path, failed)) closeAll(join(path, name), failed);
}

/** If a folder is unreadable or vanished, the other folders are still closed. */
function namesIn(folder: string, failed: string[]): string[] {
  try {
    return readdirSync(folder);
  } catch {
    if (lstatSync(folder, { throwIfNoEntry: false })) failed.push(folder);
    return [];
  }
}

/** Skips links, as their targets may be for others. Null without a file or folder. */
function close(path: string, failed: string[]): Stats | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat || !(stat.isFile() || stat.isDirectory())) return null;
  if ((stat.mode & OTHERS) === 0) return stat;
  try {
    chmodSync(path, stat.mode & 0o700);
  } catch {
    // Fails in another user's folder or on a disk without rights, which the check below finds.
  }
  if (((lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0) & OTHERS) !== 0) failed.push(path);
  return stat;
}

function exposuresOf(dataDir: string, own: boolean): Exposure[] {
  const me = process.getuid?.();
  const folder = realpathSync(dataDir);
  const stat = statSync(folder);
  if (me !== undefined && stat.uid !== me) {
    return [
      {
        text: message('dataFolder.otherOwner', { dataDir }),
        hint: message('dataFolder.stopAndChangeOwner'),
      },
    ];
  }
  const open = placesAbove(folder).find((above) => letsOthersReplace(above, me));
  if (open !== undefined) {
    return [
      {
        text: message('dataFolder.unsafeParent', { dataDir, open }),
        hint: message('dataFolder.stopAndMove'),
      },
    ];
  }
  if (own || (stat.mode & OTHERS) === 0) return [];
  return [
    {
      text: message('dataFolder.otherFiles', { dataDir }),
      hint: message('dataFolder.useOwn'),
    },
  ];
}

/** Whether another user can rename entries of this folder. With the sticky bit (as in /tmp) only owners can. */
function letsOthersReplace(folder: string, me: number | undefined): boolean {
  const { mode, uid } = statSync(folder);
  if (me !== undefined && uid !== me && uid !== 0) return true;
  return (mode & EVERYBODY_WRITES) !== 0 && (mode & STICKY) === 0;
}

function placesAbove(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [] : [above, ...placesAbove(above)];
}

function notClosed(path: string): Exposure {
  return {
    text: message('file.readableByOthers', { path }),
    hint: message('dataFolder.changeOwner'),
  };
}
