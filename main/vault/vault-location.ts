/** Remembers where a data folder's secrets are, and its ID in a keychain. */

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
  /** Random, so that data folders on one computer don't mix in a keychain. */
  id: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  place: v.nullable(v.picklist(['keychain', 'sealed', 'file'])),
  /** Whether the vault was created; if missing later, it was lost. */
  made: v.optional(v.boolean(), false),
  /** Library that holds the key; if missing, the keychain has an earlier version's secrets. */
  key: v.optional(v.picklist(LIBRARIES)),
  /** Libraries with secrets of earlier versions. keyring's are the newest: if it has any, keytar's are only deleted. */
  current: v.optional(v.array(v.picklist(LIBRARIES)), ['keytar']),
});
export type VaultLocation = v.InferOutput<typeof VaultLocation>;

/** For a new data folder, a new ID without a place. If vault-place.json is damaged, the vault's files show the place. Throws VaultError. */
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
  // If the key is in a keychain, its ID is lost.
  const found = placeOfFiles(dataDir);
  if (found) return { ...newLocation(), place: found, made: true };
  throw new VaultError('place-damaged', message('vault.placeFileDamaged', { file }), message('vault.restoreFromBackup'));
}

function newLocation(): VaultLocation {
  return { id: randomBytes(8).toString('hex'), place: null, made: false, current: [] };
}

function placeOfFiles(dataDir: string): 'sealed' | 'file' | null {
  const has = (name: string): boolean => existsSync(join(dataDir, name));
  if (!has(VAULT_FILE)) return null;
  if (has(PLAIN_KEY_FILE)) return 'file';
  return has(SEALED_KEY_FILE) ? 'sealed' : null;
}

/** Resolves once durable. */
export async function rememberLocation(dataDir: string, place: VaultLocation): Promise<void> {
  const text = JSON.stringify(place);
  const file = placeFile(dataDir);
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) writeWhole(file, text);
}

function placeFile(dataDir: string): string {
  return join(dataDir, 'vault-place.json');
}
