/** Detects that the service signs with another secret. Anyone can send wrong signatures, so only those naming a known venue count. */
import { isDeepStrictEqual } from 'node:util';
import type { Cancel, Time } from '../../../shared/time/time.ts';
import type { Store } from '../../store/store.ts';
import type { SignatureWatch } from '../ingest.ts';
import { SERVICE_TYPES, WRONG_FOR_VENUE } from '../notification.ts';

/** `all`: no correct signature since. `some`: correct ones arrive, too. */
export type WrongSignatures = { are: 'none' } | { are: 'all' } | { are: 'some'; count: number; since: number };

export interface WatchedSignatures extends SignatureWatch {
  view(): WrongSignatures;
  /** Forgets signatures by earlier secrets. Throws storage errors. */
  secretChanged(): void;
}

/** How long the last wrong signature is shown. */
const OVER_AFTER_MS = 60 * 60_000;
/** How long a correct signature counts against wrong ones; quiet afternoons bring few. */
const KEEP_COMING_MS = 30 * 60_000;
const LOOK_EVERY_MS = 60_000;
/** Limits screen updates during a flood. */
const COUNT_SHOWN_EVERY_MS = 1_000;

export function watchSignatures(
  store: Store,
  time: Pick<Time, 'monotonic' | 'wall' | 'every' | 'after'>,
  { onChange, onDefect }: { onChange: () => void; onDefect: (error: unknown) => void },
): WatchedSignatures & Disposable {
  /** A run of wrong signatures. `endsRight`: none since `rightAt`. Times are monotonic, except `since`. */
  let streak: { count: number; since: number; lastAt: number; rightAt: number | null; endsRight: boolean } | null = null;
  let before = wereWrong(store);
  let isVerified = store.verifications.at('webhook-secret', '') !== null;
  let shown = view();
  let countDue: Cancel | null = null;

  function view(): WrongSignatures {
    if (streak === null) return { are: before ? 'all' : 'none' };
    const { count, since, rightAt, endsRight } = streak;
    if (rightAt === null || (!endsRight && time.monotonic() - rightAt > KEEP_COMING_MS)) return { are: 'all' };
    return { are: 'some', count, since };
  }

  function show(): void {
    const now = view();
    if (isDeepStrictEqual(now, shown)) return;
    shown = now;
    onChange();
  }

  /** Delays changed counts, not changed meanings. */
  function showCount(): void {
    if (view().are !== shown.are) return show();
    countDue ??= time.after(COUNT_SHOWN_EVERY_MS, () => {
      countDue = null;
      show();
    });
  }

  function look(): void {
    if (streak?.endsRight && time.monotonic() - streak.lastAt > OVER_AFTER_MS) streak = null;
    show();
  }

  const stopLooking: Cancel = time.every(LOOK_EVERY_MS, look, onDefect);
  return {
    right(isNewest) {
      before = false;
      if (streak) streak = { ...streak, rightAt: time.monotonic(), endsRight: true };
      if (isNewest && !isVerified) {
        isVerified = true;
        onChange();
      }
      show();
    },
    wrong() {
      const { count, since, rightAt } = streak ?? { count: 0, since: time.wall(), rightAt: null };
      streak = { count: count + 1, since, lastAt: time.monotonic(), rightAt, endsRight: false };
      showCount();
    },
    view,
    secretChanged() {
      store.write(() => {
        for (const verified of ['webhook-secret', 'receiver'] as const) store.verifications.forget(verified);
      });
      isVerified = false;
      streak = null;
      before = false;
      show();
    },
    [Symbol.dispose]() {
      stopLooking();
      countDue?.();
    },
  };
}

/** Whether signatures were wrong before this start. */
function wereWrong(store: Store): boolean {
  const refused = store.tallies.all().find(({ name }) => name === WRONG_FOR_VENUE);
  return refused !== undefined && refused.lastAt > (store.inbox.lastOf(SERVICE_TYPES) ?? 0);
}
