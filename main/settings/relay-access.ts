/** Access to a relay: the operator's code, then the key, saved with its address; and the keys for sealed notifications. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { makeSealPair, SealPair } from '../../contract/relay/sealed.ts';
import type { VaultByEnvironment } from '../vault/by-environment.ts';
import type { Vault } from '../vault/vault.ts';

export const RELAY_CODE = 'relay/code';
export const RELAY_KEY = 'relay/key';
export const RELAY_SEAL = 'relay/seal';

const Pair = v.pipe(v.string(), v.parseJson(), SealPair);
const Kept = v.pipe(v.string(), v.parseJson(), v.object({ address: v.string(), secret: v.string() }));

export interface RelayAccess {
  /** The key for this relay address, or null. Waits for the vault. */
  key(address: string): Promise<string | null>;
  /** A code not exchanged yet. Waits for the vault. */
  code(address: string): Promise<string | null>;
  /** Also checks that the vault is writable, before a single-use code is spent. Throws VaultError. */
  keepCode(address: string, code: string): Promise<void>;
  /** Call once the code was exchanged or finally refused; a settings file with it is ignored from then on. */
  codeSpent(code: string): Promise<void>;
  forgetCode(): Promise<void>;
  keepKey(address: string, key: string): Promise<void>;
  /**
   * Keys for sealed notifications; created on first use and kept for later relays: only this pair opens notifications sealed for it. Waits
   * for the vault.
   */
  sealPair(): Promise<SealPair>;
  leave(): Promise<void>;
}

/** `now` throws while the vault is locked; `opened` waits. */
export function createRelayAccess(vault: { opened: Promise<VaultByEnvironment>; now(): Promise<VaultByEnvironment> }): RelayAccess {
  async function kept(name: string, address: string): Promise<string | null> {
    const text = await (await vault.opened).get(name);
    const read = text === null ? null : v.safeParse(Kept, text);
    return read?.success && read.output.address === address ? read.output.secret : null;
  }
  return {
    key: (address) => kept(RELAY_KEY, address),
    code: (address) => kept(RELAY_CODE, address),
    keepCode: async (address, code) => (await vault.now()).set(RELAY_CODE, relaySecret(address, code)),
    async codeSpent(code) {
      const open = await vault.now();
      await open.set(spentCode(code), 'used');
      await open.delete(RELAY_CODE);
    },
    forgetCode: async () => (await vault.now()).delete(RELAY_CODE),
    keepKey: async (address, key) => (await vault.now()).set(RELAY_KEY, relaySecret(address, key)),
    async sealPair() {
      const open = await vault.opened;
      const kept = await open.get(RELAY_SEAL);
      const read = kept === null ? null : v.safeParse(Pair, kept);
      if (read?.success) return read.output;
      const made = makeSealPair();
      await open.set(RELAY_SEAL, JSON.stringify(made));
      return made;
    },
    async leave() {
      const open = await vault.now();
      await open.delete(RELAY_KEY);
      await open.delete(RELAY_CODE);
    },
  };
}

/** Saves an installer file's code; false if it was exchanged or refused before. */
export async function redeemRelayCode(vault: Pick<Vault, 'get' | 'set'>, address: string, code: string): Promise<boolean> {
  if ((await vault.get(spentCode(code))) !== null) return false;
  await vault.set(RELAY_CODE, relaySecret(address, code));
  return true;
}

function relaySecret(address: string, secret: string): string {
  return JSON.stringify({ address, secret });
}

/** The entry's name has only a hash. */
function spentCode(code: string): string {
  return `used-code/relay-${createHash('sha256').update(code).digest('hex').slice(0, 32)}`;
}
