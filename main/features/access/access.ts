/** Manager access: if a PIN is set, settings, venues and refunds need it. While that's unknown, they're blocked. */

import type { AppView, CallName, Problem } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import type { Cancel, Time } from '../../../shared/time/time.ts';
import type { Secrets } from '../../settings/secrets.ts';
import type { Store } from '../../store/store.ts';
import { isManagers } from '../managers-calls.ts';
import { fitsPin, hashOfPin } from './pin-hash.ts';
import { createPinTries, tooManyWrong } from './pin-tries.ts';

export interface Access extends Disposable {
  view(): AppView['access'];
  /** `prolongs`: whether a permitted call keeps access open, as those of the main screen do. */
  refusal(name: CallName, input: unknown, prolongs: boolean): Problem | null;
  /** Grants access for a while; also for the client secret, if the PIN is forgotten. Throws StorageTrouble. */
  enter(pin: string): Promise<Problem | null>;
  leave(): void;
  /** Null removes the PIN. Throws VaultError or StorageTrouble. */
  setPin(pin: string | null): Promise<void>;
  /** Resolves after the first read of the vault, failed or not. */
  readonly looked: Promise<void>;
  /** False until the vault was read. */
  hasPin(): boolean;
}

const OPEN_FOR_MS = 10 * 60_000;
const LOOK_MS = 1_000;
const READ_AGAIN_MS = 3_000;
const MOST_WAITING = 4;

export function createAccess(options: {
  secrets: Pick<Secrets, 'pin' | 'setPin' | 'isClientSecret'>;
  store: Store;
  time: Time;
  onChange: () => void;
  onGone: () => void;
  /** Whether staff sign-in is on, which protects manager calls also without a PIN. */
  isForNamed?: () => boolean;
  /** The vault or the saved flag can't be read; a retry follows. */
  onUnread: (error: unknown) => void;
}): Access {
  const { secrets, store, time } = options;
  const { monotonic } = time;
  const tries = createPinTries({ get: store.access.get, keep: (throttle) => store.write(() => store.access.keep(throttle)) }, time);
  /** Undefined until the vault was read. */
  let hash: string | null | undefined;
  let { pinSet } = store.access.get();
  let openUntil = 0;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  let nextReading: Cancel | undefined;
  let isOver = false;

  const isForNamed = options.isForNamed ?? (() => false);
  const isPinned = (): boolean => hash !== null || pinSet === true;
  const isProtected = (): boolean => isPinned() || isForNamed();
  const isOpen = (): boolean => monotonic() < openUntil;
  const isManager = (): boolean => !isProtected() || isOpen();

  async function read(): Promise<void> {
    try {
      const kept = await secrets.pin();
      // The PIN was changed, or access closed, during the read.
      if (hash !== undefined || isOver) return;
      hash = kept;
      if (kept === null && pinSet === true) options.onGone();
      note(kept !== null || pinSet === true);
      options.onChange();
    } catch (error) {
      if (isOver) return;
      nextReading = time.after(READ_AGAIN_MS, () => void read());
      options.onUnread(error);
    }
  }
  /** Saves whether a PIN is set. It stays set if the PIN was deleted from the vault, which doesn't prove manager rights. */
  function note(isSet: boolean): void {
    if (pinSet === isSet) return;
    pinSet = isSet;
    store.write(() => store.access.keep({ pinSet: isSet }));
  }
  const looked = read();

  const stopLooking = time.every(LOOK_MS, () => {
    if (openUntil === 0 || isOpen()) return;
    openUntil = 0;
    options.onChange();
  });

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    waiting += 1;
    const next = last.then(work).finally(() => {
      waiting -= 1;
    });
    last = next.catch(() => undefined);
    return next;
  }

  /** An attempt is counted before the check, so neither parallel attempts nor a power cut give a free one. */
  async function tryOnce(pin: string): Promise<Problem | null> {
    if (hash === undefined) return UNKNOWN;
    if (!isProtected()) return null;
    const rest = tries.retryAfterMs();
    if (rest > 0) return tooManyWrong(rest);
    tries.count();
    const [byPin, bySecret] = await Promise.all([hash === null ? false : fitsPin(pin, hash), isClientSecret(pin)]);
    if (!byPin && !bySecret) return hash !== null ? WRONG : pinSet ? GONE : NO_PIN;
    tries.forgive();
    openUntil = monotonic() + OPEN_FOR_MS;
    options.onChange();
    return null;
  }
  /** If the vault doesn't answer, only the PIN works. */
  async function isClientSecret(given: string): Promise<boolean> {
    return secrets.isClientSecret(given).catch(() => false);
  }

  return {
    looked,
    hasPin: () => typeof hash === 'string',
    view: () => ({ protected: isPinned(), manager: isManager(), text: hash === undefined ? UNKNOWN.text : null }),
    refusal(name, input, prolongs) {
      if (!isManagers(name, input)) return null;
      if (!isManager()) return hash === undefined ? UNKNOWN : MANAGER_ONLY;
      if (isProtected() && prolongs) openUntil = monotonic() + OPEN_FOR_MS;
      return null;
    },
    async enter(pin) {
      if (waiting > MOST_WAITING) return BUSY;
      return inTurn(() => tryOnce(pin));
    },
    leave() {
      openUntil = 0;
      options.onChange();
    },
    setPin: (pin) =>
      inTurn(async () => {
        if (pin === null) {
          // If the vault fails, the PIN still protects and the next start corrects the flag.
          note(false);
          await secrets.setPin(null);
          hash = null;
          openUntil = 0;
        } else {
          const next = await hashOfPin(pin);
          await secrets.setPin(next);
          hash = next;
          openUntil = monotonic() + OPEN_FOR_MS;
          note(true);
        }
        options.onChange();
      }),
    [Symbol.dispose]() {
      isOver = true;
      nextReading?.();
      stopLooking();
      tries.stop();
    },
  };
}

const MANAGER_ONLY: Problem = {
  code: 'manager-only',
  text: message('access.pinNeeded'),
  hint: message('access.enterPinInSettings'),
};
const UNKNOWN: Problem = {
  code: 'manager-unknown',
  text: message('access.cannotCheckPin'),
  hint: message('keychain.unlock'),
};
const WRONG: Problem = {
  code: 'wrong-pin',
  field: 'pin',
  text: message('access.pinWrong'),
  hint: message('access.forgottenUseSecret'),
};
const GONE: Problem = {
  code: 'wrong-pin',
  field: 'pin',
  text: message('access.pinGoneNotSecret'),
  hint: message('access.resetPinWithSecret'),
};
const NO_PIN: Problem = {
  code: 'wrong-pin',
  field: 'pin',
  text: message('access.noPin'),
  hint: message('access.signInAsManager'),
};
const BUSY: Problem = { code: 'wait', text: message('access.tooManyAttempts'), hint: message('text.tryAgainSoon') };
