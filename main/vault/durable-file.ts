import { message } from '../../contract/message.ts';
import { writePrivately } from '../../shared/files/private-files.ts';
import { VaultError } from './vault-error.ts';

/** Throws VaultError 'vault-unwritable', with the old file intact. */
export function writeWhole(file: string, content: string | Buffer): void {
  try {
    writePrivately(file, content);
  } catch (error) {
    throw new VaultError('vault-unwritable', message('vault.saveFailed', { file }), message('vault.checkDiskAndFolder'), error);
  }
}
