import { english } from '../../../contract/english.ts';
import { joinSentences, message, type Text } from '../../../contract/message.ts';

type Code =
  | 'disk-full'
  | 'disk-failing'
  | 'disk-read-only'
  | 'database-damaged'
  | 'database-locked'
  | 'database-gone'
  | 'database-newer'
  | 'file-held';

export class StorageTrouble extends Error {
  readonly code: Code;
  readonly text: Text;
  readonly hint: Text;
  constructor(code: Code, cause: unknown, text: Text = TEXT[code]) {
    super(english(text), { cause });
    this.code = code;
    this.text = text;
    this.hint = HINT[code];
  }
}

const TEXT: Record<Code, Text> = {
  'disk-full': message('database.diskFull'),
  'disk-failing': message('database.diskErrors'),
  'disk-read-only': message('database.notWritable'),
  'database-damaged': message('database.damaged'),
  'database-locked': message('database.lockedByProgram', { program: 'none' }),
  'database-gone': message('database.removed'),
  'database-newer': message('database.fromNewerVersion'),
  'file-held': message('file.inUse', { path: '' }),
};
const MEANWHILE = message('database.useMerchantApp');
const HINT: Record<Code, Text> = {
  'disk-full': joinSentences(message('file.freeDiskSpace'), MEANWHILE),
  'disk-failing': joinSentences(message('database.haveDiskChecked'), MEANWHILE),
  'disk-read-only': joinSentences(message('file.allowWriting'), MEANWHILE),
  'database-damaged': message('database.restartToRestore'),
  'database-locked': joinSentences(message('database.closeProgram'), MEANWHILE),
  'database-gone': message('database.restoresAutomatically'),
  'database-newer': message('database.startNewerVersion'),
  'file-held': joinSentences(message('file.closeProgram'), MEANWHILE),
};

export function heldBy(program: string | null, cause: unknown): StorageTrouble {
  return new StorageTrouble('database-locked', cause, message('database.lockedByProgram', { program: program ?? 'none' }));
}

/** Null if the error isn't about storage. */
export function storageTroubleOf(error: unknown): StorageTrouble | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StorageTrouble) return cause;
    const code = 'code' in cause ? codeOf(String(cause.code)) : null;
    // A lock in the cause is about another file, whose user reports it.
    if (code === 'database-locked' && cause !== error) return null;
    if (code === 'file-held') return new StorageTrouble(code, error, message('file.inUse', { path: pathOf(cause) }));
    if (code) return new StorageTrouble(code, error);
  }
  return null;
}

function pathOf(error: Error): string {
  return 'path' in error ? String(error.path) : '';
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
    case 'EBUSY':
      return 'file-held';
    case 'EIO':
      return 'disk-failing';
  }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'database-locked';
  if (code.startsWith('SQLITE_READONLY')) return 'disk-read-only';
  if (code.startsWith('SQLITE_IOERR')) return 'disk-failing';
  return code.startsWith('SQLITE_CORRUPT') ? 'database-damaged' : null;
}
