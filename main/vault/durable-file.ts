/** Writes a file of the vault. */
import { message } from '../../contract/message.ts';
import { writePrivately } from '../../shared/files/private-files.ts';
import { VaultError } from './vault-error.ts';

/** Whole or not at all, also after a power cut. Throws VaultError 'vault-unwritable'; the old file then still stands. */
export function writeWhole(file: string, content: string | Buffer): void {
  try {
    writePrivately(file, content);
  } catch (error) {
    throw new VaultError('vault-unwritable', message('vault.saveFailed', { file }), message('vault.checkDiskAndFolder'), error);
  }
}
