/** Explains to staff why a chosen folder can't be written to, and what helps. */
import { lstatSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { joinSentences, message, type Text } from '../../contract/message.ts';
import { FileHeld } from '../../shared/files/replace-file.ts';

/** `code`: from the file system, SQLite or the writer. `at`: the file or folder at fault. */
export interface WhyNot {
  code: string;
  at: string;
}

export interface Written {
  failed: Text;
  /** Text for codes without their own. */
  failedBy: (code: string) => Text;
  missing?: Text;
  closed?: Text;
  full?: Text;
  isChosen: boolean;
}

const NO_FOLDER = new Set(['ENOENT', 'ENOTDIR', 'EEXIST', 'ELOOP']);
const LEADS_NOWHERE = 'leads-nowhere';
const VANISHED = 'not-found';

/** Checks the path itself, as the system reports broken links like missing files. Never throws. */
export function whyNot(folder: string, error: unknown): WhyNot {
  const code = codeOf(error);
  if (error instanceof FileHeld) return { code, at: error.path };
  if (!NO_FOLDER.has(code)) return { code, at: folder };
  // The folder exists; something in it vanished.
  return blockedBy(folder) ?? { code: code === 'ENOENT' ? VANISHED : code, at: folder };
}

/** The first part of the path that isn't a folder; null if all are. */
function blockedBy(path: string): WhyNot | null {
  const above = dirname(path);
  const before = above === path ? null : blockedBy(above);
  if (before) return before.code === 'ENOENT' ? { ...before, at: path } : before;
  try {
    const itself = lstatSync(path);
    if (itself.isDirectory()) return null;
    if (!itself.isSymbolicLink()) return { code: 'ENOTDIR', at: path };
  } catch (error) {
    return { code: codeOf(error), at: path };
  }
  try {
    return statSync(path).isDirectory() ? null : { code: 'ENOTDIR', at: path };
  } catch (error) {
    const code = codeOf(error);
    return { code: code === 'ENOENT' || code === 'ENOTDIR' ? LEADS_NOWHERE : code, at: path };
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** Cause and remedy. Assumes that writing is retried automatically. */
export function wordsFor({ code, at: path }: WhyNot, written: Written): { text: Text; hint: Text } {
  const { failed } = written;
  const otherwise = written.isChosen ? message('file.chooseAnotherFolder') : '';
  const say = (text: Text, ...hint: Text[]) => ({ text, hint: joinSentences(...hint, otherwise, message('text.retrying')) });
  const move = message('file.moveAway', { path });
  switch (kindOf(code)) {
    case 'missing':
      return say(written.missing ?? joinSentences(failed, message('file.missing', { path })), message('file.checkDiskPluggedIn'));
    case 'no-folder':
      return say(joinSentences(failed, message('file.notFolder', { path })), move);
    case 'leads-nowhere':
      return say(joinSentences(failed, message('file.linkBroken', { path })), move);
    case 'loop':
      return say(joinSentences(failed, message('file.linkLoop', { path })), move);
    case 'other-thing':
      return say(joinSentences(failed, message('file.nameTaken', { path })), move);
    case 'too-long':
      return say(joinSentences(failed, message('file.pathTooLong', { path })), message('file.useShorterPath'));
    case 'closed':
      return say(written.closed ?? joinSentences(failed, message('file.notWritable', { path })), message('file.allowWriting'));
    case 'held':
      return say(joinSentences(failed, message('file.inUse', { path })), message('file.closeProgram'));
    case 'read-only':
      return say(joinSentences(failed, message('file.diskReadOnly', { path })), message('file.removeWriteProtection'));
    case 'full':
      return say(written.full ?? joinSentences(failed, message('file.diskFull', { path })), message('file.freeDiskSpace'));
    case 'failing':
      return say(joinSentences(failed, message('file.diskErrors', { path })), message('file.haveDiskChecked'));
    case 'away':
      return say(joinSentences(failed, message('file.hostNotResponding', { path })), message('file.checkHostAndNetwork'));
    default:
      return say(written.failedBy(code), message('file.check', { path }));
  }
}

function kindOf(code: string): string {
  for (const [kind, codes] of Object.entries(KINDS)) if (codes.some((one) => code === one || code.startsWith(`${one}_`))) return kind;
  return 'unknown';
}

const KINDS: Record<string, readonly string[]> = {
  missing: ['ENOENT'],
  'no-folder': ['ENOTDIR', 'EEXIST'],
  'leads-nowhere': [LEADS_NOWHERE],
  loop: ['ELOOP'],
  'other-thing': ['EISDIR', 'EFTYPE', 'EFBIG'],
  'too-long': ['ENAMETOOLONG'],
  closed: ['EACCES', 'EPERM', 'SQLITE_PERM', 'SQLITE_CANTOPEN', 'SQLITE_READONLY'],
  held: ['EBUSY'],
  'read-only': ['EROFS'],
  full: ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'],
  // `different`: read back differently than written.
  failing: ['EIO', 'ENXIO', 'ENODEV', 'different', 'SQLITE_IOERR'],
  away: ['ENOTCONN', 'ESTALE', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNRESET', 'ENETDOWN'],
};
