/**
 * One vault that two libraries keep: each writes entries of its own, and what one cannot reach the other reads. The data folder
 * remembers which of them hold every secret as it is now, so that a stale copy is never taken for the truth.
 */

import { oneAtATime } from '../one-at-a-time.ts';
import { VaultError, type VaultErrorCode } from '../vault-error.ts';
import type { LibraryName } from './keychain.ts';
import type { KeychainVault } from './keychain-vault.ts';

export interface TwinVault {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  delete(name: string): Promise<void>;
  check(): Promise<void>;
}

/** With these the other library may still succeed. A locked keychain is locked for both. */
const OTHER_MAY_HELP = new Set<VaultErrorCode>(['keychain-unreachable', 'keychain-emptied', 'entry-damaged']);

export function twinVault(options: {
  /** Those that hold every secret now, the first choice first; at least one. */
  current: readonly KeychainVault[];
  /** Which are remembered to hold every secret: one of them may not be here to be asked. */
  remembered: readonly LibraryName[];
  /** Remembers others instead. Durable when it resolves. */
  remember: (current: LibraryName[]) => Promise<void>;
  /** Hears that another library serves from now on. */
  onServing: (library: LibraryName) => void;
}): TwinVault {
  const inTurn = oneAtATime();
  let current = [...options.current];
  let remembered = new Set(options.remembered);
  let serving = current[0];

  /** What holds every secret from now on, durably. */
  async function settle(next: KeychainVault[]): Promise<void> {
    const names = next.map(({ library }) => library);
    if (names.length !== remembered.size || names.some((name) => !remembered.has(name))) await options.remember(names);
    remembered = new Set(names);
    current = next;
  }

  function served(by: KeychainVault): void {
    if (by !== serving) options.onServing(by.library);
    serving = by;
  }

  async function read<T>(ask: (vault: KeychainVault) => Promise<T>): Promise<T> {
    const failures: unknown[] = [];
    for (const vault of [...current]) {
      try {
        const answer = await ask(vault);
        // Who failed is asked last from now on.
        current = [vault, ...current.filter((other) => other !== vault)];
        served(vault);
        return answer;
      } catch (error) {
        failures.push(error);
        if (!mayBeHelped(error)) throw error;
      }
    }
    throw telling(failures);
  }

  /**
   * The first that takes the write counts alone until the others have followed: a crash in between leaves a vault that is read
   * where it is newest. Where nobody takes it each has the old value or the new one, as after any write that failed.
   */
  async function change(write: (vault: KeychainVault) => Promise<void>): Promise<void> {
    const all = [...current];
    const failures: unknown[] = [];
    for (const vault of all) {
      try {
        await settle([vault]);
        await write(vault);
        served(vault);
        return await follow(vault, all, write);
      } catch (error) {
        failures.push(error);
        if (!mayBeHelped(error)) break;
      }
    }
    await settle(all).catch(() => undefined);
    throw telling(failures);
  }

  /** A library that cannot follow is behind: it is read no more until it has caught up, at the next start. */
  async function follow(leader: KeychainVault, all: KeychainVault[], write: (vault: KeychainVault) => Promise<void>): Promise<void> {
    const done = [leader];
    for (const vault of all.filter((other) => other !== leader)) {
      await write(vault).then(
        () => done.push(vault),
        () => undefined,
      );
    }
    // The secret is kept already. What cannot be remembered now leaves the others behind until the next start.
    await settle(done).catch(() => undefined);
  }

  return {
    get: (name) => inTurn(() => read((vault) => vault.get(name))),
    set: (name, value) => inTurn(() => change((vault) => vault.set(name, value))),
    delete: (name) => inTurn(() => change((vault) => vault.delete(name))),
    check: () => inTurn(() => read((vault) => vault.check())),
  };
}

/** "Locked" says what to do, where a library that lost its connection only says that it did. */
function telling(failures: readonly unknown[]): unknown {
  return failures.find((error) => error instanceof VaultError && error.code === 'keychain-locked') ?? failures[0];
}

function mayBeHelped(error: unknown): boolean {
  return error instanceof VaultError && OTHER_MAY_HELP.has(error.code);
}
