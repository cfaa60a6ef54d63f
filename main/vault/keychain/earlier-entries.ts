/** Secrets that earlier versions saved in the keychain itself, long ones in pieces. Deleted once the encrypted file has them. */
import { createHash } from 'node:crypto';
import { message } from '../../../contract/message.ts';
import { VaultError } from '../vault-error.ts';
import type { Keychain } from './keychain.ts';

export interface EarlierEntries {
  /** All but damaged secrets. Throws VaultError if they're unreadable now or missing. */
  all(): Promise<Map<string, string>>;
  /** Deletes all entries; can be resumed after an interruption. */
  clear(): Promise<void>;
}

/** Entry that always exists: a locked keychain returns null even for it, which reveals the lock. */
const PRESENT = '#present';
/** Entry with all names, perhaps also deleted ones. keytar's first vaults lack it. */
const NAMES = '#names';

/** Pieces of a new value were written to the other side. */
type Side = 'a' | 'b';
type Head = { value: string } | { side: Side; pieces: number; hash: string };

export function earlierEntries(keychain: Keychain): EarlierEntries {
  async function getSurely(entry: string): Promise<string | null> {
    const value = await keychain.get(entry);
    if (value === null) await check();
    return value;
  }

  async function check(): Promise<void> {
    if ((await keychain.get(PRESENT)) !== null) return;
    // A locked keychain refuses to write; an unlocked one without the entry is another one, or was emptied.
    await keychain.set('#probe', 'here');
    await keychain.delete('#probe');
    throw new VaultError('keychain-emptied', message('vault.goneFromKeychain'), message('vault.startWithAuto'));
  }

  async function readHead(head: string): Promise<Head | null> {
    const text = await getSurely(head);
    if (text === null) return null;
    if (text.startsWith('1:')) return { value: text.slice(2) };
    const [version, side, pieces, hash] = text.split(':');
    if (version !== '2' || (side !== 'a' && side !== 'b') || !pieces || !hash) throw damaged(head);
    return { side, pieces: Number(pieces), hash };
  }

  async function read(entry: string): Promise<string | null> {
    const head = await readHead(entry);
    if (head === null) return null;
    if ('value' in head) return head.value;
    let text = '';
    for (let index = 0; index < head.pieces; index += 1) {
      const piece = await getSurely(pieceOf(entry, head.side, index));
      if (piece === null) throw damaged(entry);
      text += piece;
    }
    const value = Buffer.from(text, 'base64').toString('utf8');
    if (hashOf(value) !== head.hash) throw damaged(entry);
    return value;
  }

  /** Deletes pieces, last first: after a crash the rest can still be found. */
  async function sweep(entry: string, side: Side): Promise<void> {
    let end = 0;
    while ((await keychain.get(pieceOf(entry, side, end))) !== null) end += 1;
    for (let index = end - 1; index >= 0; index -= 1) await keychain.delete(pieceOf(entry, side, index));
  }

  async function remove(entry: string): Promise<void> {
    await keychain.delete(entry);
    await sweep(entry, 'a');
    await sweep(entry, 'b');
  }

  /** The names have an entry, because listing a keychain reads everything in it, including other programs' entries. */
  async function names(): Promise<Set<string>> {
    const listed = await read(NAMES);
    if (listed !== null) return new Set(JSON.parse(listed) as string[]);
    // An early keytar vault has no list.
    const heads = (await keychain.entries()).filter((entry) => !entry.includes('#'));
    return new Set(heads.map(nameOf));
  }

  return {
    async all() {
      await check();
      const found = new Map<string, string>();
      for (const name of await names()) {
        const value = await read(headOf(name)).catch(unlessDamaged);
        if (value !== null) found.set(name, value);
      }
      return found;
    },
    async clear() {
      for (const name of await names()) await remove(headOf(name));
      // The list last: without it but with PRESENT, the whole keychain would be listed.
      await keychain.delete(PRESENT);
      await remove(NAMES);
    },
  };
}

function unlessDamaged(error: unknown): null {
  if (error instanceof VaultError && error.code === 'entry-damaged') return null;
  throw error;
}

/** `#` separates own entries and pieces from names, so it's escaped in names. */
function headOf(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('#', '%23');
}

function nameOf(head: string): string {
  return head.replaceAll('%23', '#').replaceAll('%25', '%');
}

function pieceOf(entry: string, side: Side, index: number): string {
  return `${entry}#${side}${index}`;
}

function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

function damaged(head: string): VaultError {
  const name = nameOf(head);
  return new VaultError('entry-damaged', message('keychain.secretDamaged', { name }), message('vault.enterSecretAgain'));
}
