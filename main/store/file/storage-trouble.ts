/** A disk that does not take what must be kept: full, failing, closed to this user, or with a damaged database; in words for staff. */

type Code = 'disk-full' | 'disk-failing' | 'disk-read-only' | 'database-damaged' | 'database-gone';

export class StorageTrouble extends Error {
  readonly code: Code;
  readonly says: string;
  readonly remedy: string;
  constructor(code: Code, cause: unknown) {
    super(SAYS[code], { cause });
    this.code = code;
    this.says = SAYS[code];
    this.remedy = REMEDY[code];
  }
}

const SAYS: Record<Code, string> = {
  'disk-full': 'The disk of this computer is full: orders and commands cannot be kept.',
  'disk-failing': 'The disk of this computer reports errors: orders and commands cannot be kept.',
  'disk-read-only': 'Tillbridge may not write in its data folder: orders and commands cannot be kept.',
  'database-damaged': 'The database of this computer is damaged: orders and commands cannot be kept.',
  'database-gone': 'The database of this computer was removed while Tillbridge was running: orders and commands cannot be kept.',
};
const MEANWHILE = 'Until then look after new orders in the merchant app; Tillbridge goes on by itself.';
const REMEDY: Record<Code, string> = {
  'disk-full': `Free some space on the disk. ${MEANWHILE}`,
  'disk-failing': `Have the disk looked at, and move the data folder to another one. ${MEANWHILE}`,
  'disk-read-only': `Give this user the right to write there. ${MEANWHILE}`,
  'database-damaged': 'Stop Tillbridge and start it again: the damaged file is kept aside and the last backup takes its place.',
  'database-gone': 'Tillbridge puts it back by itself. If this stays, stop Tillbridge and start it again.',
};

/** What an error of SQLite or of the file system says about the storage; null when it is about something else. */
export function storageTroubleOf(error: unknown): StorageTrouble | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StorageTrouble) return cause;
    const code = 'code' in cause ? codeOf(String(cause.code)) : null;
    if (code) return new StorageTrouble(code, error);
  }
  return null;
}

function codeOf(code: string): Code | null {
  switch (code) {
    case 'SQLITE_FULL':
    case 'ENOSPC':
    case 'EDQUOT':
      return 'disk-full';
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_PERM':
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return 'disk-read-only';
    case 'SQLITE_NOTADB':
      return 'database-damaged';
    case 'EIO':
      return 'disk-failing';
  }
  if (code.startsWith('SQLITE_READONLY')) return 'disk-read-only';
  if (code.startsWith('SQLITE_IOERR')) return 'disk-failing';
  return code.startsWith('SQLITE_CORRUPT') ? 'database-damaged' : null;
}
