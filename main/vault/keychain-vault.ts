/** Secrets of any length in a keychain whose entries are short, and certainty that "no such secret" is not "locked". */
import { createHash } from 'node:crypto';
import type { Keychain } from './keychain.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { VaultError } from './vault-error.ts';

export interface KeychainVault {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  /** Puts all of another vault's secrets in, and reads them back. `onlyThese`: what an earlier attempt left here goes first. */
  takeOver(entries: ReadonlyMap<string, string>, onlyThese: boolean): Promise<void>;
  /** Throws VaultError when this keychain does not hold the vault. */
  check(): Promise<void>;
}

/** Windows takes 2,560 bytes an entry; the head needs a few of them. */
const PIECE_BYTES = 2_000;
/** An entry that is always there: a locked keychain answers null for it too, and so gives itself away. */
const PRESENT = '#present';

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
    throw new VaultError(
      'keychain-emptied',
      "The secrets of this data folder are not in the operating system's keychain any more.",
      'Start as the user who connected the venues. If the keychain was emptied, remove vault-place.json from the data folder, start again and connect the venues again.',
    );
  }

  async function readHead(name: string): Promise<Head | null> {
    const text = await getSurely(headOf(name));
    if (text === null) return null;
    if (text.startsWith('1:')) return { value: text.slice(2) };
    const [version, side, pieces, hash] = text.split(':');
    if (version !== '2' || (side !== 'a' && side !== 'b') || !pieces || !hash) throw damaged(name);
    return { side, pieces: Number(pieces), hash };
  }

  async function read(name: string): Promise<string | null> {
    const head = await readHead(name);
    if (head === null) return null;
    if ('value' in head) return head.value;
    let text = '';
    for (let index = 0; index < head.pieces; index += 1) {
      const piece = await getSurely(pieceOf(name, head.side, index));
      if (piece === null) throw damaged(name);
      text += piece;
    }
    const value = Buffer.from(text, 'base64').toString('utf8');
    if (hashOf(value) !== head.hash) throw damaged(name);
    return value;
  }

  /** New pieces, then the head that names them, then the old pieces go: a crash between any two leaves the old value or the new one. */
  async function write(name: string, value: string): Promise<void> {
    if (isShort(value)) {
      await keychain.set(headOf(name), `1:${value}`);
      await sweepIfPossible(name, 'a', 0);
      await sweepIfPossible(name, 'b', 0);
      return;
    }
    const head = await readHead(name);
    const side: Side = head !== null && 'side' in head && head.side === 'a' ? 'b' : 'a';
    const pieces =
      Buffer.from(value, 'utf8')
        .toString('base64')
        .match(new RegExp(`.{1,${PIECE_BYTES}}`, 'g')) ?? [];
    for (const [index, piece] of pieces.entries()) await keychain.set(pieceOf(name, side, index), piece);
    await keychain.set(headOf(name), `2:${side}:${pieces.length}:${hashOf(value)}`);
    await sweepIfPossible(name, side, pieces.length);
    await sweepIfPossible(name, side === 'a' ? 'b' : 'a', 0);
  }

  /** The new value is safe already, so what cannot be swept now is no failure: the next write of this name sweeps it. */
  async function sweepIfPossible(name: string, side: Side, from: number): Promise<void> {
    await sweep(name, side, from).catch(() => undefined);
  }

  /** Deletes the pieces of one side from an index on, the last one first: after a crash the rest is still found from its start. */
  async function sweep(name: string, side: Side, from: number): Promise<void> {
    let end = from;
    while ((await keychain.get(pieceOf(name, side, end))) !== null) end += 1;
    for (let index = end - 1; index >= from; index -= 1) await keychain.delete(pieceOf(name, side, index));
  }

  return {
    get: (name) => inTurn(() => read(name)),
    set: (name, value) => inTurn(() => write(name, value)),
    delete: (name) =>
      inTurn(async () => {
        // A locked keychain deletes nothing and says nothing: find that out first.
        await check();
        await keychain.delete(headOf(name));
        await sweep(name, 'a', 0);
        await sweep(name, 'b', 0);
      }),
    takeOver: (entries, onlyThese) =>
      inTurn(async () => {
        // A secret deleted from the file after an attempt that was cut short must not come back.
        if (onlyThese) for (const entry of await keychain.entries()) await keychain.delete(entry);
        await keychain.set(PRESENT, 'the secrets of this data folder are in this keychain');
        for (const [name, value] of entries) {
          await write(name, value);
          if ((await read(name)) !== value) throw damaged(name);
        }
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

function pieceOf(name: string, side: Side, index: number): string {
  return `${headOf(name)}#${side}${index}`;
}

function hashOf(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

function damaged(name: string): VaultError {
  return new VaultError(
    'entry-damaged',
    `The secret "${name}" in the operating system's keychain is damaged: parts of it are missing or changed.`,
    'Enter it again in Settings, or connect the venue again.',
  );
}
