/** Secrets of any length in a keychain whose entries are short, and certainty that "no such secret" is not "locked". */

import { createHash } from 'node:crypto';
import { message } from '../../../contract/message.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { VaultError } from '../vault-error.ts';
import type { Keychain } from './keychain.ts';

export interface KeychainVault {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** All secrets, by name. */
  all(): Promise<Map<string, string>>;
  /** From then on it holds these secrets and no others, each read back. */
  takeOver(secrets: ReadonlyMap<string, string>): Promise<void>;
  /** Deletes all of it; one that was cut short is ended by the next. */
  clear(): Promise<void>;
  /** Throws VaultError when this keychain does not hold the vault. */
  check(): Promise<void>;
}

/** See `Keychain.set`; the head needs a few bytes. */
const PIECE_BYTES = 1_190;
/** An entry that is always there: a locked keychain answers null for it too, and so gives itself away. */
const PRESENT = '#present';
/** Names of everything here, and maybe of something that is here no more. The first vaults of keytar have none. */
const NAMES = '#names';

/** Two sets of pieces take turns, so that the pieces in use are never written over. */
type Side = 'a' | 'b';
type Head = { value: string } | { side: Side; pieces: number; hash: string };

export function keychainVault(keychain: Keychain): KeychainVault {
  const inTurn = oneAtATime();

  async function getSurely(entry: string): Promise<string | null> {
    const value = await keychain.get(entry);
    if (value === null) await check();
    return value;
  }

  async function check(): Promise<void> {
    if ((await keychain.get(PRESENT)) !== null) return;
    // A locked keychain refuses to write and says so; an unlocked one without the entry is another keychain, or was emptied.
    await keychain.set('#probe', 'here');
    await keychain.delete('#probe');
    throw new VaultError('keychain-emptied', message('vault.goneFromKeychain'), message('keychain.startAsConnectingUser'));
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

  /** New pieces, then the head that names them, then the old pieces go: a crash between any two leaves the old value or the new one. */
  async function write(entry: string, value: string): Promise<void> {
    if (isShort(value)) {
      await keychain.set(entry, `1:${value}`);
      await sweepIfPossible(entry, 'a', 0);
      await sweepIfPossible(entry, 'b', 0);
      return;
    }
    const head = await readHead(entry);
    const side: Side = head !== null && 'side' in head && head.side === 'a' ? 'b' : 'a';
    const pieces =
      Buffer.from(value, 'utf8')
        .toString('base64')
        .match(new RegExp(`.{1,${PIECE_BYTES}}`, 'g')) ?? [];
    for (const [index, piece] of pieces.entries()) await keychain.set(pieceOf(entry, side, index), piece);
    await keychain.set(entry, `2:${side}:${pieces.length}:${hashOf(value)}`);
    await sweepIfPossible(entry, side, pieces.length);
    await sweepIfPossible(entry, side === 'a' ? 'b' : 'a', 0);
  }

  /** The new value is safe already, so what cannot be swept now is no failure: the next write of this name sweeps it. */
  async function sweepIfPossible(entry: string, side: Side, from: number): Promise<void> {
    await sweep(entry, side, from).catch(() => undefined);
  }

  /** Deletes the pieces of one side from an index on, the last one first: after a crash the rest is still found from its start. */
  async function sweep(entry: string, side: Side, from: number): Promise<void> {
    let end = from;
    while ((await keychain.get(pieceOf(entry, side, end))) !== null) end += 1;
    for (let index = end - 1; index >= from; index -= 1) await keychain.delete(pieceOf(entry, side, index));
  }

  async function remove(entry: string): Promise<void> {
    await keychain.delete(entry);
    await sweep(entry, 'a', 0);
    await sweep(entry, 'b', 0);
  }

  /** The names are kept in an entry, because asking a keychain what it holds reads everything in it, of others as well. */
  async function names(): Promise<Set<string>> {
    const listed = await read(NAMES);
    if (listed !== null) return new Set(JSON.parse(listed) as string[]);
    // One of the first of keytar: its heads are the entries without a "#".
    const heads = (await keychain.entries()).filter((entry) => !entry.includes('#'));
    return new Set(heads.map(nameOf));
  }

  async function keepNames(next: Set<string>): Promise<void> {
    await write(NAMES, JSON.stringify([...next]));
  }

  /** A name is listed before it is there, and goes after it is gone: the list is never too short. */
  async function put(name: string, value: string): Promise<void> {
    const listed = await names();
    if (!listed.has(name)) await keepNames(new Set(listed).add(name));
    await write(headOf(name), value);
  }

  return {
    get: (name) => inTurn(() => read(headOf(name))),
    set: (name, value) => inTurn(() => put(name, value)),
    delete: (name) =>
      inTurn(async () => {
        // A locked keychain deletes nothing and says nothing: find that out first.
        await check();
        await remove(headOf(name));
        const listed = new Set(await names());
        if (listed.delete(name)) await keepNames(listed);
      }),
    all: () =>
      inTurn(async () => {
        const found = new Map<string, string>();
        for (const name of await names()) {
          const value = await read(headOf(name));
          if (value !== null) found.set(name, value);
        }
        return found;
      }),
    takeOver: (secrets) =>
      inTurn(async () => {
        await keychain.set(PRESENT, 'the secrets of this data folder are in this keychain');
        // A secret that was deleted after an attempt that was cut short must not come back.
        const others = [...(await names())].filter((name) => !secrets.has(name));
        await keepNames(new Set([...secrets.keys(), ...others]));
        for (const [name, value] of secrets) {
          await write(headOf(name), value);
          if ((await read(headOf(name))) !== value) throw damaged(name);
        }
        for (const name of others) await remove(headOf(name));
        await keepNames(new Set(secrets.keys()));
      }),
    clear: () =>
      inTurn(async () => {
        for (const name of await names()) await remove(headOf(name));
        // The list goes last: without it and with the entry before it the keychain would be asked for all that it holds.
        await keychain.delete(PRESENT);
        await remove(NAMES);
      }),
    check: () => inTurn(check),
  };
}

function isShort(value: string): boolean {
  // The keychain's own interface ends a text at a zero character.
  return Buffer.byteLength(value, 'utf8') <= PIECE_BYTES && !value.includes('\0');
}

/** `#` separates the vault's own entries and pieces from names, so a name may not bring its own. */
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
