/** Opens a vault behind a possibly locked keychain, retrying while the app runs. */
import type { Cancel, Time } from '../../shared/time/time.ts';
import type { Vault } from './vault.ts';
import { VaultError } from './vault-error.ts';

export interface RetryingVault<V extends Vault = Vault> extends AsyncDisposable {
  /** Rejects if the first attempt fails and waiting can't help. */
  readonly opened: Promise<V>;
  /** Resolves once the first attempt has ended. */
  readonly known: Promise<void>;
  /** Rejects with the current VaultError while closed. */
  now(): Promise<V>;
  /** Whether it waits for an obstacle to pass. */
  isWaiting(): boolean;
}

const TRY_AGAIN_MS = 3_000;

/** A keychain may be locked, or missing until the desktop session starts. */
const WAITED_FOR = new Set(['keychain-locked', 'keychain-unreachable']);

/** `onWaiting`: receives each obstacle, and null when the vault opens. */
export function openRetrying<V extends Vault>(
  time: Time,
  open: () => Promise<V>,
  onWaiting: (error: VaultError | null) => void,
): RetryingVault<V> {
  let blockedBy: VaultError | null = null;
  let nextTry: Cancel | undefined;
  let isOver = false;
  let attempting: Promise<void> = Promise.resolve();
  let resolveKnown: () => void = () => undefined;
  const known = new Promise<void>((resolve) => {
    resolveKnown = resolve;
  });
  const opened = new Promise<V>((resolve, reject) => {
    const attempt = async (): Promise<void> => {
      try {
        const vault = await open();
        if (blockedBy) onWaiting(null);
        blockedBy = null;
        resolve(vault);
      } catch (error) {
        // After a first obstacle the app already runs, so all later ones are reported and retried.
        const isWaitedFor = error instanceof VaultError && (blockedBy !== null || WAITED_FOR.has(error.code));
        if (!isWaitedFor) reject(error);
        else {
          if (blockedBy?.code !== error.code) onWaiting(error);
          blockedBy = error;
          if (!isOver) nextTry = time.after(TRY_AGAIN_MS, () => (attempting = attempt()));
        }
      }
      resolveKnown();
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
    /** Waits for a pending attempt, as it writes into the data folder. */
    async [Symbol.asyncDispose]() {
      isOver = true;
      nextTry?.();
      await attempting;
    },
  };
}
