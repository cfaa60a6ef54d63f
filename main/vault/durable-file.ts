/** Writes a private file so that a crash leaves either the old content or the new one, whole. */

import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { message } from '../../contract/message.ts';
import { replaceFile } from '../files/replace-file.ts';
import { VaultError } from './vault-error.ts';

/** Temporary file with mode 0600, fsync, rename, fsync of the folder. Throws VaultError 'vault-unwritable'; the old file then still stands. */
export async function writeWhole(file: string, content: string | Buffer): Promise<void> {
  const unfinished = `${file}.part`;
  try {
    // One that was left over from a crash has the rights it had, and may be a link that someone put there.
    await rm(unfinished, { force: true });
    const handle = await open(unfinished, 'wx', 0o600);
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await replaceFile(unfinished, file);
    await syncFolder(dirname(file));
  } catch (error) {
    throw new VaultError('vault-unwritable', message('vault.saveFailed', { file }), message('vault.checkDiskAndFolder'), error);
  }
}

/** Makes what was created, renamed or removed in a folder durable, where its disk can do that: Windows has no such call, nor have some shares. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync().catch((error: NodeJS.ErrnoException) => {
      if (!['EINVAL', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'].includes(error.code ?? '')) throw error;
    });
  } finally {
    await handle.close();
  }
}
