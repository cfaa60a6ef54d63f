/**
 * What lets this counter read from a relay: the operator's code until it is exchanged, then the key, each kept with the address it is for;
 * and what opens news that a relay keeps sealed.
 */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { makeSealPair, SealPair } from '../../contract/relay/sealed.ts';
import type { VaultByEnvironment } from '../vault/by-environment.ts';
import type { Vault } from '../vault/vault.ts';

/** Names of what the vault holds. */
export const RELAY_CODE = 'relay/code';
export const RELAY_KEY = 'relay/key';
export const RELAY_SEAL = 'relay/seal';

const Pair = v.pipe(v.string(), v.parseJson(), SealPair);
const Kept = v.pipe(v.string(), v.parseJson(), v.object({ address: v.string(), secret: v.string() }));

export interface RelayAccess {
  /** The key for this address; null where there is none, or where it is for another. Waits until the vault is open. */
  key(address: string): Promise<string | null>;
  /** A code for this address that was not exchanged yet. Waits in the same way. */
  code(address: string): Promise<string | null>;
  /** Keeps the code, and so proves that the vault takes secrets before a code that works once is spent. Throws VaultError. */
  keepCode(address: string, code: string): Promise<void>;
  /** It is of no more use: exchanged, or refused for good. A settings file that still holds it is passed over. */
  codeSpent(code: string): Promise<void>;
  /** It was not spent, and is to be forgotten. */
  forgetCode(): Promise<void>;
  keepKey(address: string, key: string): Promise<void>;
  /** Made where there is none yet. It outlives a relay: what is sealed there for this counter is for no one else. Waits until the vault is open. */
  sealPair(): Promise<SealPair>;
  /** Forgets the key. */
  leave(): Promise<void>;
}

/** `now`: refuses while the vault is locked; `opened`: waits. */
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

/** Takes the code of an installer's file into the vault; false where it was exchanged, or refused, before. */
export async function takeRelayCode(vault: Pick<Vault, 'get' | 'set'>, address: string, code: string): Promise<boolean> {
  if ((await vault.get(spentCode(code))) !== null) return false;
  await vault.set(RELAY_CODE, relaySecret(address, code));
  return true;
}

function relaySecret(address: string, secret: string): string {
  return JSON.stringify({ address, secret });
}

/** Only its fingerprint is kept, beside those of authorization codes. */
function spentCode(code: string): string {
  return `used-code/relay-${createHash('sha256').update(code).digest('hex').slice(0, 32)}`;
}
