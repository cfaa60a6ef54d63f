/** Second copy of a backup on another disk or a share that others may write to. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, lstatSync, realpathSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createPrivately, makePrivateFolder, syncFile, syncFolder } from '../../../shared/files/private-files.ts';
import { replaceFileSync } from '../../../shared/files/replace-file.ts';
import { type WhyNot, whyNot } from '../../files/folder-trouble.ts';
import { closeFolderOnWindows } from '../../files/windows-rights.ts';
import { type BackupFile, backupsIn, removeOthers, removeUnfinished } from './backup-files.ts';

/** `open`: others can read it. `same-disk`: it would be lost with the data folder. */
export type SecondCopyResult = { is: 'written'; but: 'open' | 'same-disk' | null } | ({ is: 'failed' } & WhyNot);

/** Trial file, named as an unfinished backup, so that leftovers are removed. */
const TRIAL = 'tillbridge-trial.part';

/** Several computers may share a place, so each has its folder. */
export function outsideFolder(place: string, dataDir: string): string {
  const which = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 8);
  return join(place, `tillbridge-${hostname().replaceAll(/[^A-Za-z0-9-]/g, '_')}-${which}`);
}

/** Newest first; empty without the folder. Throws if it belongs to another user or is unreachable. */
export function copiesOutside(place: string, dataDir: string, now: number): BackupFile[] {
  const folder = outsideFolder(place, dataDir);
  const stat = lstatSync(folder, { throwIfNoEntry: false });
  if (!stat) return [];
  if (isForeignFolder(folder)) throw new Error('the folder belongs to another user');
  return backupsIn(folder, now);
}

/** Why a second copy can't be written; null if no reason is known. Creates this computer's folder in `place`. */
function secondCopyBlockedBy(place: string, dataDir: string): WhyNot | null {
  let folder = place;
  try {
    // A missing folder means a missing disk, so it isn't created.
    statSync(place);
    if (isWithin(realpathSync(place), realpathSync(dataDir))) return { code: 'inside', at: folder };
    folder = outsideFolder(place, dataDir);
    makePrivateFolder(folder);
    return isForeignFolder(folder) ? { code: 'foreign', at: folder } : null;
  } catch (error) {
    return whyNot(folder, error);
  }
}

/** Like `secondCopyBlockedBy`, but also writes a trial file. */
export function tryOutside(place: string, dataDir: string): WhyNot | null {
  const why = secondCopyBlockedBy(place, dataDir);
  if (why) return why;
  const folder = outsideFolder(place, dataDir);
  const trial = join(folder, TRIAL);
  try {
    rmSync(trial, { force: true });
    createPrivately(trial);
    syncFile(trial);
    rmSync(trial);
    return null;
  } catch (error) {
    return whyNot(folder, error);
  }
}

/** Reads the copy back before naming it. Never rejects: the backup itself exists. */
export async function copyOutside(copy: {
  from: string;
  place: string;
  dataDir: string;
  /** Epoch ms of this computer's clock. */
  now: number;
  /** Called between parts; if it throws, the copy ends without leftovers. */
  nextStep: () => void;
}): Promise<SecondCopyResult> {
  const { from, place, dataDir } = copy;
  const why = secondCopyBlockedBy(place, dataDir);
  if (why) return { is: 'failed', ...why };
  let folder = place;
  try {
    folder = outsideFolder(place, dataDir);
    const disk = statSync(place).dev;
    // Checked before writing, so that data is never exposed.
    const isOpen = await isOpenToOthers(folder);
    removeUnfinished(folder);
    if (!(await copyWhole(from, join(folder, basename(from)), copy.nextStep))) return { is: 'failed', code: 'different', at: folder };
    syncFolder(folder);
    removeOthers(folder, copy.now);
    return { is: 'written', but: isOpen ? 'open' : disk === statSync(dataDir).dev ? 'same-disk' : null };
  } catch (error) {
    return { is: 'failed', ...whyNot(folder, error) };
  }
}

/** False if the copy differs when read back. Leaves no leftovers. */
async function copyWhole(from: string, to: string, nextStep: () => void): Promise<boolean> {
  const unfinished = `${to}.part`;
  try {
    createPrivately(unfinished);
    await pipeline(partsOf(from, nextStep), createWriteStream(unfinished, { flags: 'r+' }));
    syncFile(unfinished);
    const isSame = (await hashOf(unfinished, nextStep)) === (await hashOf(from, nextStep));
    if (isSame) replaceFileSync(unfinished, to);
    return isSame;
  } finally {
    rmSync(unfinished, { force: true });
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** Whether it's a link or another user's folder. Disks without users show root as owner. */
function isForeignFolder(folder: string): boolean {
  const stat = lstatSync(folder);
  const me = process.getuid?.();
  return !stat.isDirectory() || (me !== undefined && stat.uid !== me && stat.uid !== 0);
}

async function isOpenToOthers(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return !(await closeFolderOnWindows(folder));
  return (statSync(folder).mode & 0o077) !== 0;
}

async function hashOf(file: string, nextStep: () => void): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of partsOf(file, nextStep)) hash.update(part);
  return hash.digest('hex');
}

async function* partsOf(file: string, nextStep: () => void): AsyncGenerator<Buffer> {
  for await (const part of createReadStream(file)) {
    nextStep();
    yield part;
  }
}
