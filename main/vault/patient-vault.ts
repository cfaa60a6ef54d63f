/** A vault behind a keychain that may be locked: asked for again and again until it opens, while everything that needs no secret goes on. */
import type { Vault } from './vault.ts';
import { VaultError } from './vault-error.ts';

export interface PatientVault {
  /** The open vault, however long that takes. Rejects with what waiting cannot mend, where that is known at the first look. */
  readonly opened: Promise<Vault>;
  /** Resolves as soon as it is known whether the vault is open or must be waited for. */
  readonly known: Promise<void>;
  /** The open vault, or a rejection with the VaultError that is in the way now. */
  now(): Promise<Vault>;
  /** Whether something is in the way that may go by itself. */
  isWaiting(): boolean;
  stop(): void;
}

const TRY_AGAIN_MS = 3_000;

/** A keychain is locked until its owner unlocks it, and not there until the desktop's session is. */
const WAITED_FOR = new Set(['keychain-locked', 'keychain-unreachable']);

/** `onWaiting` hears what is in the way, and null when the vault opens after all. */
export function openPatiently(open: () => Promise<Vault>, onWaiting: (error: VaultError | null) => void): PatientVault {
  let inTheWay: VaultError | null = null;
  let timer: NodeJS.Timeout | undefined;
  let tellKnown: () => void = () => undefined;
  const known = new Promise<void>((resolve) => {
    tellKnown = resolve;
  });
  const opened = new Promise<Vault>((resolve, reject) => {
    const attempt = async (): Promise<void> => {
      try {
        const vault = await open();
        if (inTheWay) onWaiting(null);
        inTheWay = null;
        resolve(vault);
      } catch (error) {
        // Behind a vault that was waited for everything else goes on: whatever is in its way by then is told, and waited for as well.
        const isWaitedFor = error instanceof VaultError && (inTheWay !== null || WAITED_FOR.has(error.code));
        if (!isWaitedFor) reject(error);
        else {
          if (inTheWay?.code !== error.code) onWaiting(error);
          inTheWay = error;
          timer = setTimeout(() => void attempt(), TRY_AGAIN_MS);
        }
      }
      tellKnown();
    };
    void attempt();
  });
  opened.catch(() => undefined);
  return {
    opened,
    known,
    async now() {
      await known;
      if (inTheWay) throw inTheWay;
      return opened;
    },
    isWaiting: () => inTheWay !== null,
    stop: () => clearTimeout(timer),
  };
}
