/** PINs and badges of staff. Attempts are counted on disk before the check: per person, to lock out no other, and together for badges. */
import { randomBytes } from 'node:crypto';
import type { Problem } from '../../../contract/contract.ts';
import { message } from '../../../contract/message.ts';
import type { Cancel, Time } from '../../../shared/time/time.ts';
import { isGtin } from '../../menu/gtin.ts';
import type { Secrets, StaffHashes } from '../../settings/secrets.ts';
import type { Store } from '../../store/store.ts';
import { fitsPin, hashOfPin, hashWithSalt, whoseHash } from '../access/pin-hash.ts';
import { createPinTries, type PinTries, tooManyWrong } from '../access/pin-tries.ts';

export interface StaffSecrets extends Disposable {
  /** False until the vault was read. */
  has(id: string, what: 'pin' | 'badge'): boolean;
  /** Null if the PIN matches. Throws StorageTrouble. */
  tryPin(id: string, pin: string): Promise<Problem | null>;
  /** The badge owner's ID, or the problem. Throws StorageTrouble. */
  tryBadge(code: string): Promise<string | Problem>;
  /** Undefined keeps, null removes. Refused if someone else has the badge. Throws VaultError. */
  set(id: string, change: Change): Promise<Problem | null>;
}

interface Change {
  pin?: string | null | undefined;
  badge?: string | null | undefined;
}

const MOST_WAITING = 4;
const READ_AGAIN_MS = 3_000;
/** Keys for the attempts that no person's ID can equal. */
const BADGES = ':badges';
const CHANGES = ':changes';

export function createStaffSecrets(options: {
  secrets: Pick<Secrets, 'staff' | 'setStaff'>;
  store: Store;
  time: Time;
  onRead: () => void;
  /** The vault can't be read; a retry follows. */
  onUnread: (error: unknown) => void;
}): StaffSecrets {
  const { secrets, store, time } = options;
  /** Null until the vault was read. */
  let hashes: StaffHashes | null = null;
  let isOver = false;
  let nextReading: Cancel | undefined;
  const tries = new Map<string, PinTries>();
  const turns = new Map<string, { waiting: number; last: Promise<unknown> }>();

  async function read(): Promise<void> {
    try {
      const kept = await secrets.staff();
      if (isOver) return;
      hashes ??= kept;
      options.onRead();
    } catch (error) {
      if (isOver) return;
      nextReading = time.after(READ_AGAIN_MS, () => void read());
      options.onUnread(error);
    }
  }
  void read();
  // Starts the counters of throttled staff: debts shrink also without further attempts.
  for (const key of store.staff.throttled()) triesOf(key);

  function triesOf(key: string): PinTries {
    const known = tries.get(key);
    if (known) return known;
    const keep = (throttle: { debtMs: number; retryAfterMs: number }): void => store.write(() => store.staff.keepThrottle(key, throttle));
    const made = createPinTries({ get: () => store.staff.throttle(key), keep }, time);
    tries.set(key, made);
    return made;
  }

  /** One attempt per key at a time, in order. */
  async function inTurn<T>(key: string, work: () => Promise<T>): Promise<T | Problem> {
    const turn = turns.get(key) ?? { waiting: 0, last: Promise.resolve() };
    turns.set(key, turn);
    if (turn.waiting > MOST_WAITING) return BUSY;
    turn.waiting += 1;
    const next = turn.last.then(work).finally(() => {
      turn.waiting -= 1;
      if (turn.waiting === 0) turns.delete(key);
    });
    turn.last = next.catch(() => undefined);
    return next;
  }

  /** An attempt is counted before the check, so neither parallel attempts nor a power cut give a free one. */
  async function counted<T>(key: string, look: (known: StaffHashes) => Promise<T | null>, wrong: Problem): Promise<T | Problem> {
    if (hashes === null) return UNKNOWN;
    const counting = triesOf(key);
    const rest = counting.retryAfterMs();
    if (rest > 0) return tooManyWrong(rest);
    counting.count();
    const found = await look(hashes);
    if (found === null) return wrong;
    counting.forgive();
    return found;
  }

  const tryBadge = (code: string) => inTurn(BADGES, () => counted(BADGES, (known) => whoseHash(code, badgesOf(known)), UNKNOWN_BADGE));

  async function set(id: string, { pin, badge }: Change): Promise<Problem | null> {
    if (badge && isGtin(badge)) return PRODUCT_FOR_BADGE;
    const known = hashes ?? (await secrets.staff());
    const { [id]: own = {}, ...others } = known;
    if (badge && (await whoseHash(badge, badgesOf(others))) !== null) return TAKEN_BADGE;
    // Badges share a salt, so one hash finds the owner.
    const salt = Object.values(badgesOf(known))[0]?.split(':')[0] ?? randomBytes(16).toString('hex');
    const next = {
      ...(pin === undefined ? kept('pin', own.pin) : kept('pin', pin === null ? undefined : await hashOfPin(pin))),
      ...(badge === undefined ? kept('badge', own.badge) : kept('badge', badge === null ? undefined : await hashWithSalt(badge, salt))),
    };
    const all = Object.keys(next).length > 0 ? { ...others, [id]: next } : others;
    await secrets.setStaff(all);
    hashes = all;
    return null;
  }

  return {
    has: (id, what) => hashes?.[id]?.[what] !== undefined,
    async tryPin(id, pin) {
      const look = async (known: StaffHashes) => ((await fitsPin(pin, known[id]?.pin ?? '')) ? id : null);
      const found = await inTurn(id, () => counted(id, look, WRONG_PIN));
      return typeof found === 'string' ? null : found;
    },
    // Shops scan products all day; a product code isn't an attempt.
    tryBadge: (code) => (isGtin(code) ? Promise.resolve(UNKNOWN_BADGE) : tryBadge(code)),
    set: (id, change) => inTurn(CHANGES, () => set(id, change)),
    [Symbol.dispose]() {
      isOver = true;
      nextReading?.();
      for (const one of tries.values()) one.stop();
    },
  };
}

const kept = (name: 'pin' | 'badge', hash: string | undefined) => (hash === undefined ? {} : { [name]: hash });

function badgesOf(hashes: StaffHashes): Record<string, string> {
  return Object.fromEntries(Object.entries(hashes).flatMap(([id, { badge }]) => (badge === undefined ? [] : [[id, badge]])));
}

const WRONG_PIN: Problem = {
  code: 'wrong-pin',
  field: 'pin',
  text: message('access.pinWrong'),
  hint: message('staff.forgottenAskManager'),
};
const UNKNOWN_BADGE: Problem = { code: 'unknown-badge', text: message('badge.unknown') };
const PRODUCT_FOR_BADGE: Problem = {
  code: 'bad-input',
  field: 'badge',
  text: message('badge.productCode'),
  hint: message('badge.useOwnCode'),
};
const TAKEN_BADGE: Problem = { code: 'bad-input', field: 'badge', text: message('badge.taken') };
const UNKNOWN: Problem = {
  code: 'staff-unknown',
  text: message('staff.secretsUnreadable'),
  hint: message('keychain.unlock'),
};
const BUSY: Problem = { code: 'wait', text: message('access.tooManyAttempts'), hint: message('text.tryAgainSoon') };
