/** A vault behind a keychain that may be locked: asked for until it answers, while everything that needs no secret goes on. */
import type { Cancel, Time } from '../../shared/time/time.ts';
import type { Vault } from './vault.ts';
import { VaultError } from './vault-error.ts';

export interface RetryingVault<V extends Vault = Vault> extends AsyncDisposable {
  /** The open vault, however long that takes. Rejects with what waiting cannot mend, where that is known at the first look. */
  readonly opened: Promise<V>;
  /** Resolves as soon as it is known whether the vault is open or must be waited for. */
  readonly known: Promise<void>;
  /** The open vault, or a rejection with the VaultError that is in the way now. */
  now(): Promise<V>;
  /** Whether something is in the way that may go by itself. */
  isWaiting(): boolean;
}

const TRY_AGAIN_MS = 3_000;

/** A keychain is locked until its owner unlocks it, and not there until the desktop's session is. */
const WAITED_FOR = new Set(['keychain-locked', 'keychain-unreachable']);

/** `onWaiting` hears what is in the way, and null when the vault opens after all. */
export function openRetrying<V extends Vault>(
  time: Time,
  open: () => Promise<V>,
  onWaiting: (error: VaultError | null) => void,
): RetryingVault<V> {
  let blockedBy: VaultError | null = null;
  let nextTry: Cancel | undefined;
  let isOver = false;
  let attempting: Promise<void> = Promise.resolve();
  let tellKnown: () => void = () => undefined;
  const known = new Promise<void>((resolve) => {
    tellKnown = resolve;
  });
  const opened = new Promise<V>((resolve, reject) => {
    const attempt = async (): Promise<void> => {
      try {
        const vault = await open();
        if (blockedBy) onWaiting(null);
        blockedBy = null;
        resolve(vault);
      } catch (error) {
        // Behind a vault that was waited for everything else goes on: whatever is in its way by then is told, and waited for as well.
        const isWaitedFor = error instanceof VaultError && (blockedBy !== null || WAITED_FOR.has(error.code));
        if (!isWaitedFor) reject(error);
        else {
          if (blockedBy?.code !== error.code) onWaiting(error);
          blockedBy = error;
          if (!isOver) nextTry = time.after(TRY_AGAIN_MS, () => (attempting = attempt()));
        }
      }
      tellKnown();
    };
    attempting = attempt();
  });
  opened.catch(() => undefined);
  return {
    opened,
    known,
    async now() {
      await known;
      if (blockedBy) throw blockedBy;
      return opened;
    },
    isWaiting: () => blockedBy !== null,
    /** An attempt that is under way comes to its end first: it writes into the data folder. */
    async [Symbol.asyncDispose]() {
      isOver = true;
      nextTry?.();
      await attempting;
    },
  };
}
