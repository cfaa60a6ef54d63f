/** Files that no one but this user may read: whatever rights the system would give new ones, and whoever wrote the old ones. */

import type { ChildProcess } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs';
import { chmod, mkdir, open, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { message, type Text } from '../../contract/message.ts';
import { unlessUnknown } from '../../shared/files/private-files.ts';
import { replaceFile } from '../../shared/files/replace-file.ts';

/** What stands in the way of keeping the data folder to ourselves, in words for staff. */
export interface Exposure {
  text: Text;
  hint: Text;
}

const OTHERS = 0o077;
const STICKY = 0o1000;
const EVERYBODY_WRITES = 0o002;

/** Environment: the umask of before, for a process that this one starts in its own place. */
const GIVEN = 'TILLBRIDGE_UMASK';
/** While this process is closed to others. */
interface Closed {
  /** The umask that Tillbridge was started with; what others are meant to read still goes by it. */
  given: number;
  /** As it was found: the umask, and what the process before left of its own. */
  before: { umask: number; word: string | undefined };
  /** So many keep it closed: its entry to the end, each app while it has its data folder. */
  by: number;
}
let closed: Closed | null = null;

/**
 * From now on every new file and folder is this user's alone. To be called before the first file is written. Answers with what gives the
 * process back as it was found, once no one else keeps it closed.
 */
export function closeToOthers(): () => void {
  // A worker thread may not set it, and has it from the process already.
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

/** The rights of a file or folder that other programs are meant to read (the till's), as if nothing had been closed. */
function rightsForOthers(of: 'file' | 'folder'): number {
  return (of === 'file' ? 0o666 : 0o777) & ~(closed?.given ?? process.umask());
}

/**
 * Starts another program with the umask that Tillbridge was given: what a browser saves is not ours to close. `start` starts it before it
 * returns and waits for nothing: whatever Tillbridge writes itself meanwhile would be open to others.
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
 * A folder that another program looks into, with the rights it always had. For whoever names it, and never again: where a share was
 * unmounted it would be made on this computer's own disk, and no one would look into it. Throws the file system's error.
 */
export async function makeFolderForOthers(folder: string): Promise<void> {
  const made = await mkdir(folder, { recursive: true });
  if (made === undefined) return;
  // From the folder itself up to the first one that was made.
  for (let one = resolve(folder); one.length >= made.length; one = dirname(one))
    await chmod(one, rightsForOthers('folder')).catch(() => undefined);
}

/**
 * A file that other programs read, whole or not at all: written beside it and then renamed, so that no one reads half of one. Nothing
 * comes of it once `late` has aborted. Throws the file system's error.
 */
export async function writeForOthers(folder: string, name: string, text: string, late?: AbortSignal): Promise<void> {
  const unfinished = join(folder, `.${name}.part`);
  // Others may write here, too: a link left under this name would have another file of ours written over and opened to all.
  await rm(unfinished, { force: true });
  try {
    const file = await open(unfinished, 'wx');
    try {
      // They may run as another user, and read what they always read. A share that keeps no rights takes the file all the same.
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
 * Takes the rights of other users away from the data folder and from everything in it.
 * Answers what it could not close. POSIX only: see `windows-rights.ts`.
 */
export function closeDataFolder(dataDir: string): Exposure[] {
  const own = isFolderOfItsOwn(dataDir);
  const failed: string[] = [];
  // The folder first: from then on no one else can put something in the place of a file that is about to be changed.
  if (own) close(dataDir, failed);
  for (const name of readdirSync(dataDir)) {
    if (isOurs(name)) closeAll(join(dataDir, name), failed);
    else if (own) close(join(dataDir, name), failed);
  }
  return [...exposuresOf(dataDir, own), ...(failed[0] === undefined ? [] : [notClosed(failed[0])])];
}

/** What Tillbridge writes into its data folder. */
const OURS =
  /^(tillbridge\.sqlite.*|settings(\.|-file).*|vault[.-].*|launch\.key|counter\.address.*|counter-sessions\.json.*|tablets\.json.*|ways-in|open-counter\.html.*|window\.json.*|display-.*|in-use\.lock.*|notifications-waiting|backup|log|crash|electron|training)$/;
/** An installer's file and the like may lie beside it. */
const OTHER_FILES = 10;

export function isOurs(name: string): boolean {
  return OURS.test(name);
}

/**
 * Someone's home, the system's folders or a till's are not ours to close, even if the app was started on one: there may be much in them
 * that others need. What Tillbridge wrote there is closed by itself.
 */
function isFolderOfItsOwn(dataDir: string): boolean {
  const folder = realpathSync(dataDir);
  const home = resolved(homedir());
  if (folder === home || home.startsWith(folder.endsWith(sep) ? folder : folder + sep)) return false;
  if (folder === resolved(tmpdir()) || (statSync(folder).mode & STICKY) !== 0) return false;
  return holdsOnlyOurs(folder);
}

/** What Tillbridge writes, and at most a few files beside it. */
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

/** A folder that may not be looked into, or is gone by now, keeps none of the others open. */
function namesIn(folder: string, failed: string[]): string[] {
  try {
    return readdirSync(folder);
  } catch {
    if (lstatSync(folder, { throwIfNoEntry: false })) failed.push(folder);
    return [];
  }
}

/** Links are passed over: what they lead to may be meant for others. Null for what is neither file nor folder, or gone. */
function close(path: string, failed: string[]): Stats | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat || !(stat.isFile() || stat.isDirectory())) return null;
  if ((stat.mode & OTHERS) === 0) return stat;
  try {
    chmodSync(path, stat.mode & 0o700);
  } catch {
    // Looked at again below: a folder of another user, or a disk that keeps no rights.
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

/** Whether someone else can rename what stands in this folder. In one with the sticky bit (as /tmp has it) only the owner can. */
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
