/** The encrypted file for computers without a keychain: AES-256-GCM, its key in a private file beside it, or sealed by the system. */

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { message } from '../../contract/message.ts';
import { syncFolder } from '../../shared/files/private-files.ts';
import { writeWhole } from './durable-file.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { VaultError } from './vault-error.ts';

export interface FileVault {
  /** Whether there was a file when it was opened. */
  readonly wasThere: boolean;
  /** Writes the file where there is none yet. */
  make(): Promise<void>;
  /** Keeps its key in another way as well, from now on. */
  keepKey(wrapping: KeyWrapping): Promise<void>;
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  entries(): ReadonlyMap<string, string>;
  /** Writes the files again where they were removed while this vault was open. */
  keep(): Promise<void>;
}

export const VAULT_FILE = 'vault.enc';
export const PLAIN_KEY_FILE = 'vault.key';
export const SEALED_KEY_FILE = 'vault.key.sealed';
const MAGIC = Buffer.from('TBV1');
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const Entries = v.pipe(v.string(), v.parseJson(), v.array(v.tuple([v.string(), v.string()])));

/** How the key of the file is kept in `vault.key` or `vault.key.sealed`. */
export interface KeyWrapping {
  readonly fileName: string;
  wrap(key: Buffer): Promise<Buffer>;
  /** `again`: it should be wrapped anew. Throws VaultError when the key cannot be had now. */
  unwrap(kept: Buffer): Promise<{ key: Buffer; again: boolean }>;
}

/** As it is, in a file that only this user may read. */
export const PLAIN_KEY: KeyWrapping = {
  fileName: PLAIN_KEY_FILE,
  wrap: async (key) => key,
  unwrap: async (kept) => ({ key: kept, again: false }),
};

/**
 * Opens `vault.enc` with its key; where neither is, an empty vault whose files come with the first secret.
 * Throws VaultError where the two do not fit, and changes nothing: a key that is brought back opens it, and only a person says that it is lost.
 */
export async function openFileVault(dataDir: string, wrapping: KeyWrapping = PLAIN_KEY): Promise<FileVault> {
  const file = join(dataDir, VAULT_FILE);
  const keyFile = join(dataDir, wrapping.fileName);
  let key: Buffer | null = null;
  let wasThere = false;
  /** Whether `vault.enc` is on the disk, as far as this process knows. */
  let stands = false;
  let entries: ReadonlyMap<string, string> = new Map();
  const inTurn = oneAtATime();
  await open();

  async function open(): Promise<void> {
    const kept = await readPrivate(keyFile);
    const sealed = await readPrivate(file);
    if (sealed === null) {
      // It opens nothing: made before a crash, or left where someone gave the file up, which may be brought back.
      if (wrapping === PLAIN_KEY && kept?.length === KEY_BYTES) key = kept;
      return;
    }
    wasThere = true;
    stands = true;
    if (kept === null) {
      throw new VaultError(
        'key-missing',
        message('vault.keyMissing', { fileName: wrapping.fileName }),
        message('vault.restoreKeyFile', { fileName: wrapping.fileName }),
      );
    }
    const unwrapped = await wrapping.unwrap(kept);
    key = unwrapped.key;
    const opened = unseal(key, sealed);
    if (opened === null) {
      throw new VaultError(
        'vault-damaged',
        message('vault.fileDamaged'),
        message('vault.restoreFileAndKey', { fileName: wrapping.fileName }),
      );
    }
    entries = opened;
    if (unwrapped.again) writeWhole(keyFile, await wrapping.wrap(key));
  }

  async function save(next: ReadonlyMap<string, string>): Promise<void> {
    if (key === null) {
      const made = randomBytes(KEY_BYTES);
      writeWhole(keyFile, await wrapping.wrap(made));
      key = made;
    }
    writeWhole(file, seal(key, next));
    stands = true;
    entries = next;
  }

  return {
    wasThere,
    make: () =>
      inTurn(async () => {
        if (!stands) await save(entries);
      }),
    keepKey: (other) =>
      inTurn(async () => {
        if (key === null) throw new Error('vault.enc was not made yet');
        writeWhole(join(dataDir, other.fileName), await other.wrap(key));
      }),
    get: async (name) => inTurn(async () => entries.get(name) ?? null),
    set: (name, value) => inTurn(() => save(new Map(entries).set(name, value))),
    delete: (name) =>
      inTurn(async () => {
        if (!entries.has(name)) return;
        const next = new Map(entries);
        next.delete(name);
        await save(next);
      }),
    entries: () => entries,
    keep: () =>
      inTurn(async () => {
        const whole = existsSync(file) && existsSync(keyFile);
        if (whole || key === null || !stands) return;
        writeWhole(keyFile, await wrapping.wrap(key));
        writeWhole(file, seal(key, entries));
      }),
  };
}

/** Deletes the file, then its key, however that was kept. */
export async function removeFileVault(dataDir: string): Promise<void> {
  for (const name of [VAULT_FILE, `${VAULT_FILE}.part`]) await rm(join(dataDir, name), { force: true });
  await removeKey(dataDir, PLAIN_KEY.fileName);
  await removeKey(dataDir, SEALED_KEY_FILE);
}

/** Deletes one way of keeping the key. */
export async function removeKey(dataDir: string, fileName: string): Promise<void> {
  for (const name of [fileName, `${fileName}.part`]) await rm(join(dataDir, name), { force: true });
  syncFolder(dataDir);
}

/** magic, nonce, tag, ciphertext. The nonce is new at every write: one used twice under the same key would give the key's stream away. */
function seal(key: Buffer, entries: ReadonlyMap<string, string>): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(MAGIC);
  const text = Buffer.concat([cipher.update(JSON.stringify([...entries]), 'utf8'), cipher.final()]);
  return Buffer.concat([MAGIC, nonce, cipher.getAuthTag(), text]);
}

/** Null when anything about it is not as it was sealed. */
function unseal(key: Buffer, sealed: Buffer): ReadonlyMap<string, string> | null {
  const start = MAGIC.length + NONCE_BYTES + TAG_BYTES;
  if (key.length !== KEY_BYTES || sealed.length < start || !sealed.subarray(0, MAGIC.length).equals(MAGIC)) return null;
  const nonce = sealed.subarray(MAGIC.length, MAGIC.length + NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(MAGIC);
  decipher.setAuthTag(sealed.subarray(MAGIC.length + NONCE_BYTES, start));
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]).toString('utf8');
    const entries = v.safeParse(Entries, text);
    return entries.success ? new Map(entries.output) : null;
  } catch {
    // The tag does not fit: another key, or changed bytes.
    return null;
  }
}

/** The file's bytes, or null when there is none; a file that others may read is made private again. Throws VaultError. */
async function readPrivate(file: string): Promise<Buffer | null> {
  try {
    const bytes = await readFile(file);
    if (process.platform !== 'win32') await chmod(file, 0o600);
    return bytes;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new VaultError('vault-unreadable', message('vault.fileUnreadable', { file }), message('vault.checkOwner'), error);
  }
}
