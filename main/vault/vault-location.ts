/** Remembers, in the data folder, where its secrets are, and under which id a keychain knows it. */

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { message } from '../../contract/message.ts';
import { writeWhole } from './durable-file.ts';
import { PLAIN_KEY_FILE, SEALED_KEY_FILE, VAULT_FILE } from './file-vault.ts';
import { LIBRARIES } from './keychain/keychain.ts';
import { VaultError } from './vault-error.ts';

const VaultLocation = v.object({
  /** Random, so that several data folders on one computer do not mix in one keychain. */
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  place: v.nullable(v.picklist(['keychain', 'sealed', 'file'])),
  /** Whether its file was made: one that is missing later was lost. */
  made: v.optional(v.boolean(), false),
  /** In a keychain: through which library the key of the file is kept. Without it the secrets themselves are, as earlier versions kept them. */
  key: v.optional(v.picklist(LIBRARIES)),
  /** Which libraries have secrets of earlier versions. Beside keyring's, which are the newest, those of keytar are only to be deleted. */
  current: v.optional(v.array(v.picklist(LIBRARIES)), ['keytar']),
});
export type VaultLocation = v.InferOutput<typeof VaultLocation>;

/** The remembered place; for a new data folder a new id and no place yet. Without a usable note it is where its files are. Throws VaultError. */
export async function readLocation(dataDir: string): Promise<VaultLocation> {
  const file = placeFile(dataDir);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return newLocation();
    throw new VaultError('vault-unreadable', message('vault.fileUnreadable', { file }), message('vault.checkReadable'), error);
  }
  const place = v.safeParse(v.pipe(v.string(), v.parseJson(), VaultLocation), text);
  if (place.success) return place.output;
  // In a keychain its ID is what is lost.
  const found = placeOfFiles(dataDir);
  if (found) return { ...newLocation(), place: found, made: true };
  throw new VaultError('place-damaged', message('vault.placeFileDamaged', { file }), message('vault.restoreFromBackup'));
}

function newLocation(): VaultLocation {
  return { id: randomBytes(8).toString('hex'), place: null, made: false, current: [] };
}

/** Null where there is no whole vault beside it. */
function placeOfFiles(dataDir: string): 'sealed' | 'file' | null {
  const has = (name: string): boolean => existsSync(join(dataDir, name));
  if (!has(VAULT_FILE)) return null;
  if (has(PLAIN_KEY_FILE)) return 'file';
  return has(SEALED_KEY_FILE) ? 'sealed' : null;
}

/** Durable when it resolves. What stands there already is not written again. */
export async function rememberLocation(dataDir: string, place: VaultLocation): Promise<void> {
  const text = JSON.stringify(place);
  const file = placeFile(dataDir);
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) writeWhole(file, text);
}

function placeFile(dataDir: string): string {
  return join(dataDir, 'vault-place.json');
}
