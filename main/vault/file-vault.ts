/** The encrypted file of secrets (AES-256-GCM). Its key is in the keychain, sealed by the system, or in a private file next to it. */

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
  /** Whether the file existed when opened. */
  readonly wasThere: boolean;
  /** Creates the file if missing. */
  make(secrets?: ReadonlyMap<string, string>): Promise<void>;
  /** Also saves the key in another place. */
  keepKey(place: KeyPlace): Promise<void>;
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Rewrites files that were removed while open. */
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

export interface KeyPlace {
  /** Whether an existing key is reused for a new file. */
  readonly serves: boolean;
  /** The file needed to get the key. */
  readonly fileName: string;
  /** `again`: the key should be saved again. Throws VaultError if it's unavailable now. */
  load(): Promise<{ key: Buffer; again?: boolean } | null>;
  /** Resolves once durable. */
  store(key: Buffer): Promise<void>;
  stands(): boolean;
  missing(): VaultError;
}

/** A key in a file, plain or wrapped. */
export function keyInFile(
  dataDir: string,
  fileName: string,
  wrapping?: { wrap(key: Buffer): Promise<Buffer>; unwrap(kept: Buffer): Promise<{ key: Buffer; again: boolean }> },
): KeyPlace {
  const file = join(dataDir, fileName);
  return {
    // The system is asked for a sealed key only if a vault file exists.
    serves: wrapping === undefined,
    fileName,
    async load() {
      const kept = await readPrivate(file);
      return kept === null ? null : ((await wrapping?.unwrap(kept)) ?? { key: kept });
    },
    store: async (key) => writeWhole(file, (await wrapping?.wrap(key)) ?? key),
    stands: () => existsSync(file),
    missing: () => new VaultError('key-missing', message('vault.keyMissing', { fileName }), message('vault.restoreKeyFile', { fileName })),
  };
}

export const plainKey = (dataDir: string): KeyPlace => keyInFile(dataDir, PLAIN_KEY_FILE);

/**
 * Opens `vault.enc`; without it, an empty vault whose file is created with the first secret. If key and file don't match, throws VaultError
 * and changes nothing: only a person may declare the key lost.
 */
export async function openFileVault(dataDir: string, place: KeyPlace): Promise<FileVault> {
  const file = join(dataDir, VAULT_FILE);
  let key: Buffer | null = null;
  let wasThere = false;
  let stands = false;
  let entries: ReadonlyMap<string, string> = new Map();
  const inTurn = oneAtATime();
  await open();

  async function open(): Promise<void> {
    const sealed = await readPrivate(file);
    if (sealed === null) {
      // A key without a file is from before a crash, or the vault's file was removed and may return.
      const kept = place.serves ? await place.load() : null;
      if (kept?.key.length === KEY_BYTES) key = kept.key;
      return;
    }
    wasThere = true;
    stands = true;
    const found = await place.load();
    if (found === null) throw place.missing();
    key = found.key;
    const opened = unseal(key, sealed);
    if (opened === null) {
      throw new VaultError('vault-damaged', message('vault.fileDamaged'), message('vault.restoreFileAndKey', { fileName: place.fileName }));
    }
    entries = opened;
    if (found.again) await place.store(key);
  }

  async function save(next: ReadonlyMap<string, string>): Promise<void> {
    if (key === null) {
      const made = randomBytes(KEY_BYTES);
      await place.store(made);
      key = made;
    }
    writeWhole(file, seal(key, next));
    stands = true;
    entries = next;
  }

  return {
    wasThere,
    make: (secrets = entries) =>
      inTurn(async () => {
        if (!stands) await save(secrets);
      }),
    keepKey: (other) =>
      inTurn(async () => {
        if (key !== null) await other.store(key);
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
    keep: () =>
      inTurn(async () => {
        if (key === null || !stands) return;
        if (!place.stands()) await place.store(key);
        if (!existsSync(file)) writeWhole(file, seal(key, entries));
      }),
  };
}

/** Removes the vault's file, but keeps its key. */
export async function removeFile(dataDir: string): Promise<void> {
  for (const name of [VAULT_FILE, `${VAULT_FILE}.part`]) await rm(join(dataDir, name), { force: true });
  syncFolder(dataDir);
}

export async function removeKeys(dataDir: string, ...fileNames: string[]): Promise<void> {
  for (const name of fileNames) for (const part of [name, `${name}.part`]) await rm(join(dataDir, part), { force: true });
  syncFolder(dataDir);
}

/** Magic, nonce, tag, ciphertext. Reusing a nonce under the same key would break the encryption. */
function seal(key: Buffer, entries: ReadonlyMap<string, string>): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(MAGIC);
  const text = Buffer.concat([cipher.update(JSON.stringify([...entries]), 'utf8'), cipher.final()]);
  return Buffer.concat([MAGIC, nonce, cipher.getAuthTag(), text]);
}

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
    // Sealed with another key, or altered.
    return null;
  }
}

/** Null without a file. Makes it private again. Throws VaultError. */
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
